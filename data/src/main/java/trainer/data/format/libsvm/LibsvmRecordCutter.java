package trainer.data.format.libsvm;

import java.util.Arrays;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.data.file.PinnedFile;
import trainer.data.format.BlockSink;
import trainer.data.format.ByteOrderMark;
import trainer.data.format.FormatSettings;

/** Cuts text into blocks of a set number of records; reads the file once, from end to end. */
final class LibsvmRecordCutter {
  private static final int CHUNK = 1 << 18;

  /** The state of the scan within a line. */
  private enum In {
    /** Only blanks so far. */
    BLANK,
    /** After a # that came first. */
    COMMENT,
    RECORD
  }

  private final PinnedFile file;
  private final FormatSettings settings;
  private long blockStart;
  private long lineStart;
  private int records;
  private In in = In.BLANK;

  LibsvmRecordCutter(PinnedFile file, FormatSettings settings) {
    this.file = file;
    this.settings = settings;
  }

  void cut(BlockSink blocks) {
    byte[] chunk = new byte[CHUNK];
    for (long at = 0; at < file.length(); at += chunk.length) {
      int length = (int) Math.min(chunk.length, file.length() - at);
      file.read(at, chunk, 0, length);
      if (at == 0) {
        // The mark is no part of the first line, which may be blank.
        Arrays.fill(chunk, 0, ByteOrderMark.length(chunk, length), (byte) ' ');
      }
      scan(chunk, length, at, blocks);
    }
    endLine(file.length(), blocks);
    if (records > 0) {
      block(file.length(), blocks);
    }
  }

  private void scan(byte[] chunk, int length, long at, BlockSink blocks) {
    for (int i = 0; i < length; i++) {
      byte c = chunk[i];
      if (c == '\n') {
        endLine(at + i + 1, blocks);
      } else if (in == In.BLANK && !LibsvmParser.blank(c)) {
        in = c == '#' ? In.COMMENT : In.RECORD;
      }
    }
  }

  private void endLine(long end, BlockSink blocks) {
    if (end - lineStart > settings.maxRecordBytes()) {
      throw LineReader.tooLong(file, lineStart, settings.maxRecordBytes());
    }
    if (in == In.RECORD && ++records == settings.blockRecords()) {
      block(end, blocks);
    }
    in = In.BLANK;
    lineStart = end;
  }

  private void block(long end, BlockSink blocks) {
    if (end - blockStart > LineReader.MOST) {
      throw new FailureException(
          FailureKind.RECORD_TOO_LARGE,
          records + " records take " + (end - blockStart) + " bytes, more than one block can hold",
          file.file().path() + " at byte " + blockStart,
          "lower trainer.block.records");
    }
    blocks.block(blockStart, end - blockStart, records, 0);
    blockStart = end;
    records = 0;
  }
}
