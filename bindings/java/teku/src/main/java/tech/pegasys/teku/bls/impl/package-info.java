/** Declarations of Teku's types for the compiler, which the jar does not contain. */
package tech.pegasys.teku.bls.impl;
