/** The errors, the results of batches, and the native library of all packages. */
package io.vorpal;
