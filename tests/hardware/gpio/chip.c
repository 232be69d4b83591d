/* Stands for /dev/gpiochip0 (the kernel's GPIO interface, version 2) and for a Pi's device tree.
 *
 * Preloaded into a process. FAKE_GPIO_BUSY=",7,8," names pins that somebody else has.
 * A line is a pair of sockets: the kernel's end takes events, the library reads them from its own.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/gpio.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#define LINES 54
#define CHIPS 64

static struct line {
  int theirs, ours, used, level;
  unsigned long long flags;
  unsigned seq;
} lines[LINES];
static int chips[CHIPS], opened;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static const char MODEL[] = "Raspberry Pi 5 Model B Rev 1.0";
static const unsigned char REVISION[] = {0, 0xc0, 0x41, 0x70};

static int pair(int *ours) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) return -1;
  *ours = ends[1];
  return ends[0];
}

static int file_of(const void *bytes, size_t size) {
  int file = memfd_create("device-tree", MFD_CLOEXEC);
  if (file < 0 || write(file, bytes, size) < 0) return -1;
  lseek(file, 0, SEEK_SET);
  return file;
}

/* Returns a descriptor, -1 with errno, or -2 where the path is none of ours. */
static int give(const char *path) {
  if (!strncmp(path, "/dev/gpiochip", 13)) {
    int ignored;
    if (strcmp(path + 13, "0") || opened == CHIPS) return errno = ENOENT, -1;
    return chips[opened++] = pair(&ignored);
  }
  if (!strcmp(path, "/proc/device-tree/model")) return file_of(MODEL, sizeof MODEL);
  if (!strcmp(path, "/proc/device-tree/system/linux,revision"))
    return file_of(REVISION, sizeof REVISION);
  return -2;
}

#define OPEN(name)                                                      \
  int name(const char *path, int flags, ...) {                          \
    static int (*real)(const char *, int, ...);                         \
    mode_t mode = 0;                                                    \
    if (flags & (O_CREAT | O_TMPFILE)) {                                \
      va_list rest;                                                     \
      va_start(rest, flags);                                            \
      mode = va_arg(rest, mode_t);                                      \
      va_end(rest);                                                     \
    }                                                                   \
    int given = give(path);                                             \
    if (given != -2) return given;                                      \
    if (!real) real = dlsym(RTLD_NEXT, #name);                          \
    return real(path, flags, mode);                                     \
  }
OPEN(open)
OPEN(open64)

static int is_chip(int file) {
  for (int i = 0; i < opened; i++)
    if (chips[i] == file) return 1;
  return 0;
}

static struct line *line_of(int file) {
  for (int i = 0; i < LINES; i++)
    if (lines[i].used && lines[i].theirs == file) return lines + i;
  return NULL;
}

static void wait_for_edges(void) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
}

ssize_t read(int file, void *into, size_t most) {
  static ssize_t (*real)(int, void *, size_t);
  if (!real) real = dlsym(RTLD_NEXT, "read");
  if (line_of(file)) wait_for_edges();
  return real(file, into, most);
}

int close(int file) {
  static int (*real)(int);
  if (!real) real = dlsym(RTLD_NEXT, "close");
  pthread_mutex_lock(&lock);
  struct line *line = line_of(file);
  if (line) {
    line->used = 0;
    real(line->ours);
  }
  for (int i = 0; i < opened; i++)
    if (chips[i] == file) chips[i] = -1;
  pthread_mutex_unlock(&lock);
  return real(file);
}

static int is_busy(int pin) {
  const char *busy = getenv("FAKE_GPIO_BUSY");
  char named[8];
  snprintf(named, sizeof named, ",%d,", pin);
  return lines[pin].used || (busy && strstr(busy, named));
}

static int request_line(struct gpio_v2_line_request *wanted) {
  int pin = wanted->offsets[0];
  if (is_busy(pin)) return errno = EBUSY, -1;
  struct line *line = lines + pin;
  line->flags = wanted->config.flags;
  wanted->fd = line->theirs = pair(&line->ours);
  line->used = 1;
  if (line->flags & GPIO_V2_LINE_FLAG_OUTPUT)
    line->level = wanted->config.attrs[0].attr.values & 1;
  else if (line->flags & GPIO_V2_LINE_FLAG_BIAS_PULL_UP)
    line->level = 1;
  return 0;
}

static int ask_chip(unsigned long what, void *about) {
  if (what == GPIO_GET_CHIPINFO_IOCTL) {
    struct gpiochip_info *chip = about;
    *chip = (struct gpiochip_info){.name = "gpiochip0", .label = "pinctrl-rp1", .lines = LINES};
    return 0;
  }
  if (what == GPIO_V2_GET_LINEINFO_IOCTL) {
    struct gpio_v2_line_info *info = about;
    struct line *line = lines + info->offset;
    unsigned long long flags = GPIO_V2_LINE_FLAG_INPUT;
    if (line->used) flags = line->flags | GPIO_V2_LINE_FLAG_USED;
    *info = (struct gpio_v2_line_info){.offset = info->offset, .flags = flags};
    return 0;
  }
  if (what == GPIO_V2_GET_LINE_IOCTL) {
    pthread_mutex_lock(&lock);
    int done = request_line(about);
    pthread_mutex_unlock(&lock);
    return done;
  }
  return errno = EINVAL, -1;
}

int ioctl(int file, unsigned long what, ...) {
  static int (*real)(int, unsigned long, ...);
  va_list rest;
  va_start(rest, what);
  void *about = va_arg(rest, void *);
  va_end(rest);
  if (is_chip(file)) return ask_chip(what, about);
  struct gpio_v2_line_values *values = about;
  struct line *line = line_of(file);
  if (line && what == GPIO_V2_LINE_GET_VALUES_IOCTL) {
    wait_for_edges();
    return values->bits = line->level, 0;
  }
  if (line && what == GPIO_V2_LINE_SET_VALUES_IOCTL) return line->level = values->bits & 1, 0;
  if (!real) real = dlsym(RTLD_NEXT, "ioctl");
  return real(file, what, about);
}

/* What a test calls. */

int level_of(int pin) { return lines[pin].level; }

int in_use(int pin) { return lines[pin].used; }

/* Lets pins change at times of CLOCK_MONOTONIC. All of it is one step for whoever reads: a process
 * that stops in between on a busy machine would otherwise make a press of a spike. */
void give_edges(int count, const int *pins, const int *levels, const unsigned long long *times) {
  pthread_mutex_lock(&lock);
  for (int i = 0; i < count; i++) {
    struct line *line = lines + pins[i];
    if (!line->used || line->level == levels[i]) continue;
    line->level = levels[i];
    if (!(line->flags & (levels[i] ? GPIO_V2_LINE_FLAG_EDGE_RISING : GPIO_V2_LINE_FLAG_EDGE_FALLING)))
      continue;
    struct gpio_v2_line_event event = {
        .timestamp_ns = times[i],
        .id = levels[i] ? GPIO_V2_LINE_EVENT_RISING_EDGE : GPIO_V2_LINE_EVENT_FALLING_EDGE,
        .offset = pins[i],
        .seqno = ++line->seq,
        .line_seqno = line->seq,
    };
    send(line->ours, &event, sizeof event, MSG_NOSIGNAL | MSG_DONTWAIT);
  }
  pthread_mutex_unlock(&lock);
}
