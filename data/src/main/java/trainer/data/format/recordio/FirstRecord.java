package trainer.data.format.recordio;

import java.util.Arrays;
import trainer.data.file.PinnedFile;

/** The first record of a file that is not empty, in the first chunk that has records. */
final class FirstRecord {
  private FirstRecord() {}

  /**
   * Its bytes; none if there is no such record.
   *
   * @throws trainer.core.failure.FailureException as {@link ChunkLoader#load}
   */
  static byte[] of(PinnedFile file, int mostBytes) {
    ChunkWalk walk = new ChunkWalk(file, mostBytes);
    while (walk.hasNext()) {
      ChunkHeader chunk = walk.next();
      if (chunk.records() > 0) {
        return of(new ChunkLoader(file, mostBytes), chunk);
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
