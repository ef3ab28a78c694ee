package trainer.data.format.recordio;

import java.util.Arrays;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.data.file.PinnedFile;

/** The first record of a file that is not empty, in the first sound chunk that has records. */
final class FirstRecord {
  private FirstRecord() {}

  /**
   * Its bytes; none if there is no such record.
   *
   * @throws FailureException as {@link ChunkLoader#load}, but for INPUT_CORRUPT
   */
  static byte[] of(PinnedFile file, int mostBytes) {
    ChunkWalk walk = new ChunkWalk(file, mostBytes);
    while (walk.hasNext()) {
      ChunkHeader chunk = walk.next();
      if (chunk.records() > 0) {
        try {
          return of(new ChunkLoader(file, mostBytes), chunk);
        } catch (FailureException e) {
          if (e.failure().kind() != FailureKind.INPUT_CORRUPT) {
            throw e;
          }
          // the failure of the chunk's own reading
        }
      }
    }
    return new byte[0];
  }

  private static byte[] of(ChunkLoader chunks, ChunkHeader chunk) {
    chunks.load(chunk);
    for (long i = 0; i < chunk.records(); i++) {
      chunks.next();
      if (chunks.to() > chunks.from()) {
        return Arrays.copyOfRange(chunks.bytes(), chunks.from(), chunks.to());
      }
    }
    return new byte[0];
  }
}
