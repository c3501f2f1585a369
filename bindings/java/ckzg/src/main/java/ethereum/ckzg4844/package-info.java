/** The classes of jc-kzg-4844. */
package ethereum.ckzg4844;
