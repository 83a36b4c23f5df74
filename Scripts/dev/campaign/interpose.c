// Makes one system call on a file fail; preloaded into the bench by Scripts/dev/faults.
//
// Counted are calls on files below FAULT_ROOTS (folders or files, real paths, between colons), one count
// for each class, which the functions at the end name. FAULT_PLACES says what fails and how:
// class:from:to:kind, between commas. The calls numbered `from` to `to` of that class (from 1) fail with the
// errno named `kind`, or are `SHORT`: half of the bytes are written or read, and the call says so. A close
// that fails has closed.
//
// Counted is the process that was started itself; with FAULT_IN=child:N the N-th of its children that
// touches such a file (their number is kept in FAULT_CHILDREN). FAULT_LOG gets a line for each counted call,
// with tabs: class, number, kind or '-', path, and of a rename the old path.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { OPEN_WRITE, OPEN_READ, WRITE, READ, RENAME, UNLINK, SYNC, TRUNCATE, CLOSE, MKDIR, CLASSES };
static const char *const class_names[CLASSES] = {"open-write", "open-read", "write", "read",
  "rename", "unlink", "sync", "truncate", "close", "mkdir"};
static const struct { const char *name; int number; } kinds[] = {{"ENOSPC", ENOSPC}, {"EIO", EIO},
  {"EINTR", EINTR}, {"EACCES", EACCES}, {"SHORT", -1}};

static atomic_long counts[CLASSES];
static struct { char class[16], kind[16]; long from, to; } places[2];
static int place_count;
static const char *roots, *log_path, *children;
static long chosen;
static pid_t counted;

__attribute__((constructor)) static void begin(void) {
  const char *where = getenv("FAULT_IN"), *text = getenv("FAULT_PLACES");
  int is_child = getenv("FAULT_OWNER") != NULL;
  int takes_child = where && sscanf(where, "child:%ld", &chosen) == 1;
  setenv("FAULT_OWNER", "yes", 1);
  if (is_child != takes_child) return;
  roots = getenv("FAULT_ROOTS");
  log_path = getenv("FAULT_LOG");
  children = takes_child ? getenv("FAULT_CHILDREN") : NULL;
  for (; text && *text && place_count < 2; place_count++) {
    if (sscanf(text, "%15[^:]:%ld:%ld:%15[^,]", places[place_count].class, &places[place_count].from,
        &places[place_count].to, places[place_count].kind) != 4) abort();
    text = strchr(text, ',');
    if (text) text++;
  }
  counted = getpid();
}

static int is_watched(const char *path) {
  for (const char *root = roots; root && *root;) {
    size_t length = strcspn(root, ":");
    if (!strncmp(path, root, length) && (path[length] == 0 || path[length] == '/')) return 1;
    root += length + (root[length] == ':');
  }
  return 0;
}

// Adds to a file without the functions below; returns its length.
static long append(const char *path, const char *text, size_t length) {
  long file = syscall(SYS_openat, AT_FDCWD, path, O_CREAT | O_APPEND | O_WRONLY | O_CLOEXEC, 0600);
  syscall(SYS_write, (int)file, text, length);
  long end = syscall(SYS_lseek, (int)file, 0L, SEEK_CUR);
  syscall(SYS_close, (int)file);
  return end;
}

// What shall happen to this call: 0 nothing, -1 short, else an errno.
static int verdict(int class, const char *path, const char *old) {
  static atomic_long place;
  // Each child adds a byte to a file, at its first call on one that is watched: so it knows its number.
  if (children && !place) place = append(children, "x", 1);
  if (children && place != chosen) return 0;
  long number = atomic_fetch_add(&counts[class], 1) + 1;
  const char *kind = "-";
  int found = 0;
  for (int i = 0; i < place_count; i++)
    if (!strcmp(places[i].class, class_names[class]) && number >= places[i].from && number <= places[i].to)
      kind = places[i].kind;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (!strcmp(kinds[i].name, kind)) found = kinds[i].number;
  char line[4 * PATH_MAX];
  int length = snprintf(line, sizeof line, "%s\t%ld\t%s\t%s\t%s\n", class_names[class], number, kind, path, old);
  append(log_path, line, (size_t)length);
  return found;
}

// A child between fork and exec shares or copies all this, and is not counted.
static int is_counted(void) { return counted && getpid() == counted; }

static int on_path(int class, int folder, const char *path, const char *old) {
  if (!is_counted() || !path) return 0;
  int saved = errno, found = 0;
  char given[2 * PATH_MAX], copy[2 * PATH_MAX], parent[PATH_MAX], whole[2 * PATH_MAX];
  if (path[0] == '/' || folder == AT_FDCWD) snprintf(given, sizeof given, "%s", path);
  else snprintf(given, sizeof given, "/proc/self/fd/%d/%s", folder, path);
  strcpy(copy, given);
  if (realpath(dirname(copy), parent)) {
    snprintf(whole, sizeof whole, "%s/%s", parent, basename(given));
    if (is_watched(whole)) found = verdict(class, whole, old);
  }
  errno = saved;
  return found;
}

static int on_file(int class, int file) {
  if (!is_counted() || file < 0) return 0;
  int saved = errno;
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  errno = saved;
  if (length <= 0) return 0;
  path[length] = 0;
  return is_watched(path) ? verdict(class, path, "") : 0;
}

#define REAL(name) static __typeof__(&name) real; if (!real) real = dlsym(RTLD_NEXT, #name)
#define FAIL(call) do { int error = (call); if (error > 0) { errno = error; return -1; } } while (0)

static int opens(int folder, const char *path, int flags) {
  if (flags & O_DIRECTORY) return 0;
  return on_path((flags & O_ACCMODE) == O_RDONLY ? OPEN_READ : OPEN_WRITE, folder, path, "");
}

#define MODE mode_t mode = 0; if (flags & (O_CREAT | O_TMPFILE)) { \
  va_list list; va_start(list, flags); mode = (mode_t)va_arg(list, int); va_end(list); }

#define OPEN(name) int name(const char *path, int flags, ...) { MODE REAL(name); \
  FAIL(opens(AT_FDCWD, path, flags)); return real(path, flags, mode); }
#define OPENAT(name) int name(int folder, const char *path, int flags, ...) { MODE REAL(name); \
  FAIL(opens(folder, path, flags)); return real(folder, path, flags, mode); }
OPEN(open) OPEN(open64) OPENAT(openat) OPENAT(openat64)

int __open_2(const char *path, int flags) { return open(path, flags); }
int __open64_2(const char *path, int flags) { return open64(path, flags); }
int __openat_2(int folder, const char *path, int flags) { return openat(folder, path, flags); }
int __openat64_2(int folder, const char *path, int flags) { return openat64(folder, path, flags); }
int creat(const char *path, mode_t mode) { return open(path, O_CREAT | O_WRONLY | O_TRUNC, mode); }
int creat64(const char *path, mode_t mode) { return creat(path, mode); }

// Half of the bytes, or of the parts.
#define TRANSFER(class, name, type, size, parameters, ...) \
  ssize_t name(int file, type bytes, size count parameters) { REAL(name); \
    int kind = on_file(class, file); FAIL(kind); \
    if (kind == -1 && count > 1) count /= 2; \
    return real(file, bytes, count __VA_ARGS__); }
#define COMMA ,
TRANSFER(WRITE, write, const void *, size_t, )
TRANSFER(READ, read, void *, size_t, )
TRANSFER(WRITE, pwrite, const void *, size_t, COMMA off_t offset, , offset)
TRANSFER(WRITE, pwrite64, const void *, size_t, COMMA off_t offset, , offset)
TRANSFER(READ, pread, void *, size_t, COMMA off_t offset, , offset)
TRANSFER(READ, pread64, void *, size_t, COMMA off_t offset, , offset)
TRANSFER(WRITE, writev, const struct iovec *, int, )
TRANSFER(READ, readv, const struct iovec *, int, )

// Where a file comes to lie decides; the paths of temporary files tell nothing.
#define CALL(name, parameters, arguments, verdict) \
  int name parameters { REAL(name); FAIL(verdict); return real arguments; }
CALL(rename, (const char *old, const char *new), (old, new), on_path(RENAME, AT_FDCWD, new, old))
CALL(renameat, (int from, const char *old, int to, const char *new), (from, old, to, new),
  on_path(RENAME, to, new, old))
CALL(renameat2, (int from, const char *old, int to, const char *new, unsigned flags),
  (from, old, to, new, flags), on_path(RENAME, to, new, old))
CALL(link, (const char *old, const char *new), (old, new), on_path(RENAME, AT_FDCWD, new, old))
CALL(linkat, (int from, const char *old, int to, const char *new, int flags),
  (from, old, to, new, flags), on_path(RENAME, to, new, old))
CALL(unlink, (const char *path), (path), on_path(UNLINK, AT_FDCWD, path, ""))
CALL(unlinkat, (int folder, const char *path, int flags), (folder, path, flags),
  on_path(UNLINK, folder, path, ""))
CALL(rmdir, (const char *path), (path), on_path(UNLINK, AT_FDCWD, path, ""))
CALL(mkdir, (const char *path, mode_t mode), (path, mode), on_path(MKDIR, AT_FDCWD, path, ""))
CALL(mkdirat, (int folder, const char *path, mode_t mode), (folder, path, mode),
  on_path(MKDIR, folder, path, ""))
CALL(fsync, (int file), (file), on_file(SYNC, file))
CALL(fdatasync, (int file), (file), on_file(SYNC, file))
CALL(ftruncate, (int file, off_t size), (file, size), on_file(TRUNCATE, file))
CALL(ftruncate64, (int file, off_t size), (file, size), on_file(TRUNCATE, file))

int close(int file) {
  REAL(close);
  int kind = on_file(CLOSE, file), result = real(file);
  FAIL(kind);
  return result;
}
