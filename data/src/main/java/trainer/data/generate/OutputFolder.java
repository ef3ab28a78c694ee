package trainer.data.generate;

import java.io.IOException;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/**
 * A folder that appears as a whole: filled under a hidden name beside it, then renamed. It has a
 * file system of its own, since a cached one may have another umask than the configuration.
 */
final class OutputFolder implements AutoCloseable {
  private final FileSystem system;
  private final Path folder;
  private final Path hidden;
  private final boolean overwrite;
  private boolean isPending;

  OutputFolder(Configuration hadoop, String output, boolean overwrite) throws IOException {
    Path path = new Path(output);
    this.system = FileSystem.newInstance(path.toUri(), hadoop);
    this.folder = system.makeQualified(path);
    this.overwrite = overwrite;
    this.hidden =
        new Path(
            folder.isRoot() ? folder : folder.getParent(),
            "_" + folder.getName() + "." + UUID.randomUUID() + ".tmp");
  }

  /** Makes the folder under its hidden name. */
  void open() throws IOException {
    refuseExisting();
    if (folder.isRoot()) {
      throw new FailureException(
          FailureKind.OUTPUT_EXISTS,
          "the root folder cannot be replaced",
          folder.toString(),
          "name another");
    }
    system.mkdirs(hidden);
    isPending = true;
  }

  /** Allows replacing only an empty folder, or with {@code overwrite} one that was generated. */
  private void refuseExisting() throws IOException {
    if (!system.exists(folder)) {
      return;
    }
    if (overwrite && system.exists(new Path(folder, Generator.TRUTH_FILE))) {
      return;
    }
    if (system.getFileStatus(folder).isDirectory() && system.listStatus(folder).length == 0) {
      return;
    }
    throw new FailureException(
        FailureKind.OUTPUT_EXISTS,
        overwrite ? "the output exists and was not made by generate" : "the output exists",
        folder.toString(),
        overwrite ? "name another folder" : "name another folder, or give --overwrite");
  }

  FileSystem system() {
    return system;
  }

  /** The path of a file until {@link #commit}. */
  Path hidden(String name) {
    return new Path(hidden, name);
  }

  /** The path of a file after {@link #commit}. */
  Path visible(String name) {
    return new Path(folder, name);
  }

  Path path() {
    return folder;
  }

  /** Renames the folder to its final name. */
  void commit() throws IOException {
    refuseExisting();
    if (system.exists(folder)) {
      system.delete(folder, true);
    }
    if (!system.rename(hidden, folder)) {
      throw new IOException("renaming " + hidden + " to " + folder + " failed");
    }
    isPending = false;
  }

  @Override
  public void close() throws IOException {
    try {
      if (isPending) {
        system.delete(hidden, true);
      }
    } finally {
      system.close();
    }
  }
}
