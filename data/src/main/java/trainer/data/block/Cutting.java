package trainer.data.block;

import trainer.core.config.Keys;
import trainer.core.config.Settings;

/**
 * How files are cut into blocks.
 *
 * @param blockRecords records a block, or 0 for the format's own blocks
 * @param textBlockBytes bytes a block of text, when {@code blockRecords} is 0
 * @param maxRecordBytes bytes of a line, or of an uncompressed Avro block, at most
 * @param maxBadRecords broken records a file may have
 */
public record Cutting(
    int blockRecords, long textBlockBytes, int maxRecordBytes, int maxBadRecords) {
  /** What {@code trainer.block.records} and {@code trainer.text.block-bytes} say. */
  public static Cutting of(Settings settings) {
    return new Cutting(
        settings.get(Keys.BLOCK_RECORDS),
        settings.get(Keys.TEXT_BLOCK_BYTES),
        Math.toIntExact(settings.get(Keys.INPUT_MAX_RECORD_BYTES)),
        settings.get(Keys.INPUT_MAX_BAD_RECORDS));
  }
}
