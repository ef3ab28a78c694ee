package trainer.data.format;

import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.input.RecordSampler;
import trainer.data.file.PinnedFile;

/**
 * The settings of a job by which a format cuts files into blocks and decodes them.
 *
 * @param blockRecords records per block, or 0 for the format's own blocks
 * @param textBlockBytes bytes per block of text, when {@code blockRecords} is 0; 0 for a number
 *     derived from the size of the input ({@link #ofInput})
 * @param maxRecordBytes the most bytes of a line, or of an uncompressed Avro block
 * @param maxBadRecords broken records a file may have
 * @param table the use of the columns, for formats of tables
 * @param job all settings of the job, for keys of one format alone
 */
public record FormatSettings(
    int blockRecords,
    long textBlockBytes,
    int maxRecordBytes,
    int maxBadRecords,
    TableUse table,
    Settings job) {
  private static final int UNIT_BLOCK_RECORDS = 1000;

  /** Blocks of a small input: as many updates an epoch as of a large one. */
  private static final int TEXT_BLOCKS = 64;

  private static final long LEAST_TEXT_BYTES = 1 << 10;
  private static final long MOST_TEXT_BYTES = 32 << 10;

  /** The same with another number of records per block. */
  FormatSettings withBlockRecords(int records) {
    return new FormatSettings(records, textBlockBytes, maxRecordBytes, maxBadRecords, table, job);
  }

  /**
   * The same for the blocks of one input.
   *
   * @param bytes of all its files
   */
  FormatSettings ofInput(long bytes) {
    if (textBlockBytes > 0) {
      return this;
    }
    long each = Math.max(LEAST_TEXT_BYTES, Math.min(MOST_TEXT_BYTES, bytes / TEXT_BLOCKS));
    return new FormatSettings(blockRecords, each, maxRecordBytes, maxBadRecords, table, job);
  }

  /** Records of a block of a unit, such as a row group: those that the job sets, or 1,000. */
  public int recordsOfUnitBlock() {
    return blockRecords > 0 ? blockRecords : UNIT_BLOCK_RECORDS;
  }

  /** The sampler of the records of a file. */
  public RecordSampler sampler(PinnedFile file) {
    return RecordSampler.of(job, file.file().split());
  }

  /**
   * Those of a job.
   *
   * @throws trainer.core.failure.FailureException CONFIG_INVALID for {@code trainer.features} that
   *     are no list of terms
   */
  public static FormatSettings of(Settings settings) {
    return new FormatSettings(
        settings.get(Keys.BLOCK_RECORDS),
        settings.get(Keys.TEXT_BLOCK_BYTES),
        Math.toIntExact(settings.get(Keys.INPUT_MAX_RECORD_BYTES)),
        settings.get(Keys.INPUT_MAX_BAD_RECORDS),
        TableUse.of(settings),
        settings);
  }
}
