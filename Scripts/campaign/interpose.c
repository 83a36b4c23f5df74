// Makes one system call on a file fail; preloaded into the bench by Scripts/fault-campaign.
//
// Counted are calls on files below FAULT_ROOTS (folders or files, real paths, between colons), one count
// for each of these classes:
//
//   open-write  open, openat, creat, to write        open-read  the same, to read
//   write       write, pwrite, writev                read       read, pread, readv
//   rename      rename, renameat, renameat2, link    unlink     unlink, unlinkat, rmdir
//   sync        fsync, fdatasync                     truncate   ftruncate
//   close       close                                mkdir      mkdir, mkdirat
//
// FAULT_PLACES says what fails and how: class:from:to:kind, between commas. The calls numbered `from` to
// `to` of that class (from 1) fail with the errno named `kind`, or are `SHORT`: half of the bytes are
// written or read, and the call says so. A close that fails has closed.
//
// Counted is the process that was started itself; with FAULT_IN=child:N the N-th of its children that
// touches such a file (their number is kept in FAULT_CHILDREN); with FAULT_IN=all, both. FAULT_LOG gets a line
// for each counted call, with tabs: process, class, number, kind or '-', path, and of a rename the old path.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
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

struct place { int class, kind; long from, to; };

static atomic_long counts[CLASSES];
static struct place places[8];
static int place_count;
static const char *roots, *log_path, *children;
static long chosen;
static pid_t counted;

__attribute__((constructor)) static void begin(void) {
  const char *owner = getenv("FAULT_OWNER"), *where = getenv("FAULT_IN");
  int is_child = owner != NULL;
  if (!is_child) {
    char text[32];
    snprintf(text, sizeof text, "%d", (int)getpid());
    setenv("FAULT_OWNER", text, 1);
  }
  int takes_child = where && sscanf(where, "child:%ld", &chosen) == 1;
  if (is_child != takes_child && !(where && !strcmp(where, "all"))) return;
  roots = getenv("FAULT_ROOTS");
  log_path = getenv("FAULT_LOG");
  children = takes_child ? getenv("FAULT_CHILDREN") : NULL;
  const char *text = getenv("FAULT_PLACES");
  while (text && *text && place_count < 8) {
    char class[32], kind[32];
    struct place *place = &places[place_count];
    if (sscanf(text, "%31[^:]:%ld:%ld:%31[^,]", class, &place->from, &place->to, kind) != 4) abort();
    place->class = place->kind = -2;
    for (int i = 0; i < CLASSES; i++) if (!strcmp(class, class_names[i])) place->class = i;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
      if (!strcmp(kind, kinds[i].name)) place->kind = kinds[i].number;
    if (place->class == -2 || place->kind == -2) abort();
    place_count++;
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

// Whether this is the child that is meant: each adds a byte to a file, at its first call on one that is
// watched.
static int is_chosen(void) {
  static atomic_long place;
  if (!children) return 1;
  if (!place) {
    long file = syscall(SYS_openat, AT_FDCWD, children, O_CREAT | O_APPEND | O_WRONLY | O_CLOEXEC, 0600);
    syscall(SYS_write, (int)file, "x", 1L);
    place = syscall(SYS_lseek, (int)file, 0L, SEEK_CUR);
    syscall(SYS_close, (int)file);
  }
  return place == chosen;
}

// What shall happen to this call: 0 nothing, -1 short, else an errno.
static int verdict(int class, const char *path, const char *old) {
  if (!is_chosen()) return 0;
  long number = atomic_fetch_add(&counts[class], 1) + 1;
  int kind = 0;
  const char *name = "-";
  for (int i = 0; i < place_count && !kind; i++) {
    struct place *place = &places[i];
    if (place->class == class && number >= place->from && number <= place->to)
      kind = place->kind;
  }
  for (size_t i = 0; kind && i < sizeof kinds / sizeof *kinds; i++)
    if (kinds[i].number == kind) name = kinds[i].name;
  if (log_path) {
    char line[4 * PATH_MAX];
    int length = snprintf(line, sizeof line, "%d\t%s\t%ld\t%s\t%s\t%s\n", (int)getpid(),
      class_names[class], number, name, path, old);
    long file = syscall(SYS_openat, AT_FDCWD, log_path, O_CREAT | O_APPEND | O_WRONLY | O_CLOEXEC, 0600);
    syscall(SYS_write, (int)file, line, (size_t)length);
    syscall(SYS_close, (int)file);
  }
  return kind;
}

// A child between fork and exec shares or copies all this, and is not counted.
static int is_counted(void) { return counted && getpid() == counted; }

static int on_path(int class, int folder, const char *path, const char *old) {
  if (!is_counted() || !path) return 0;
  int saved = errno;
  char whole[2 * PATH_MAX], parent[2 * PATH_MAX], real[PATH_MAX], link[64];
  if (path[0] == '/') {
    snprintf(whole, sizeof whole, "%s", path);
  } else {
    char base[PATH_MAX];
    ssize_t length = -1;
    if (folder == AT_FDCWD) {
      if (getcwd(base, sizeof base)) length = (ssize_t)strlen(base);
    } else {
      snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
      length = readlink(link, base, sizeof base - 1);
    }
    if (length < 0) { errno = saved; return 0; }
    snprintf(whole, sizeof whole, "%.*s/%s", (int)length, base, path);
  }
  size_t end = strlen(whole);
  while (end > 1 && whole[end - 1] == '/') whole[--end] = 0;
  strcpy(parent, whole);
  char *last = strrchr(parent, '/');
  if (last && last != parent) {
    *last = 0;
    if (realpath(parent, real)) {
      char joined[2 * PATH_MAX];
      snprintf(joined, sizeof joined, "%s/%s", real, last + 1);
      strcpy(whole, joined);
    }
  }
  errno = saved;
  return is_watched(whole) ? verdict(class, whole, old) : 0;
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
  int kind = opens(AT_FDCWD, path, flags); FAIL(kind); return real(path, flags, mode); }
#define OPENAT(name) int name(int folder, const char *path, int flags, ...) { MODE REAL(name); \
  int kind = opens(folder, path, flags); FAIL(kind); return real(folder, path, flags, mode); }
OPEN(open) OPEN(open64) OPENAT(openat) OPENAT(openat64)

int __open_2(const char *path, int flags) { return open(path, flags); }
int __open64_2(const char *path, int flags) { return open64(path, flags); }
int __openat_2(int folder, const char *path, int flags) { return openat(folder, path, flags); }
int __openat64_2(int folder, const char *path, int flags) { return openat64(folder, path, flags); }
int creat(const char *path, mode_t mode) { return open(path, O_CREAT | O_WRONLY | O_TRUNC, mode); }
int creat64(const char *path, mode_t mode) { return creat(path, mode); }

static size_t half(int kind, size_t count) { return kind == -1 && count > 1 ? count / 2 : count; }

#define TRANSFER(class, name, type) \
  ssize_t name(int file, type bytes, size_t count) { REAL(name); \
    int kind = on_file(class, file); FAIL(kind); return real(file, bytes, half(kind, count)); }
#define TRANSFER_AT(class, name, type) \
  ssize_t name(int file, type bytes, size_t count, off_t offset) { REAL(name); \
    int kind = on_file(class, file); FAIL(kind); \
    return real(file, bytes, half(kind, count), offset); }
#define TRANSFER_PARTS(class, name) \
  ssize_t name(int file, const struct iovec *parts, int count) { REAL(name); \
    int kind = on_file(class, file); FAIL(kind); \
    return real(file, parts, kind == -1 && count > 1 ? count / 2 : count); }
TRANSFER(WRITE, write, const void *)
TRANSFER(READ, read, void *)
TRANSFER_AT(WRITE, pwrite, const void *)
TRANSFER_AT(WRITE, pwrite64, const void *)
TRANSFER_AT(READ, pread, void *)
TRANSFER_AT(READ, pread64, void *)
TRANSFER_PARTS(WRITE, writev)
TRANSFER_PARTS(READ, readv)

// Where a file comes to lie decides; the paths of temporary files tell nothing.
int rename(const char *old, const char *new) {
  REAL(rename);
  FAIL(on_path(RENAME, AT_FDCWD, new, old));
  return real(old, new);
}
int renameat(int from, const char *old, int to, const char *new) {
  REAL(renameat);
  FAIL(on_path(RENAME, to, new, old));
  return real(from, old, to, new);
}
int renameat2(int from, const char *old, int to, const char *new, unsigned flags) {
  REAL(renameat2);
  FAIL(on_path(RENAME, to, new, old));
  return real(from, old, to, new, flags);
}
int link(const char *old, const char *new) {
  REAL(link);
  FAIL(on_path(RENAME, AT_FDCWD, new, old));
  return real(old, new);
}
int linkat(int from, const char *old, int to, const char *new, int flags) {
  REAL(linkat);
  FAIL(on_path(RENAME, to, new, old));
  return real(from, old, to, new, flags);
}
int unlink(const char *path) {
  REAL(unlink);
  FAIL(on_path(UNLINK, AT_FDCWD, path, ""));
  return real(path);
}
int unlinkat(int folder, const char *path, int flags) {
  REAL(unlinkat);
  FAIL(on_path(UNLINK, folder, path, ""));
  return real(folder, path, flags);
}
int rmdir(const char *path) {
  REAL(rmdir);
  FAIL(on_path(UNLINK, AT_FDCWD, path, ""));
  return real(path);
}
int mkdir(const char *path, mode_t mode) {
  REAL(mkdir);
  FAIL(on_path(MKDIR, AT_FDCWD, path, ""));
  return real(path, mode);
}
int mkdirat(int folder, const char *path, mode_t mode) {
  REAL(mkdirat);
  FAIL(on_path(MKDIR, folder, path, ""));
  return real(folder, path, mode);
}
int fsync(int file) { REAL(fsync); FAIL(on_file(SYNC, file)); return real(file); }
int fdatasync(int file) { REAL(fdatasync); FAIL(on_file(SYNC, file)); return real(file); }
int ftruncate(int file, off_t size) {
  REAL(ftruncate);
  FAIL(on_file(TRUNCATE, file));
  return real(file, size);
}
int ftruncate64(int file, off_t size) {
  REAL(ftruncate64);
  FAIL(on_file(TRUNCATE, file));
  return real(file, size);
}
int close(int file) {
  REAL(close);
  int kind = on_file(CLOSE, file);
  int result = real(file);
  FAIL(kind);
  return result;
}
