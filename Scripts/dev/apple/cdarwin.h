/* A stub written by hand, of what POSIX and Apple's manual pages say; types as on macOS. Swift sees a constant
   as it sees a macro. */
#ifndef CDARWIN_STUB_H
#define CDARWIN_STUB_H
#include <stddef.h>
#include <stdint.h>
#pragma clang assume_nonnull begin
typedef int32_t pid_t, dev_t, suseconds_t, blksize_t;
typedef uint16_t mode_t, nlink_t;
typedef uint32_t uid_t, gid_t, id_t, nfds_t;
typedef int64_t off_t, blkcnt_t;
typedef uint64_t ino_t;
typedef long time_t, ssize_t;

struct timespec { time_t tv_sec; long tv_nsec; };
struct timeval { time_t tv_sec; suseconds_t tv_usec; };
struct stat {
  dev_t st_dev; mode_t st_mode; nlink_t st_nlink; ino_t st_ino; uid_t st_uid; gid_t st_gid; dev_t st_rdev;
  struct timespec st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec;
  off_t st_size; blkcnt_t st_blocks; blksize_t st_blksize; uint32_t st_flags, st_gen;
};
struct rusage {
  struct timeval ru_utime, ru_stime;
  long ru_maxrss, ru_ixrss, ru_idrss, ru_isrss, ru_minflt, ru_majflt, ru_nswap, ru_inblock, ru_oublock;
  long ru_msgsnd, ru_msgrcv, ru_nsignals, ru_nvcsw, ru_nivcsw;
};
struct winsize { unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel; };
struct pollfd { int fd; short events, revents; };
struct utsname { char sysname[256], nodename[256], release[256], version[256], machine[256]; };
struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff; char * _Null_unspecified tm_zone;
};
typedef struct {
  int si_signo, si_errno, si_code; pid_t si_pid; uid_t si_uid; int si_status; char __rest[80];
} siginfo_t;
typedef enum { P_ALL, P_PID, P_PGID } idtype_t;
typedef enum {
  _CLOCK_REALTIME = 0, _CLOCK_MONOTONIC_RAW = 4, _CLOCK_MONOTONIC = 6, _CLOCK_UPTIME_RAW = 8,
  _CLOCK_PROCESS_CPUTIME_ID = 12, _CLOCK_THREAD_CPUTIME_ID = 16
} clockid_t;

static const int RUSAGE_SELF = 0, STDIN_FILENO = 0, STDOUT_FILENO = 1, STDERR_FILENO = 2;
static const int O_RDONLY = 0, O_WRONLY = 1, O_RDWR = 2, O_APPEND = 8, O_CREAT = 0x200, O_TRUNC = 0x400;
static const int O_EXCL = 0x800, O_NOCTTY = 0x20000, O_CLOEXEC = 0x1000000;
static const int F_GETFD = 1, LOCK_EX = 2, LOCK_NB = 4, SEEK_CUR = 1, W_OK = 2, POLLIN = 1, POLLOUT = 4;
static const int EPERM = 1, ENOENT = 2, EINTR = 4, EBADF = 9, EACCES = 13, EEXIST = 17, ENOTDIR = 20;
static const int EISDIR = 21, EINVAL = 22, ENOSPC = 28, EROFS = 30, EPIPE = 32, EAGAIN = 35, EWOULDBLOCK = 35;
static const int ENOTSUP = 45, ELOOP = 62, ENAMETOOLONG = 63;
static const int SIGHUP = 1, SIGINT = 2, SIGQUIT = 3, SIGABRT = 6, SIGKILL = 9, SIGPIPE = 13, SIGTERM = 15;
static const int _SC_PAGESIZE = 29, _SC_NPROCESSORS_ONLN = 58, WEXITED = 4, WNOWAIT = 0x20;
static const int FNM_NOESCAPE = 1;

int clock_gettime(clockid_t, struct timespec *);
int nanosleep(const struct timespec *, struct timespec * _Nullable);
unsigned int sleep(unsigned int);
int getrusage(int, struct rusage *);
typedef void (* _Nullable sig_t)(int);
sig_t signal(int, sig_t);
int kill(pid_t, int);
int raise(int);
pid_t getpid(void), getppid(void), waitpid(pid_t, int * _Nullable, int);
int waitid(idtype_t, id_t, siginfo_t *, int);
char * _Nullable strptime(const char *, const char *, struct tm *);
long timegm(struct tm *);
int fnmatch(const char *, const char *, int);

typedef uint32_t sigset_t;
int sigfillset(sigset_t *), sigemptyset(sigset_t *);
typedef void *posix_spawnattr_t, *posix_spawn_file_actions_t;
#define POSIX_SPAWN_SETPGROUP 0x02
#define POSIX_SPAWN_SETSIGDEF 0x04
#define POSIX_SPAWN_SETSIGMASK 0x08
typedef posix_spawnattr_t _Nullable * _Nonnull attributes_t;
int posix_spawnattr_init(attributes_t), posix_spawnattr_destroy(attributes_t);
int posix_spawnattr_setflags(attributes_t, short), posix_spawnattr_setpgroup(attributes_t, pid_t);
int posix_spawnattr_setsigdefault(attributes_t, const sigset_t *);
int posix_spawnattr_setsigmask(attributes_t, const sigset_t *);
typedef posix_spawn_file_actions_t _Nullable * _Nonnull actions_t;
int posix_spawn_file_actions_init(actions_t), posix_spawn_file_actions_destroy(actions_t);
int posix_spawn_file_actions_addopen(actions_t, int, const char *, int, mode_t);
int posix_spawn(pid_t *, const char *, actions_t, attributes_t, char * const * _Nonnull, char * const * _Nonnull);

int lstat(const char *, struct stat *), fchmod(int, mode_t), access(const char *, int);
int mkfifo(const char *, mode_t), flock(int, int), ftruncate(int, off_t), fsync(int), close(int);
int unlink(const char *), rename(const char *, const char *), link(const char *, const char *);
int mkdir(const char *, mode_t), pipe(int *), poll(struct pollfd *, nfds_t, int), isatty(int);
off_t lseek(int, off_t, int);
ssize_t read(int, void * _Null_unspecified, size_t), write(int, const void * _Null_unspecified, size_t);
int posix_openpt(int), grantpt(int), unlockpt(int);
char * _Null_unspecified ptsname(int);

int uname(struct utsname *), sched_yield(void), getloadavg(double *, int);
long sysconf(int);
char * _Null_unspecified strdup(const char *);
char * _Null_unspecified strerror(int);
char * _Null_unspecified strsignal(int);
char * _Null_unspecified getenv(const char *);
int setenv(const char *, const char *, int), unsetenv(const char *);
void exit(int) __attribute__((noreturn)), _exit(int) __attribute__((noreturn));
void * _Null_unspecified dlsym(void * _Nullable, const char *);
#define RTLD_DEFAULT ((void *)-2)
double exp(double), expm1(double), log(double), log1p(double), log10(double), pow(double, double);
double floor(double), erfc(double), round(double);
void * _Null_unspecified malloc(size_t);
void free(void * _Null_unspecified);

typedef struct _opaque_pthread_t { long __sig; char __opaque[8176]; } *pthread_t;
pthread_t pthread_self(void);
typedef enum { QOS_CLASS_USER_INTERACTIVE = 0x21, QOS_CLASS_USER_INITIATED = 0x19 } qos_class_t;
int pthread_set_qos_class_self_np(qos_class_t, int);
int sysctlbyname(const char *, void * _Nullable, size_t * _Nullable, void * _Nullable, size_t);
#define RUSAGE_INFO_V2 2
typedef void *rusage_info_t;
struct rusage_info_v2 {
  uint8_t ri_uuid[16];
  uint64_t ri_user_time, ri_system_time, ri_pkg_idle_wkups, ri_interrupt_wkups, ri_pageins, ri_wired_size;
  uint64_t ri_resident_size, ri_phys_footprint;
};
int proc_pid_rusage(int, int, rusage_info_t _Nullable * _Nonnull);
#pragma clang assume_nonnull end
#endif
