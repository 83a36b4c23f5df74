#ifdef __linux__
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#endif

#include "CPlatform.h"

#ifdef __linux__

int cplatform_pin_current_thread(int core) {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(core, &cores);
  return sched_setaffinity(0, sizeof cores, &cores) == 0 ? 0 : -1;
}

int cplatform_current_core(void) { return sched_getcpu(); }

int cplatform_available_cores(void) {
  cpu_set_t cores;
  return sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : -1;
}

int cplatform_die_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 ? 0 : -1; }

int cplatform_adopt_orphans(void) {
  return prctl(PR_SET_CHILD_SUBREAPER, 1) == 0 ? 0 : -1;
}

#else

int cplatform_pin_current_thread(int core) { (void)core; return -1; }
int cplatform_current_core(void) { return -1; }
int cplatform_available_cores(void) { return -1; }
int cplatform_die_with_parent(void) { return -1; }
int cplatform_adopt_orphans(void) { return -1; }

#endif
