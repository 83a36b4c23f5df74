#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "CBenchPlatform.h"

// Package.swift defines COALESCE_NO_PLATFORM if the environment has it, to test the fallbacks for unknown systems.
#if defined(__linux__) && !defined(COALESCE_NO_PLATFORM)
#include <sched.h>
#include <sys/prctl.h>

// The process's cores. Read before any thread is pinned, because a thread inherits the core of a pinned one.
static cpu_set_t allowed;
static int allowed_count = -1;
static pthread_once_t asked = PTHREAD_ONCE_INIT;

static void ask(void) {
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) allowed_count = CPU_COUNT(&allowed);
}

int cplatform_pin_current_thread(int number) {
  pthread_once(&asked, ask);
  if (number < 0 && allowed_count > 0) {
    return sched_setaffinity(0, sizeof allowed, &allowed) == 0 ? 0 : -1;
  }
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

#else

int cplatform_pin_current_thread(int number) { (void)number; return -1; }
int cplatform_current_core(void) { return -1; }
int cplatform_available_cores(void) { return (int)sysconf(_SC_NPROCESSORS_ONLN); }
int cplatform_die_with_parent(void) { return -1; }
int cplatform_fork(void) { return -1; }

#endif

#if defined(__APPLE__) && __has_include(<libproc.h>)
#include <libproc.h>
#include <sys/sysctl.h>

long long cplatform_resident_bytes(int process) {
  struct rusage_info_v2 usage;
  return proc_pid_rusage(process, RUSAGE_INFO_V2, (rusage_info_t *)&usage) == 0
    ? (long long)usage.ri_resident_size : -1;
}

const char *cplatform_processor(void) {
  static char name[128];
  size_t size = sizeof name;
  return sysctlbyname("machdep.cpu.brand_string", name, &size, NULL, 0) == 0 ? name : NULL;
}

#else

long long cplatform_resident_bytes(int process) { (void)process; return -1; }
const char *cplatform_processor(void) { return NULL; }

#endif

int cplatform_spawn(const char *path, char *const arguments[], char *const environment[]) {
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t files;
  sigset_t all, none;
  pid_t child;
  sigfillset(&all);
  sigemptyset(&none);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawn_file_actions_init(&files);
  for (int stream = 0; stream < 3; stream++) {
    posix_spawn_file_actions_addopen(&files, stream, "/dev/null", O_RDWR, 0);
  }
  int error = posix_spawn(&child, path, &files, &attributes, arguments, environment);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  return error == 0 ? child : -error;
}

void *cplatform_symbol(const char *name) { return dlsym(RTLD_DEFAULT, name); }

// Different and not empty, or the compiler might merge the two functions.
void cplatform_counting_begins(void) { __asm__ volatile("" : : "r"(1)); }
void cplatform_counting_ends(void) { __asm__ volatile("" : : "r"(2)); }

long cplatform_strptime(const char *text, const char *pattern, struct tm *time) {
  const char *rest = strptime(text, pattern, time);
  return rest ? rest - text : -1;
}
