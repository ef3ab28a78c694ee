package trainer.data.format.tfrecord;

import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.data.file.PinnedFile;
import trainer.data.format.BlockDecoder;
import trainer.data.format.ExamplesBuffer;
import trainer.data.format.payload.PayloadDecoder;

/** A decoder of blocks of whole records. */
final class TfRecordDecoder implements BlockDecoder {
  private final PinnedFile file;
  private final FrameReader frames;
  private final PayloadDecoder records;
  private final ExamplesBuffer buffer;

  /**
   * @param records decodes into {@code buffer}
   */
  TfRecordDecoder(
      PinnedFile file, int maxRecordBytes, PayloadDecoder records, ExamplesBuffer buffer) {
    this.file = file;
    this.frames = new FrameReader(file, maxRecordBytes);
    this.records = records;
    this.buffer = buffer;
  }

  @Override
  public BlockContent decode(Block block) {
    buffer.clear();
    frames.begin(block.offset(), block.offset() + block.length());
    while (frames.next()) {
      if (frames.isIntact()) {
        records.decode(frames.bytes(), frames.from(), frames.to(), this::invalid);
      } else {
        buffer.reject(this::damaged);
      }
    }
    if (block.records() >= 0 && block.records() != buffer.seen()) {
      throw new FailureException(
          FailureKind.INPUT_CHANGED,
          "a block of " + block.records() + " records has " + buffer.seen() + " now",
          file.file().path() + " at byte " + block.offset(),
          "start a new job");
    }
    return buffer.build();
  }

  private Failure invalid(String what, String advice) {
    return new Failure(FailureKind.DATA_INVALID, what, where(), advice);
  }

  private Failure damaged() {
    return new Failure(
        FailureKind.INPUT_CORRUPT,
        "a record does not match its checksum",
        where(),
        "write the file again");
  }

  private String where() {
    return file.file().path() + ", record at byte " + frames.place();
  }
}
