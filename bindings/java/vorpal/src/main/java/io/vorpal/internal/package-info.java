/** The native library. Not part of the interface: it may change with every version. */
package io.vorpal.internal;
