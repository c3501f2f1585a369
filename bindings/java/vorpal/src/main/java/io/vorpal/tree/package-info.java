/**
 * The state tree of EIP-6800, in memory or on disk: commitments, history, witnesses.
 *
 * <p>Keys, values and roots have 32 bytes. A key is a stem of 31 bytes and a suffix. An argument of several keys is one
 * array or buffer, with the keys one after the other. All functions take variable time on public data.
 */
package io.vorpal.tree;
