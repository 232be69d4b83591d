// A disk that says of every sync that it failed, while the file that FAILING_SYNCS names is there.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static int fails(void) {
  const char *sign = getenv("FAILING_SYNCS");
  return sign && access(sign, F_OK) == 0;
}

#define SYNC(name)                                        \
  int name(int file) {                                    \
    static int (*real)(int);                              \
    if (!real) real = dlsym(RTLD_NEXT, #name);            \
    if (!fails()) return real(file);                      \
    errno = EIO;                                          \
    return -1;                                            \
  }

SYNC(fsync)
SYNC(fdatasync)
