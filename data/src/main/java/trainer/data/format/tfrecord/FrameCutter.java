package trainer.data.format.tfrecord;

import trainer.data.file.FileCursor;
import trainer.data.file.PinnedFile;
import trainer.data.format.BlockSink;
import trainer.data.format.FormatSettings;

/**
 * Cuts a file into blocks of whole records: {@code trainer.block.records} each, or about {@code
 * trainer.text.block-bytes}. It reads the headers of frames and passes over the records.
 */
final class FrameCutter {
  private static final int WINDOW = 1 << 16;

  private final PinnedFile file;
  private final FormatSettings settings;
  private final FrameCheck check;

  FrameCutter(PinnedFile file, FormatSettings settings) {
    this.file = file;
    this.settings = settings;
    this.check = new FrameCheck(file, settings.maxRecordBytes());
  }

  /**
   * Reports the blocks.
   *
   * @throws trainer.core.failure.FailureException as {@link FrameCheck#frameBytes}
   */
  void cut(BlockSink blocks) {
    FileCursor cursor = new FileCursor(file, WINDOW);
    byte[] header = new byte[Frame.HEADER];
    long from = 0;
    long place = 0;
    long records = 0;
    while (place < file.length()) {
      check.requireHeader(place);
      cursor.seek(place);
      cursor.read(header, 0, header.length);
      place += check.frameBytes(header, 0, place);
      records++;
      if (isFull(records, place - from)) {
        blocks.block(from, place - from, records, 0);
        from = place;
        records = 0;
      }
    }
    if (records > 0) {
      blocks.block(from, place - from, records, 0);
    }
  }

  private boolean isFull(long records, long bytes) {
    return settings.blockRecords() > 0
        ? records == settings.blockRecords()
        : bytes >= settings.textBlockBytes();
  }
}
