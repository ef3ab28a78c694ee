package trainer.data.format.recordio;

import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.data.file.FileCursor;
import trainer.data.file.PinnedFile;

/** Reads the headers of chunks in order, and passes over their records. */
final class ChunkWalk {
  private final PinnedFile file;
  private final int mostBytes;
  private final FileCursor cursor;
  private final byte[] header = new byte[ChunkHeader.LENGTH];
  private long place;

  /**
   * @param mostBytes the most bytes of a chunk, compressed or not
   */
  ChunkWalk(PinnedFile file, int mostBytes) {
    this.file = file;
    this.mostBytes = mostBytes;
    this.cursor = new FileCursor(file, ChunkHeader.LENGTH);
  }

  /** Moves to the chunk at {@code offset}. */
  void seek(long offset) {
    place = offset;
  }

  /** Whether there is a further chunk. */
  boolean hasNext() {
    return place < file.length();
  }

  /**
   * Reads the header of the next chunk.
   *
   * @throws FailureException INPUT_CORRUPT, INPUT_TRUNCATED, RECORD_TOO_LARGE
   */
  ChunkHeader next() {
    if (file.length() - place < header.length) {
      throw truncated("the header of a chunk");
    }
    cursor.seek(place);
    cursor.read(header, 0, header.length);
    ChunkHeader chunk = ChunkHeader.of(header, place);
    if (chunk == null) {
      throw failure(
          FailureKind.INPUT_CORRUPT, "no chunk begins behind the last one", "write the file again");
    }
    if (chunk.end() > file.length()) {
      throw truncated("a chunk of " + chunk.bytes() + " bytes");
    }
    if (chunk.bytes() > mostBytes) {
      throw failure(
          FailureKind.RECORD_TOO_LARGE,
          "a chunk of " + chunk.bytes() + " bytes",
          "raise trainer.input.max-record-bytes or write smaller chunks");
    }
    boolean isEmpty = chunk.records() == 0 && chunk.bytes() > 0;
    if (isEmpty || chunk.records() > Math.min(mostBytes / Integer.BYTES, chunk.mostRecords())) {
      throw failure(
          FailureKind.INPUT_CORRUPT,
          "a chunk of " + chunk.bytes() + " bytes announces " + chunk.records() + " records",
          "write the file again");
    }
    place = chunk.end();
    return chunk;
  }

  private FailureException truncated(String within) {
    return failure(
        FailureKind.INPUT_TRUNCATED,
        "the file ends at byte " + file.length() + ", within " + within,
        "write it again");
  }

  private FailureException failure(FailureKind kind, String what, String advice) {
    return new FailureException(kind, what, file.file().path() + " at byte " + place, advice);
  }
}
