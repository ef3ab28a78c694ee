/**
 * Event files for TensorBoard in the folder of a training job, written from the newest views. Start
 * reading at {@link trainer.appmaster.tensorboard.TensorBoardFiles}.
 *
 * <p>Nothing here may disturb the job: a thread of its own writes, and a failure costs the events
 * and one warning.
 */
package trainer.appmaster.tensorboard;
