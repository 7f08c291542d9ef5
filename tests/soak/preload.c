/* Records what a program writes to its SQLite database, and makes writes and syncs fail on demand. Built and loaded by
   preload.py (LD_PRELOAD). Only the database named in RUMPUS_DISK_FILE, its -wal and its -journal are watched.

   Every write, truncation, sync and removal is appended to RUMPUS_DISK_LOG after it was done: a header, and the bytes of
   a write. RUMPUS_DISK_FAULTS is a small file in shared memory in which the test says what is to fail. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define FOLDER 3 /* the number of the folder; 0 to 2 are the files */
enum { WRITE = 1, TRUNCATE = 2, SYNC = 3, REMOVE = 4, SYNC_FAILED = 5 };
#define MOST_HANDLES 65536

struct header { int32_t what, file; int64_t offset, length; };
struct faults {
    volatile int32_t write_error; /* errno of failing writes, 0: none */
    volatile int32_t sync_error;  /* errno of failing syncs */
    volatile int32_t half;        /* a failing write leaves its first half on the disk */
    volatile int32_t every;       /* only every so many-th write or sync fails */
    volatile int32_t slow_us;     /* how long each sync takes in addition */
    volatile int32_t failed;      /* counts what has failed */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static signed char files[MOST_HANDLES]; /* number of the watched file + 1, by handle */
static int log_handle = -1;
static struct faults *faults;
static int calls;

static int file_of(const char *path) {
    static const char *const endings[] = {"", "-wal", "-journal"};
    const char *base = getenv("RUMPUS_DISK_FILE");
    size_t length = base ? strlen(base) : 0;
    if (!base || strncmp(path, base, length) != 0) return -1;
    for (int number = 0; number < 3; number++)
        if (strcmp(path + length, endings[number]) == 0) return number;
    return -1;
}

/* The folder of the database: a sync of it saves removals. */
static int is_folder(const char *path) {
    const char *base = getenv("RUMPUS_DISK_FILE"), *end = base ? strrchr(base, '/') : NULL;
    return end && strlen(path) == (size_t)(end - base) && strncmp(path, base, (size_t)(end - base)) == 0;
}

static void set_up(void) {
    if (log_handle >= 0) return;
    log_handle = (int)syscall(SYS_openat, AT_FDCWD, getenv("RUMPUS_DISK_LOG"), O_WRONLY | O_APPEND | O_CREAT, 0600);
    int handle = (int)syscall(SYS_openat, AT_FDCWD, getenv("RUMPUS_DISK_FAULTS"), O_RDWR);
    if (handle >= 0) {
        void *memory = mmap(NULL, sizeof(struct faults), PROT_READ | PROT_WRITE, MAP_SHARED, handle, 0);
        faults = memory == MAP_FAILED ? NULL : memory;
        syscall(SYS_close, handle);
    }
}

static void record(int what, int file, int64_t offset, const void *bytes, int64_t length) {
    struct header header = {what, file, offset, length};
    struct iovec parts[2] = {{&header, sizeof header}, {(void *)bytes, what == WRITE ? (size_t)length : 0}};
    if (syscall(SYS_writev, log_handle, parts, 2) < 0) abort();
}

static int watched(int handle) { return handle >= 0 && handle < MOST_HANDLES ? files[handle] - 1 : -1; }

static int fails(volatile int32_t *error) {
    if (!faults || !*error) return 0;
    if (faults->every > 1 && ++calls % faults->every) return 0;
    faults->failed++;
    return *error;
}

static int note_open(const char *path, int handle) {
    int file = handle < 0 || handle >= MOST_HANDLES ? -1 : is_folder(path) ? FOLDER : file_of(path);
    if (file >= 0) {
        pthread_mutex_lock(&lock);
        set_up();
        files[handle] = (signed char)(file + 1);
        pthread_mutex_unlock(&lock);
    }
    return handle;
}

#define MODE va_list rest; va_start(rest, flags); int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0; va_end(rest)

int open(const char *path, int flags, ...) { MODE; return note_open(path, (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode)); }
int open64(const char *path, int flags, ...) { MODE; return note_open(path, (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode)); }

int close(int handle) {
    if (watched(handle) >= 0) files[handle] = 0;
    return (int)syscall(SYS_close, handle);
}

static ssize_t write_at(int handle, const void *bytes, size_t length, off64_t offset) {
    int file = watched(handle);
    if (file < 0) return syscall(SYS_pwrite64, handle, bytes, length, offset);
    pthread_mutex_lock(&lock);
    int error = fails(&faults->write_error);
    if (error) length = faults->half ? length / 2 : 0;
    ssize_t written = length ? syscall(SYS_pwrite64, handle, bytes, length, offset) : 0;
    int real = errno;
    if (written > 0) record(WRITE, file, offset, bytes, written);
    pthread_mutex_unlock(&lock);
    errno = error ? error : real;
    return error ? -1 : written;
}

ssize_t pwrite(int handle, const void *bytes, size_t length, off_t offset) { return write_at(handle, bytes, length, offset); }
ssize_t pwrite64(int handle, const void *bytes, size_t length, off64_t offset) { return write_at(handle, bytes, length, offset); }

ssize_t write(int handle, const void *bytes, size_t length) {
    if (watched(handle) < 0) return syscall(SYS_write, handle, bytes, length);
    off64_t offset = syscall(SYS_lseek, handle, 0, SEEK_CUR);
    ssize_t written = write_at(handle, bytes, length, offset);
    if (written > 0) syscall(SYS_lseek, handle, offset + written, SEEK_SET);
    return written;
}

static int cut_to(int handle, off64_t length) {
    int file = watched(handle);
    if (file < 0) return (int)syscall(SYS_ftruncate, handle, length);
    pthread_mutex_lock(&lock);
    int done = (int)syscall(SYS_ftruncate, handle, length);
    if (done == 0) record(TRUNCATE, file, length, NULL, 0);
    pthread_mutex_unlock(&lock);
    return done;
}

int ftruncate(int handle, off_t length) { return cut_to(handle, length); }
int ftruncate64(int handle, off64_t length) { return cut_to(handle, length); }

static int sync_it(int handle, int call) {
    int file = watched(handle);
    if (file < 0) return (int)syscall(call, handle);
    if (faults && faults->slow_us) usleep((useconds_t)faults->slow_us);
    pthread_mutex_lock(&lock);
    int error = fails(&faults->sync_error);
    record(error ? SYNC_FAILED : SYNC, file, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    errno = error;
    return error ? -1 : 0;
}

int fsync(int handle) { return sync_it(handle, SYS_fsync); }
int fdatasync(int handle) { return sync_it(handle, SYS_fdatasync); }

int unlink(const char *path) {
    int file = file_of(path);
    int done = (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    if (file >= 0 && done == 0) {
        pthread_mutex_lock(&lock);
        set_up();
        record(REMOVE, file, 0, NULL, 0);
        pthread_mutex_unlock(&lock);
    }
    return done;
}
