// System calls that Swift cannot make itself. Functions return -1 or NULL where the system does not support them.
#ifndef CPLATFORM_H
#define CPLATFORM_H

#include <time.h>

/// Pins the calling thread to one of this process's cores, counted from 0; -1 allows all of them again.
/// Returns 0; -1 if that failed or there is no such core.
int cplatform_pin_current_thread(int number);

/// The core the calling thread runs on at this moment, or -1.
int cplatform_current_core(void);

/// How many cores this process may use, or -1. Call this before any thread is pinned.
int cplatform_available_cores(void);

/// Asks the kernel to kill this process when its parent dies. Returns 0, or -1.
int cplatform_die_with_parent(void);

/// Starts the program at `path` in a process group of its own, with default signal handling and with
/// /dev/null for its standard streams. Returns its process ID, or the negated error number.
int cplatform_spawn(const char *path, char *const arguments[], char *const environment[]);

/// A process's resident memory in bytes, or -1. Not on Linux, where /proc has this and the processor's name.
long long cplatform_resident_bytes(int process);

/// The processor's name, or NULL. Do not call it from two threads at once.
const char *cplatform_processor(void);

/// The function of this name in any library that this process has loaded, or NULL.
void *cplatform_symbol(const char *name);

/// The system's `fork`, which Swift hides because the child has only the calling thread.
int cplatform_fork(void);

/// Do nothing. Valgrind is given these names, and counts the instructions from one call to the other.
void cplatform_counting_begins(void);
void cplatform_counting_ends(void);

/// Like `strptime`, which Swift does not import on Linux, but returns the number of bytes read, or -1.
long cplatform_strptime(const char *text, const char *pattern, struct tm *time);

/// A built-in recording, as CSV.
typedef struct {
  const unsigned char *bytes;
  long count;
} cplatform_bytes;

extern const cplatform_bytes cplatform_file_events, cplatform_log_build, cplatform_log_test;

#endif
