package trainer.core.message;

import java.security.MessageDigest;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import trainer.core.digest.Sha256;

/**
 * The score id: the SHA-256 over the digests of the tasks' rows, in the order of the tasks. So it
 * does not depend on the workers, nor on the files into which they put the rows.
 */
public final class ScoreId {
  private ScoreId() {}

  /** The id of the rows in these files: 64 lower-case hex digits. */
  public static String of(List<OutputFile> files) {
    MessageDigest digest = Sha256.create();
    files.stream()
        .flatMap(file -> file.tasks().stream())
        .sorted(Comparator.comparingLong(task -> task.slot().number()))
        .forEach(task -> digest.update(HexFormat.of().parseHex(task.sha256())));
    return Sha256.hex(digest);
  }
}
