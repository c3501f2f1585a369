/** The classes that Teku loads for BLS signatures, by the names of those that use blst. */
package tech.pegasys.teku.bls.impl.blst;
