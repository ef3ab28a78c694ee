/**
 * The arithmetic of a share, over primitive arrays: the sorted union over the share's blocks
 * ({@code ShareKeys}), and gradients rounded once a key and block and added as integers ({@code
 * ShareCompute}). The sums are the same integers for any number of threads and any grouping of
 * blocks into shares. {@code RepeatedSumPredictor} predicts sums that will be equal. No sockets, no
 * files.
 */
package trainer.worker.compute;
