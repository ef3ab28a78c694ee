/**
 * TFRecord files of {@code tf.Example}. A frame is the length of a record, its checksum, the record
 * and its checksum. Start at {@link trainer.data.format.tfrecord.TfRecordFormat}.
 */
package trainer.data.format.tfrecord;
