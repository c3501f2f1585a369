/* The C interface of c-kzg 2.1.8, implemented by Vorpal: blobs of EIP-4844 and cells of EIP-7594.
 *
 * Names, values and layouts are those of c-kzg's headers. README.md lists the differences. All input is public, and all
 * functions take variable time. They run on the calling thread. Several threads may use settings at the same time. */
#ifndef CKZG_H
#define CKZG_H

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define BYTES_PER_COMMITMENT 48
#define BYTES_PER_PROOF 48
#define BYTES_PER_FIELD_ELEMENT 32
#define FIELD_ELEMENTS_PER_BLOB 4096
#define FIELD_ELEMENTS_PER_EXT_BLOB 8192
#define FIELD_ELEMENTS_PER_CELL 64
#define BYTES_PER_BLOB (FIELD_ELEMENTS_PER_BLOB * BYTES_PER_FIELD_ELEMENT)
#define BYTES_PER_CELL (FIELD_ELEMENTS_PER_CELL * BYTES_PER_FIELD_ELEMENT)
/* The cells that determine a blob, and those of an extended blob. */
#define CELLS_PER_BLOB (FIELD_ELEMENTS_PER_BLOB / FIELD_ELEMENTS_PER_CELL)
#define CELLS_PER_EXT_BLOB (FIELD_ELEMENTS_PER_EXT_BLOB / FIELD_ELEMENTS_PER_CELL)

#ifdef __cplusplus
extern "C" {
#endif

/* The result of a function. */
typedef enum {
    C_KZG_OK = 0,  /* Success. */
    C_KZG_BADARGS, /* An argument is malformed, or null where it must not be. */
    C_KZG_ERROR,   /* An internal error. */
    C_KZG_MALLOC,  /* There is no memory for tables of proofs of cells. */
} C_KZG_RET;

/* Bytes that are not checked. */
typedef struct {
    uint8_t bytes[32];
} Bytes32;
typedef struct {
    uint8_t bytes[48];
} Bytes48;
typedef struct {
    uint8_t bytes[BYTES_PER_BLOB];
} Blob;
typedef struct {
    uint8_t bytes[BYTES_PER_CELL];
} Cell;

/* Bytes that a function returned. */
typedef Bytes48 KZGCommitment;
typedef Bytes48 KZGProof;

/* A scalar in Montgomery form, least significant limb first, as in blst. */
typedef struct {
    uint64_t l[4];
} fr_t;
/* A point of G1: x = X / Z^2, y = Y / Z^3, in Montgomery form; Z is zero for infinity, as in blst. */
typedef struct {
    uint64_t x[6], y[6], z[6];
} g1_t;

/* A trusted setup, with the names and the layout of c-kzg. `tables` has the setup of this library, `wbits` the argument
 * `precompute`. All other fields are null or zero. */
typedef struct {
    fr_t *roots_of_unity;
    fr_t *brp_roots_of_unity;
    fr_t *reverse_roots_of_unity;
    g1_t *g1_values_monomial;
    g1_t *g1_values_lagrange_brp;
    void *g2_values_monomial;
    g1_t **x_ext_fft_columns;
    void *tables;
    size_t wbits;
    size_t scratch_size;
} KZGSettings;

/* Loads the setup of compressed points: 4,096 powers in G1, 4,096 points of the Lagrange basis, 65 powers in G2, each
 * list in natural order. All points are checked, and that the lists belong together. `precompute` is at
 * most 15: tables have at most c-kzg's memory for the same number, 768 KiB times 2^(precompute - 1), or 1.5 MiB if that
 * is more. With 0, the first proofs of cells make tables of 1.5 MiB. After an error the settings are zero. */
C_KZG_RET load_trusted_setup(KZGSettings *out, const uint8_t *g1_monomial_bytes, uint64_t num_g1_monomial_bytes,
                             const uint8_t *g1_lagrange_bytes, uint64_t num_g1_lagrange_bytes,
                             const uint8_t *g2_monomial_bytes, uint64_t num_g2_monomial_bytes, uint64_t precompute);

/* As `load_trusted_setup`, from the rest of a file: the numbers 4096 and 65, the points of the Lagrange basis, the
 * powers in G2 and those in G1, in hexadecimal digits, a line each. The caller closes the file. */
C_KZG_RET load_trusted_setup_file(KZGSettings *out, FILE *in, uint64_t precompute);

/* Frees what settings point to, and makes them zero. Null and settings of zeros are ignored. */
void free_trusted_setup(KZGSettings *s);

/* EIP-4844. Verifications write false to `*ok` first: after an error it is false. */

C_KZG_RET blob_to_kzg_commitment(KZGCommitment *out, const Blob *blob, const KZGSettings *s);
C_KZG_RET compute_kzg_proof(KZGProof *proof_out, Bytes32 *y_out, const Blob *blob, const Bytes32 *z_bytes,
                            const KZGSettings *s);
C_KZG_RET compute_blob_kzg_proof(KZGProof *out, const Blob *blob, const Bytes48 *commitment_bytes,
                                 const KZGSettings *s);
C_KZG_RET verify_kzg_proof(bool *ok, const Bytes48 *commitment_bytes, const Bytes32 *z_bytes, const Bytes32 *y_bytes,
                           const Bytes48 *proof_bytes, const KZGSettings *s);
C_KZG_RET verify_blob_kzg_proof(bool *ok, const Blob *blob, const Bytes48 *commitment_bytes,
                                const Bytes48 *proof_bytes, const KZGSettings *s);
/* True without blobs. */
C_KZG_RET verify_blob_kzg_proof_batch(bool *ok, const Blob *blobs, const Bytes48 *commitments_bytes,
                                      const Bytes48 *proofs_bytes, uint64_t n, const KZGSettings *s);

/* EIP-7594. */

/* `cells` and `proofs` have places for `CELLS_PER_EXT_BLOB` values. One of them may be null, and is left out. */
C_KZG_RET compute_cells_and_kzg_proofs(Cell *cells, KZGProof *proofs, const Blob *blob, const KZGSettings *s);
/* From 64 to 128 cells with strictly ascending indices. One of the outputs may be null, and is left out. */
C_KZG_RET recover_cells_and_kzg_proofs(Cell *recovered_cells, KZGProof *recovered_proofs, const uint64_t *cell_indices,
                                       const Cell *cells, uint64_t num_cells, const KZGSettings *s);
/* A commitment, an index, a cell and a proof for each entry, in any order; true without entries. */
C_KZG_RET verify_cell_kzg_proof_batch(bool *ok, const Bytes48 *commitments_bytes, const uint64_t *cell_indices,
                                      const Cell *cells, const Bytes48 *proofs_bytes, uint64_t num_cells,
                                      const KZGSettings *s);

/* What c-kzg exposes for tests. Functions without a result write nothing if an argument is malformed. */

void bytes_from_uint64(uint8_t out[8], uint64_t n);
void bytes_from_g1(Bytes48 *out, const g1_t *in);
void bytes_from_bls_field(Bytes32 *out, const fr_t *in);
C_KZG_RET bytes_to_bls_field(fr_t *out, const Bytes32 *b);
C_KZG_RET bytes_to_kzg_commitment(g1_t *out, const Bytes48 *b);
C_KZG_RET bytes_to_kzg_proof(g1_t *out, const Bytes48 *b);
void hash_to_bls_field(fr_t *out, const Bytes32 *b);
void compute_challenge(fr_t *eval_challenge_out, const Blob *blob, const g1_t *commitment);
C_KZG_RET compute_verify_cell_kzg_proof_batch_challenge(fr_t *challenge_out, const Bytes48 *commitments_bytes,
                                                        uint64_t num_commitments, const uint64_t *commitment_indices,
                                                        const uint64_t *cell_indices, const Cell *cells,
                                                        const Bytes48 *proofs_bytes, uint64_t num_cells);

#ifdef __cplusplus
}
#endif

#endif
