/* A circuit's key, witness, proof and public signals, from the files that all bindings share. */
#ifndef GROTH16_H
#define GROTH16_H

#include "check.h"

#define GROTH16_FOLDER "../testdata/groth16/"

typedef struct {
    uint8_t *bytes;
    size_t len;
} File;

static inline File file_of(const char *curve, const char *name) {
    char path[200];
    CHECK(snprintf(path, sizeof path, GROTH16_FOLDER "%s/%s", curve, name) > 0);
    FILE *stream = fopen(path, "rb");
    CHECK(stream != NULL && fseek(stream, 0, SEEK_END) == 0);
    File file = {NULL, (size_t)ftell(stream)};
    file.bytes = (uint8_t *)allocate(file.len);
    rewind(stream);
    CHECK(fread(file.bytes, 1, file.len, stream) == file.len);
    fclose(stream);
    return file;
}

typedef struct {
    char path[200];
    File zkey, wtns, key, proof, public_;
} Circuit;

static inline Circuit circuit_of(const char *curve) {
    Circuit circuit;
    CHECK(snprintf(circuit.path, sizeof circuit.path, GROTH16_FOLDER "%s/circuit.zkey", curve) > 0);
    circuit.zkey = file_of(curve, "circuit.zkey"), circuit.wtns = file_of(curve, "witness.wtns");
    circuit.key = file_of(curve, "verification_key.json");
    circuit.proof = file_of(curve, "proof.json"), circuit.public_ = file_of(curve, "public.json");
    return circuit;
}

static inline void free_circuit(Circuit *circuit) {
    free(circuit->zkey.bytes), free(circuit->wtns.bytes), free(circuit->key.bytes);
    free(circuit->proof.bytes), free(circuit->public_.bytes);
}

#endif
