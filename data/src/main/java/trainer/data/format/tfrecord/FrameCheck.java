package trainer.data.format.tfrecord;

import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.data.file.PinnedFile;

/**
 * The check of a frame's header. No length is used before it passed.
 *
 * @param maxRecordBytes the most bytes of a record
 */
record FrameCheck(PinnedFile file, int maxRecordBytes) {
  /**
   * The bytes of the whole frame whose header is given.
   *
   * @param place of the frame in the file
   * @throws FailureException INPUT_CORRUPT, INPUT_TRUNCATED, RECORD_TOO_LARGE
   */
  long frameBytes(byte[] bytes, int at, long place) {
    if (!Frame.isHeader(bytes, at)) {
      throw new FailureException(
          FailureKind.INPUT_CORRUPT,
          "the length of a record does not match its checksum",
          where(place),
          "write the file again");
    }
    long length = Frame.length(bytes, at);
    long room = file.length() - place - Frame.HEADER - Frame.TRAILER;
    if (length < 0 || length > room) {
      throw truncated(place);
    }
    if (length > maxRecordBytes) {
      throw new FailureException(
          FailureKind.RECORD_TOO_LARGE,
          "a record of " + length + " bytes",
          where(place),
          "raise trainer.input.max-record-bytes or write smaller records");
    }
    return Frame.HEADER + length + Frame.TRAILER;
  }

  /** Rejects a place at which the file has no room for a header. */
  void requireHeader(long place) {
    if (file.length() - place < Frame.HEADER) {
      throw truncated(place);
    }
  }

  private FailureException truncated(long place) {
    return new FailureException(
        FailureKind.INPUT_TRUNCATED,
        "the file ends at byte " + file.length() + ", within a record",
        where(place),
        "write it again");
  }

  private String where(long place) {
    return file.file().path() + " at byte " + place;
  }
}
