/**
 * PaddlePaddle's RecordIO files. A chunk is a header and some records, compressed as a whole. Start
 * at {@link trainer.data.format.recordio.RecordIoFormat}.
 */
package trainer.data.format.recordio;
