/* The functions of rapidsnark that prove, implemented by Vorpal: Groth16 on BN254 with the keys of snarkjs and the
 * witnesses of circom.
 *
 * Names, parameters and codes are those of rapidsnark's header. README.md lists the differences. Several threads may
 * call all functions at the same time. Proofs run on threads that the first proof or prover starts: as many as
 * cores, or as the environment variable RAYON_NUM_THREADS says. Proofs take variable time in the witness.
 *
 * A key is a file .zkey, a witness a file .wtns, in memory or by its path. Sizes of memory are in bytes. A function
 * that fails writes a message to `error_msg`: what fits of it into `error_msg_maxsize` bytes, and a final zero. Null,
 * or a size of 0, asks for no message. */
#ifndef PROVER_H
#define PROVER_H

#ifdef __cplusplus
extern "C" {
#endif

/* The results of functions. */
#define PROVER_OK 0                     /* Success. */
#define PROVER_ERROR 1                  /* Null, a malformed key or witness, or another failure. */
#define PROVER_ERROR_SHORT_BUFFER 2     /* A buffer is too small; the sizes are those that are needed. */
#define PROVER_INVALID_WITNESS_LENGTH 3 /* The witness has another number of values than the key has signals. */

/* Writes the size of a buffer that is large enough for every proof. */
void groth16_proof_size(unsigned long long *proof_size);

/* Writes the size of a buffer that is large enough for the public signals of a key, of which the header is read. */
int groth16_public_size_for_zkey_buf(const void *zkey_buffer, unsigned long long zkey_size,
                                     unsigned long long *public_size, char *error_msg,
                                     unsigned long long error_msg_maxsize);
int groth16_public_size_for_zkey_file(const char *zkey_fname, unsigned long long *public_size, char *error_msg,
                                      unsigned long long error_msg_maxsize);

/* Creates a prover for many proofs with one key. The prover has its own copy of the key. */
int groth16_prover_create(void **prover_object, const void *zkey_buffer, unsigned long long zkey_size,
                          char *error_msg, unsigned long long error_msg_maxsize);
int groth16_prover_create_zkey_file(void **prover_object, const char *zkey_file_path, char *error_msg,
                                    unsigned long long error_msg_maxsize);

/* Destroys a prover; null is ignored. */
void groth16_prover_destroy(void *prover_object);

/* Proves, and writes the proof and the public signals as JSON, with a final zero. `*proof_size` and `*public_size` are
 * the sizes of the buffers before the call, and the lengths without the zero after it. If one of the buffers is too
 * small, neither is written, and the numbers are the sizes that are needed, with the zero.
 *
 * A witness that does not satisfy the circuit has a proof as well, which is not valid. */
int groth16_prover_prove(void *prover_object, const void *wtns_buffer, unsigned long long wtns_size,
                         char *proof_buffer, unsigned long long *proof_size, char *public_buffer,
                         unsigned long long *public_size, char *error_msg, unsigned long long error_msg_maxsize);

/* A prover for one proof. */
int groth16_prover(const void *zkey_buffer, unsigned long long zkey_size, const void *wtns_buffer,
                   unsigned long long wtns_size, char *proof_buffer, unsigned long long *proof_size,
                   char *public_buffer, unsigned long long *public_size, char *error_msg,
                   unsigned long long error_msg_maxsize);
int groth16_prover_zkey_file(const char *zkey_file_path, const void *wtns_buffer, unsigned long long wtns_size,
                             char *proof_buffer, unsigned long long *proof_size, char *public_buffer,
                             unsigned long long *public_size, char *error_msg,
                             unsigned long long error_msg_maxsize);

#ifdef __cplusplus
}
#endif

#endif
