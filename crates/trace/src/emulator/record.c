/* A plugin of QEMU's user mode: it records the executed instructions of an AArch64 program from the first secret on.
 *
 * Argument: trace=PATH. The plugin writes two files.
 *   PATH.code   a line for every instruction of the program: address, encoding (both hexadecimal), symbol or "?"
 *   PATH        words of 64 bits: the address of an executed instruction, or 2^62 + the address of an access to memory
 *               by the instruction before it. The word 2^63 is a secret in another thread, which is not recorded.
 *
 * The mark of a secret is the instruction `hint #101` (`vorpal_limbs::taint`). The thread of the first mark is
 * recorded.
 *
 * The declarations below are those of qemu-plugin.h, version 1, which packages of QEMU do not contain. */

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct qemu_plugin_tb;
struct qemu_plugin_insn;
typedef void on_execution(unsigned cpu, void *data);
typedef void on_access(unsigned cpu, uint32_t info, uint64_t address, void *data);

void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id, void (*call)(uint64_t, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *, on_execution *, int registers, void *data);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *, on_access *, int registers, int kinds, void *data);
void qemu_plugin_register_atexit_cb(uint64_t id, void (*call)(uint64_t, void *), void *data);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *, size_t);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *);
const char *qemu_plugin_insn_symbol(const struct qemu_plugin_insn *);

#define EXPORTED __attribute__((visibility("default")))
EXPORTED int qemu_plugin_version = 1;

enum { NO_REGISTERS = 0, READS_AND_WRITES = 3 };
#define SECRET (0xd503201fu + (101u << 5))
#define ACCESS (UINT64_C(1) << 62)
#define OTHER_THREAD (UINT64_C(1) << 63)

static FILE *code, *trace;
static unsigned recorded;
static int started;

static void write_word(uint64_t word) {
    if (fwrite(&word, sizeof word, 1, trace) != 1) {
        perror("the recorded trace");
        abort();
    }
}

static void on_mark(unsigned cpu, void *data) {
    (void)data;
    if (!started) {
        started = 1;
        recorded = cpu;
    } else if (cpu != recorded) {
        write_word(OTHER_THREAD);
    }
}

static void on_instruction(unsigned cpu, void *address) {
    if (started && cpu == recorded) write_word((uint64_t)(uintptr_t)address);
}

static void on_memory(unsigned cpu, uint32_t info, uint64_t address, void *data) {
    (void)info, (void)data;
    if (started && cpu == recorded) write_word(ACCESS | address);
}

static void on_translation(uint64_t id, struct qemu_plugin_tb *block) {
    (void)id;
    size_t count = qemu_plugin_tb_n_insns(block);
    for (size_t i = 0; i < count; i++) {
        struct qemu_plugin_insn *instruction = qemu_plugin_tb_get_insn(block, i);
        uint32_t word;
        memcpy(&word, qemu_plugin_insn_data(instruction), sizeof word);
        uint64_t address = qemu_plugin_insn_vaddr(instruction);
        const char *symbol = qemu_plugin_insn_symbol(instruction);
        fprintf(code, "%llx %x %s\n", (unsigned long long)address, word, symbol && *symbol ? symbol : "?");
        if (word == SECRET)
            qemu_plugin_register_vcpu_insn_exec_cb(instruction, on_mark, NO_REGISTERS, NULL);
        void *data = (void *)(uintptr_t)address;
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, on_instruction, NO_REGISTERS, data);
        qemu_plugin_register_vcpu_mem_cb(instruction, on_memory, NO_REGISTERS, READS_AND_WRITES, NULL);
    }
}

static void on_exit_of_program(uint64_t id, void *data) {
    (void)id, (void)data;
    fclose(code);
    fclose(trace);
}

EXPORTED int qemu_plugin_install(uint64_t id, const void *info, int count, char **arguments) {
    (void)info;
    if (count != 1 || strncmp(arguments[0], "trace=", 6) != 0) {
        fprintf(stderr, "the plugin takes one argument: trace=PATH\n");
        return 1;
    }
    const char *path = arguments[0] + 6;
    char *of_code = malloc(strlen(path) + sizeof ".code");
    if (!of_code) return 1;
    strcat(strcpy(of_code, path), ".code");
    code = fopen(of_code, "w");
    trace = fopen(path, "wb");
    free(of_code);
    if (!code || !trace) {
        perror(path);
        return 1;
    }
    qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
    qemu_plugin_register_atexit_cb(id, on_exit_of_program, NULL);
    return 0;
}
