#ifdef __linux__
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>
#endif

#include "CPlatform.h"

#ifdef __linux__

// The cores of the first thread that asked, before it was pinned: threads inherit what is left.
static cpu_set_t allowed;
static int allowed_count = -1;
static pthread_once_t asked = PTHREAD_ONCE_INIT;

static void ask(void) {
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) allowed_count = CPU_COUNT(&allowed);
}

int cplatform_pin_current_thread(int number) {
  pthread_once(&asked, ask);
  for (int core = 0; core < CPU_SETSIZE && allowed_count > 0; core++) {
    if (!CPU_ISSET(core, &allowed) || number-- > 0) continue;
    cpu_set_t cores;
    CPU_ZERO(&cores);
    CPU_SET(core, &cores);
    return sched_setaffinity(0, sizeof cores, &cores) == 0 ? 0 : -1;
  }
  return -1;
}

int cplatform_current_core(void) { return sched_getcpu(); }

int cplatform_available_cores(void) {
  pthread_once(&asked, ask);
  return allowed_count;
}

int cplatform_die_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 ? 0 : -1; }

int cplatform_fork(void) { return fork(); }

int cplatform_adopt_orphans(void) {
  return prctl(PR_SET_CHILD_SUBREAPER, 1) == 0 ? 0 : -1;
}

#else

int cplatform_pin_current_thread(int number) { (void)number; return -1; }
int cplatform_current_core(void) { return -1; }
int cplatform_available_cores(void) { return -1; }
int cplatform_die_with_parent(void) { return -1; }
int cplatform_fork(void) { return -1; }
int cplatform_adopt_orphans(void) { return -1; }

#endif

// Not empty to the compiler, or it might take one for the other.
void cplatform_counting_begins(void) { __asm__ volatile("" : : "r"(1)); }
void cplatform_counting_ends(void) { __asm__ volatile("" : : "r"(2)); }
