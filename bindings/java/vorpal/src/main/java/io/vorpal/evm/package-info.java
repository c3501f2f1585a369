/**
 * Ethereum's precompiled contracts: the output and the gas of each, by the rules of a fork.
 *
 * <p>All functions take variable time on public data.
 */
package io.vorpal.evm;
