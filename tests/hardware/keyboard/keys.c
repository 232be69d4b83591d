/* Stands for the kernel's input events on a keyboard, which here is a pipe with a name.
 *
 * Preloaded into a process. Events are stamped by the clock that was asked for, and a keyboard that
 * somebody else has grabbed is busy, as input(4) has it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <stdarg.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static clockid_t clock_told = CLOCK_REALTIME;

static int is_keyboard(int handle) {
  struct stat what;
  return !fstat(handle, &what) && S_ISFIFO(what.st_mode);
}

int ioctl(int handle, unsigned long request, ...) {
  va_list rest;
  va_start(rest, request);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  if (is_keyboard(handle) && request == EVIOCSCLOCKID) {
    clock_told = *(int *)argument;
    return 0;
  }
  if (is_keyboard(handle) && request == EVIOCGRAB) {
    if (!flock(handle, LOCK_EX | LOCK_NB)) return 0;
    errno = EBUSY;
    return -1;
  }
  int (*real)(int, unsigned long, void *) = dlsym(RTLD_NEXT, "ioctl");
  return real(handle, request, argument);
}

/* A key goes down (1), repeats (2) or up (0), with its report, which comes so many microseconds late;
 * returns 0 if it was taken. */
int key(int handle, int code, int value, int late) {
  struct timespec now;
  clock_gettime(clock_told, &now);
  struct input_event events[2] = {{.type = EV_KEY, .code = code, .value = value}, {.type = EV_SYN}};
  for (int n = 0; n < 2; n++) {
    events[n].input_event_sec = now.tv_sec;
    events[n].input_event_usec = now.tv_nsec / 1000;
  }
  usleep(late);
  return write(handle, events, sizeof events) == sizeof events ? 0 : -1;
}
