package tech.pegasys.teku.bls;

/** A part of a batch. */
public interface BatchSemiAggregate {}
