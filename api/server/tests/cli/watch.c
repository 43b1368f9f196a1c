/* Notes, in the file that WATCH_LOG names, what a program does beyond its own memory: names that it looks up, addresses
 * that are not on loopback that it talks to, and files and folders that it opens for writing. Loaded with LD_PRELOAD. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static void note(const char *what, const char *about) {
    const char *log = getenv("WATCH_LOG");
    char line[9000];
    int length = snprintf(line, sizeof line, "%s %s\n", what, about ? about : "?");
    if (!log || length < 0) return;
    if ((size_t)length >= sizeof line) length = sizeof line - 1;
    int fd = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (fd < 0) return;
    if (syscall(SYS_write, fd, line, (size_t)length) < 0) abort();
    syscall(SYS_close, fd);
}

static void note_path(int folder, const char *path) {
    char whole[8500], base[4200] = "", link[64];
    if (path[0] == '/') {
        note("write", path);
        return;
    }
    if (folder == AT_FDCWD) {
        if (!getcwd(base, sizeof base)) base[0] = 0;
    } else {
        snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
        ssize_t length = readlink(link, base, sizeof base - 1);
        base[length < 0 ? 0 : length] = 0;
    }
    snprintf(whole, sizeof whole, "%s/%s", base, path);
    note("write", whole);
}

static void note_address(const struct sockaddr *address) {
    char text[64] = "?";
    if (!address) return;
    if (address->sa_family == AF_INET) {
        const struct sockaddr_in *four = (const void *)address;
        if ((ntohl(four->sin_addr.s_addr) >> 24) == 127) return;
        inet_ntop(AF_INET, &four->sin_addr, text, sizeof text);
        note("connect", text);
    } else if (address->sa_family == AF_INET6) {
        const struct sockaddr_in6 *six = (const void *)address;
        if (IN6_IS_ADDR_LOOPBACK(&six->sin6_addr)) return;
        inet_ntop(AF_INET6, &six->sin6_addr, text, sizeof text);
        note("connect", text);
    }
}

#define REAL(name) __typeof__(name) *real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **found) {
    REAL(getaddrinfo);
    note("lookup", node);
    return real(node, service, hints, found);
}

int connect(int fd, const struct sockaddr *address, socklen_t length) {
    REAL(connect);
    note_address(address);
    return real(fd, address, length);
}

ssize_t sendto(int fd, const void *bytes, size_t count, int flags, const struct sockaddr *to, socklen_t length) {
    REAL(sendto);
    note_address(to);
    return real(fd, bytes, count, flags, to, length);
}

static int writes(int flags) {
    return (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC));
}

#define MODE(flags, mode)                            \
    mode_t mode = 0;                                 \
    if ((flags) & (O_CREAT | __O_TMPFILE)) {         \
        va_list rest;                                \
        va_start(rest, flags);                       \
        mode = va_arg(rest, mode_t);                 \
        va_end(rest);                                \
    }

#define OPEN(name)                                   \
    int name(const char *path, int flags, ...) {     \
        REAL(name);                                  \
        MODE(flags, mode)                            \
        if (writes(flags)) note_path(AT_FDCWD, path);\
        return real(path, flags, mode);              \
    }

#define OPENAT(name)                                         \
    int name(int folder, const char *path, int flags, ...) { \
        REAL(name);                                          \
        MODE(flags, mode)                                    \
        if (writes(flags)) note_path(folder, path);          \
        return real(folder, path, flags, mode);              \
    }

#define FOPEN(name)                                                  \
    FILE *name(const char *path, const char *mode) {                 \
        REAL(name);                                                  \
        if (strpbrk(mode, "wa+")) note_path(AT_FDCWD, path);         \
        return real(path, mode);                                     \
    }

OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)
FOPEN(fopen)
FOPEN(fopen64)

int mkdir(const char *path, mode_t mode) {
    REAL(mkdir);
    note_path(AT_FDCWD, path);
    return real(path, mode);
}
