/**
 * Event files for TensorBoard in the folder of a training job. Start reading at {@link
 * trainer.appmaster.tensorboard.TensorBoardFiles}.
 */
package trainer.appmaster.tensorboard;
