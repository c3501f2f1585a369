/* The function of rapidsnark that verifies, implemented by Vorpal: Groth16 on BN254.
 *
 * README.md lists the differences. All input is public, and the function takes variable time. It runs on the calling
 * thread. */
#ifndef VERIFIER_H
#define VERIFIER_H

#ifdef __cplusplus
extern "C" {
#endif

/* The results. */
#define VERIFIER_VALID_PROOF 0
#define VERIFIER_INVALID_PROOF 1
#define VERIFIER_ERROR 2 /* Null, malformed JSON, another number of signals, or a point or number that is none. */

/* Verifies a proof of public signals, all of them texts of JSON with a final zero. A failure writes what fits of a
 * message into `error_msg_maxsize` bytes, and a final zero; null, or a size of 0, asks for none. */
int groth16_verify(const char *proof, const char *inputs, const char *verification_key, char *error_msg,
                   unsigned long error_msg_maxsize);

#ifdef __cplusplus
}
#endif

#endif
