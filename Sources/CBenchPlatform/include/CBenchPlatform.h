// What Swift cannot call by itself. Every function returns -1 if the platform lacks it.
#ifndef CPLATFORM_H
#define CPLATFORM_H

#include <time.h>

/// Binds the calling thread to one of this process's cores, counted from 0; -1 for all of them again.
/// Returns 0, or -1, also if there are fewer.
int cplatform_pin_current_thread(int number);

/// The core the calling thread runs on at this moment, or -1.
int cplatform_current_core(void);

/// How many cores this process may use, or -1. Ask before any thread is pinned.
int cplatform_available_cores(void);

/// Asks the kernel to kill this process when its parent dies. Returns 0, or -1.
int cplatform_die_with_parent(void);

/// Starts the program at `path` in a process group of its own, with all signals as they are by default
/// and nothing to read or write. Returns its process ID, or minus the error's number.
int cplatform_spawn(const char *path, char *const arguments[], char *const environment[]);

/// The memory that a process has, in bytes, or -1. On Linux, /proc has this and the next.
long long cplatform_resident_bytes(int process);

/// The processor's name, or NULL. Not from two threads at once.
const char *cplatform_processor(void);

/// The function of this name in whatever this process has loaded, or NULL.
void *cplatform_symbol(const char *name);

/// The system's `fork`, which Swift hides because the copy has no other threads.
int cplatform_fork(void);

/// Do nothing: valgrind is told these names, and counts what runs between the two.
void cplatform_counting_begins(void);
void cplatform_counting_ends(void);

/// The system's `strptime`, as Swift does not see it. Returns how many bytes were read, or -1.
long cplatform_strptime(const char *text, const char *pattern, struct tm *time);

/// A built-in recording, as CSV.
typedef struct {
  const unsigned char *bytes;
  long count;
} cplatform_bytes;

extern const cplatform_bytes cplatform_file_events, cplatform_log_build, cplatform_log_test;

#endif
