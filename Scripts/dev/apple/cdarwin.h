/* A stub written by hand, of what POSIX and Apple's manual pages say; types as on macOS. */
#ifndef CDARWIN_STUB_H
#define CDARWIN_STUB_H
#include <stdint.h>
#include <stddef.h>
#pragma clang assume_nonnull begin
typedef int32_t pid_t; typedef uint16_t mode_t; typedef int64_t off_t; typedef int32_t dev_t; typedef uint16_t nlink_t;
typedef uint64_t ino_t; typedef uint32_t uid_t, gid_t, id_t; typedef long time_t; typedef int32_t suseconds_t; typedef long ssize_t;
typedef uint32_t useconds_t; typedef int64_t blkcnt_t; typedef int32_t blksize_t; typedef uint32_t nfds_t;
struct timespec { time_t tv_sec; long tv_nsec; };
struct timeval { time_t tv_sec; suseconds_t tv_usec; };
struct stat { dev_t st_dev; mode_t st_mode; nlink_t st_nlink; ino_t st_ino; uid_t st_uid; gid_t st_gid; dev_t st_rdev;
  struct timespec st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec; off_t st_size; blkcnt_t st_blocks; blksize_t st_blksize; uint32_t st_flags, st_gen; };
struct rusage { struct timeval ru_utime, ru_stime; long ru_maxrss, ru_ixrss, ru_idrss, ru_isrss, ru_minflt, ru_majflt, ru_nswap, ru_inblock, ru_oublock, ru_msgsnd, ru_msgrcv, ru_nsignals, ru_nvcsw, ru_nivcsw; };
struct winsize { unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel; };
struct pollfd { int fd; short events, revents; };
struct utsname { char sysname[256], nodename[256], release[256], version[256], machine[256]; };
struct flock { off_t l_start, l_len; pid_t l_pid; short l_type, l_whence; };
typedef enum { _CLOCK_REALTIME = 0, _CLOCK_MONOTONIC = 6, _CLOCK_MONOTONIC_RAW = 4, _CLOCK_UPTIME_RAW = 8, _CLOCK_PROCESS_CPUTIME_ID = 12, _CLOCK_THREAD_CPUTIME_ID = 16 } clockid_t;
int clock_gettime(clockid_t, struct timespec *);
int nanosleep(const struct timespec *, struct timespec * _Nullable);
int usleep(useconds_t);
unsigned int sleep(unsigned int);
int getrusage(int, struct rusage *);
#define RUSAGE_SELF 0
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_APPEND 0x8
#define O_CREAT 0x200
#define SEEK_SET 0
#define O_TRUNC 0x400
#define O_EXCL 0x800
#define O_NOCTTY 0x20000
#define O_CLOEXEC 0x1000000
#define F_GETFD 1
#define LOCK_EX 2
#define LOCK_NB 4
#define SEEK_CUR 1
#define W_OK 2
#define POLLIN 1
#define POLLOUT 4
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EBADF 9
#define EACCES 13
#define EEXIST 17
#define ENOTDIR 20
#define EISDIR 21
#define EINVAL 22
#define ENOSPC 28
#define EROFS 30
#define EPIPE 32
#define EAGAIN 35
#define EWOULDBLOCK EAGAIN
#define ENOTSUP 45
#define ELOOP 62
#define ENAMETOOLONG 63
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGKILL 9
#define SIGPIPE 13
#define SIGTERM 15
#define _SC_PAGESIZE 29
#define _SC_NPROCESSORS_ONLN 58
typedef void (* _Nullable sig_t)(int);
sig_t _Nullable signal(int, sig_t _Nullable); int execv(const char *, char *const _Nullable * _Nonnull);
int kill(pid_t, int);
int raise(int);
pid_t getpid(void); pid_t getppid(void);
pid_t waitpid(pid_t, int * _Nullable, int);
typedef enum { P_ALL, P_PID, P_PGID } idtype_t; typedef struct { int si_signo, si_errno, si_code; pid_t si_pid; uid_t si_uid; int si_status; char __rest[80]; } siginfo_t;
int waitid(idtype_t, id_t, siginfo_t *, int); char * _Null_unspecified strdup(const char *);
#define WEXITED 0x04
#define WNOWAIT 0x20
typedef uint32_t sigset_t; typedef void *posix_spawnattr_t; typedef void *posix_spawn_file_actions_t;
#define POSIX_SPAWN_SETPGROUP 0x02
#define POSIX_SPAWN_SETSIGDEF 0x04
#define POSIX_SPAWN_SETSIGMASK 0x08
int sigfillset(sigset_t *); int sigemptyset(sigset_t *);
int posix_spawnattr_init(posix_spawnattr_t _Nullable * _Nonnull); int posix_spawnattr_destroy(posix_spawnattr_t _Nullable * _Nonnull);
int posix_spawnattr_setflags(posix_spawnattr_t _Nullable * _Nonnull, short); int posix_spawnattr_setpgroup(posix_spawnattr_t _Nullable * _Nonnull, pid_t);
int posix_spawnattr_setsigdefault(posix_spawnattr_t _Nullable * _Nonnull, const sigset_t *); int posix_spawnattr_setsigmask(posix_spawnattr_t _Nullable * _Nonnull, const sigset_t *);
int posix_spawn_file_actions_init(posix_spawn_file_actions_t _Nullable * _Nonnull); int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t _Nullable * _Nonnull);
int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t _Nullable * _Nonnull, int, const char *, int, mode_t);
int posix_spawn(pid_t * _Nullable, const char *, const posix_spawn_file_actions_t _Nullable * _Nullable, const posix_spawnattr_t _Nullable * _Nullable, char * _Nullable const * _Nonnull, char * _Nullable const * _Nonnull);
int stat(const char *, struct stat *); int lstat(const char *, struct stat *);
int fchmod(int, mode_t); int chmod(const char *, mode_t); int access(const char *, int); int mkfifo(const char *, mode_t);
int flock(int, int); int ftruncate(int, off_t); off_t lseek(int, off_t, int); int fsync(int); int close(int); int unlink(const char *);
int rename(const char *, const char *); int link(const char *, const char *); int mkdir(const char *, mode_t);
ssize_t read(int, void * _Null_unspecified, size_t); ssize_t write(int, const void * _Null_unspecified, size_t);
int pipe(int * _Nonnull); int poll(struct pollfd *, nfds_t, int);
int isatty(int); int uname(struct utsname *); long sysconf(int); int sched_yield(void);
char * _Null_unspecified strerror(int); char * _Null_unspecified strsignal(int); char * _Null_unspecified getenv(const char *); int setenv(const char *, const char *, int); int unsetenv(const char *);
void exit(int) __attribute__((noreturn)); void _exit(int) __attribute__((noreturn));
void * _Null_unspecified dlsym(void * _Nullable, const char *);
#define RTLD_DEFAULT ((void *)-2)
int getloadavg(double * _Nonnull, int);
struct _opaque_pthread_t { long __sig; char __opaque[8176]; }; typedef struct _opaque_pthread_t * pthread_t; pthread_t pthread_self(void); int posix_openpt(int); int grantpt(int); int unlockpt(int); char * _Null_unspecified ptsname(int);
double exp(double), expm1(double), log(double), log1p(double), log10(double), pow(double, double), floor(double), erfc(double), round(double);
void * _Null_unspecified malloc(size_t); void free(void * _Null_unspecified);
typedef struct { long __sig; char __opaque[56]; } pthread_mutex_t;
int pthread_mutex_lock(pthread_mutex_t *); int pthread_mutex_unlock(pthread_mutex_t *); int pthread_mutex_destroy(pthread_mutex_t *);
typedef enum { QOS_CLASS_USER_INTERACTIVE = 0x21, QOS_CLASS_USER_INITIATED = 0x19 } qos_class_t;
int pthread_set_qos_class_self_np(qos_class_t, int);
int sysctlbyname(const char *, void * _Nullable, size_t * _Nullable, void * _Nullable, size_t);
#define RUSAGE_INFO_V2 2
typedef void *rusage_info_t; struct rusage_info_v2 { uint8_t ri_uuid[16]; uint64_t ri_user_time, ri_system_time, ri_pkg_idle_wkups, ri_interrupt_wkups, ri_pageins, ri_wired_size, ri_resident_size, ri_phys_footprint; };
int proc_pid_rusage(int, int, rusage_info_t _Nullable * _Nonnull);
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; long tm_gmtoff; char * _Null_unspecified tm_zone; };
char * _Nullable strptime(const char *, const char *, struct tm *); long timegm(struct tm *); int fnmatch(const char *, const char *, int);
#define FNM_NOESCAPE 0x01
#pragma clang assume_nonnull end
#endif
