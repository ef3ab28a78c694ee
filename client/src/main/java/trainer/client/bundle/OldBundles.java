package trainer.client.bundle;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The bundles of earlier clients. A bundle is deleted after a long time without a submission. */
public final class OldBundles {
  private static final Duration UPLOAD = Duration.ofDays(1);

  private final FileSystem files;
  private final Path root;

  OldBundles(FileSystem files, Path root) {
    this.files = files;
    this.root = root;
  }

  /**
   * The retention of unused bundles.
   *
   * @param now in epoch milliseconds
   * @param keep the time for which a bundle without submissions is kept
   * @param inUse the prefixes of the hashes that running jobs need to replace lost containers;
   *     called only when there is an old bundle
   */
  public record Retention(long now, Duration keep, Supplier<Set<String>> inUse) {}

  void deleteUnused(Retention retention) throws IOException {
    List<Path> old = new ArrayList<>();
    for (FileStatus folder : files.listStatus(root)) {
      if (folder.getPath().getName().matches("[0-9a-f]{64}")) {
        dropUploads(folder.getPath(), retention);
        if (retention.now() - lastUse(folder) > retention.keep().toMillis()) {
          old.add(folder.getPath());
        }
      }
    }
    if (old.isEmpty()) {
      return;
    }
    Set<String> inUse = retention.inUse().get();
    for (Path folder : old) {
      if (inUse.stream().noneMatch(folder.getName()::startsWith)) {
        files.delete(folder, true);
      }
    }
  }

  /** Deletes the files of clients that were killed during an upload. */
  private void dropUploads(Path folder, Retention retention) throws IOException {
    for (FileStatus file : files.listStatus(folder)) {
      if (file.getPath().getName().endsWith(BundleStore.TEMPORARY)
          && retention.now() - file.getModificationTime() > UPLOAD.toMillis()) {
        files.delete(file.getPath(), false);
      }
    }
  }

  private long lastUse(FileStatus folder) throws IOException {
    try {
      return files
          .getFileStatus(new Path(folder.getPath(), BundleStore.USED))
          .getModificationTime();
    } catch (FileNotFoundException e) {
      return folder.getModificationTime(); // of an older client, which left no such file
    }
  }
}
