/**
 * The arithmetic of a share, over primitive arrays: the sorted union over the share's blocks
 * ({@code ShareKeys}), gradients rounded once a key and block and added as integers ({@code
 * ShareCompute}). Whatever the number of threads and however blocks are grouped into shares, the
 * sums are the same integers; which of them will be equal to others is guessed by {@code
 * LikelyEqual}. No sockets, no files.
 */
package trainer.worker.compute;
