/** Classes of besu-native that Besu calls. */
package org.hyperledger.besu.nativelib.arithmetic;
