/**
 * Training under {@code bsp}: a mini-batch is cut into shares, and a version is complete when all
 * are pushed. Start with {@code BspTraining}.
 */
package trainer.master.job.bsp;
