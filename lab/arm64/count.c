// A plugin of qemu-user that counts executed instructions.
//
//   qemu-aarch64 -plugin count.so,out=FILE,syscall=NUMBER[,argument=VALUE][,path=LENGTH,interval=INDEX]
//                [,runs=1] PROGRAM
//
// A mark is a call of the system call NUMBER, and of its first argument VALUE if it is given. The end of the program is
// the last mark. Interval 0 ends at the first mark. FILE has one line for each event:
//
//   code ID HEX        translated code, the bytes of its instructions; with `path` or `runs`
//   path ID ID ...     the first LENGTH translations that were executed in interval INDEX, in order
//   ran ID TIMES       with `runs`: a translation was executed as often since the previous mark
//   mark TOTAL         the number of executed instructions, of all threads, since the program's start
//
// The counter has no lock, so only programs that execute one thread at a time are counted exactly.
//
// The header of qemu's plugin interface (version 1) is not packaged everywhere. The used part is declared here.

#include <inttypes.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
struct qemu_info_t;
enum { INLINE_ADD_U64 = 0, NO_REGISTERS = 0 };

typedef void translation_callback(qemu_plugin_id_t, struct qemu_plugin_tb *);
typedef void execution_callback(unsigned int vcpu, void *data);
typedef void end_callback(qemu_plugin_id_t, void *data);
typedef void syscall_callback(qemu_plugin_id_t, unsigned int vcpu, int64_t number, uint64_t, uint64_t, uint64_t,
                              uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);

extern void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t, translation_callback *);
extern void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *, execution_callback *, int flags, void *data);
extern void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *, int operation, void *, uint64_t);
extern void qemu_plugin_register_vcpu_syscall_cb(qemu_plugin_id_t, syscall_callback *);
extern void qemu_plugin_register_atexit_cb(qemu_plugin_id_t, end_callback *, void *data);
extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
extern struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *, size_t);
extern const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *);
extern size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *);

static struct {
    FILE *out;
    int64_t syscall;
    bool only_argument;
    uint64_t argument, length, interval, runs;
} options = {.syscall = -1};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t instructions, marks, translations;
static uint64_t *path, executed;

// The executions of a translation, in all and up to the last mark.
struct runs {
    struct runs *next;
    uint64_t id, times, written;
};
static struct runs *all_runs;

static void die(const char *what, const char *value) {
    fprintf(stderr, "count: %s %s\n", what, value);
    exit(2);
}

static void write_runs(void) {
    for (struct runs *runs = all_runs; runs; runs = runs->next) {
        if (runs->times != runs->written) {
            fprintf(options.out, "ran %" PRIu64 " %" PRIu64 "\n", runs->id, runs->times - runs->written);
            runs->written = runs->times;
        }
    }
}

static void count_runs(struct qemu_plugin_tb *translation, uint64_t id) {
    struct runs *runs = calloc(1, sizeof *runs);
    if (!runs) {
        die("no memory for", "translations");
    }
    runs->id = id;
    runs->next = all_runs;
    all_runs = runs;
    qemu_plugin_register_vcpu_tb_exec_inline(translation, INLINE_ADD_U64, &runs->times, 1);
}

static void mark(void) {
    pthread_mutex_lock(&lock);
    write_runs();
    if (executed) {
        fputs("path", options.out);
        for (uint64_t i = 0; i < executed; i++) {
            fprintf(options.out, " %" PRIu64, path[i]);
        }
        fputc('\n', options.out);
        executed = 0;
    }
    marks++;
    fprintf(options.out, "mark %" PRIu64 "\n", instructions);
    if (fflush(options.out)) {
        die("cannot write", "the file");
    }
    pthread_mutex_unlock(&lock);
}

static void begun(unsigned int vcpu, void *id) {
    (void)vcpu;
    if (marks == options.interval && executed < options.length) {
        path[executed++] = (uintptr_t)id;
    }
}

static void translated(qemu_plugin_id_t plugin, struct qemu_plugin_tb *translation) {
    (void)plugin;
    size_t count = qemu_plugin_tb_n_insns(translation);
    qemu_plugin_register_vcpu_tb_exec_inline(translation, INLINE_ADD_U64, &instructions, count);
    if (!options.length && !options.runs) {
        return;
    }
    pthread_mutex_lock(&lock);
    uintptr_t id = translations++;
    fprintf(options.out, "code %" PRIuPTR " ", id);
    for (size_t i = 0; i < count; i++) {
        const struct qemu_plugin_insn *instruction = qemu_plugin_tb_get_insn(translation, i);
        const unsigned char *bytes = qemu_plugin_insn_data(instruction);
        for (size_t byte = 0; byte < qemu_plugin_insn_size(instruction); byte++) {
            fprintf(options.out, "%02x", bytes[byte]);
        }
    }
    fputc('\n', options.out);
    if (options.runs) {
        count_runs(translation, id);
    }
    pthread_mutex_unlock(&lock);
    if (options.length) {
        qemu_plugin_register_vcpu_tb_exec_cb(translation, begun, NO_REGISTERS, (void *)id);
    }
}

static void called(qemu_plugin_id_t plugin, unsigned int vcpu, int64_t number, uint64_t argument, uint64_t a2,
                   uint64_t a3, uint64_t a4, uint64_t a5, uint64_t a6, uint64_t a7, uint64_t a8) {
    (void)plugin, (void)vcpu, (void)a2, (void)a3, (void)a4, (void)a5, (void)a6, (void)a7, (void)a8;
    if (number == options.syscall && (!options.only_argument || argument == options.argument)) {
        mark();
    }
}

static void ended(qemu_plugin_id_t plugin, void *data) {
    (void)plugin, (void)data;
    mark();
}

static uint64_t number(const char *text) {
    char *end;
    uint64_t value = strtoull(text, &end, 10);
    if (end == text || *end) {
        die("not a number:", text);
    }
    return value;
}

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

__attribute__((visibility("default"))) int qemu_plugin_install(qemu_plugin_id_t plugin, const struct qemu_info_t *info,
                                                               int count, char **arguments) {
    (void)info;
    for (int i = 0; i < count; i++) {
        char *value = strchr(arguments[i], '=');
        if (!value) {
            die("no value:", arguments[i]);
        }
        *value++ = 0;
        if (!strcmp(arguments[i], "out")) {
            options.out = fopen(value, "w");
            if (!options.out) {
                die("cannot write", value);
            }
        } else if (!strcmp(arguments[i], "syscall")) {
            options.syscall = (int64_t)number(value);
        } else if (!strcmp(arguments[i], "argument")) {
            options.only_argument = true;
            options.argument = number(value);
        } else if (!strcmp(arguments[i], "path")) {
            options.length = number(value);
        } else if (!strcmp(arguments[i], "interval")) {
            options.interval = number(value);
        } else if (!strcmp(arguments[i], "runs")) {
            options.runs = number(value);
        } else {
            die("unknown option", arguments[i]);
        }
    }
    path = calloc(options.length + 1, sizeof *path);
    if (!options.out || !path) {
        die("no memory, or missing option", "out");
    }
    qemu_plugin_register_vcpu_tb_trans_cb(plugin, translated);
    qemu_plugin_register_vcpu_syscall_cb(plugin, called);
    qemu_plugin_register_atexit_cb(plugin, ended, NULL);
    return 0;
}
