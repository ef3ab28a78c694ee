package trainer.container.files;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** The file of a model that another program has written, and the files beside it. */
public final class ModelFile {
  private final FileSystem files;
  private final Path path;

  private ModelFile(FileSystem files, Path path) {
    this.files = files;
    this.path = files.makeQualified(path);
  }

  /** The file of a URI. */
  public static ModelFile at(String uri, Configuration hadoop) throws IOException {
    Path path = new Path(uri);
    return new ModelFile(path.getFileSystem(hadoop), path);
  }

  public String location() {
    return path.toString();
  }

  /**
   * Copies the file to this machine's disk.
   *
   * @param folder in which the copy gets a name of its own
   * @throws FailureException MODEL_NOT_FOUND; MODEL_CORRUPT for a folder or an empty file
   */
  public java.nio.file.Path copy(java.nio.file.Path folder) throws IOException {
    return copy(path, folder)
        .orElseThrow(
            () ->
                new FailureException(
                    FailureKind.MODEL_NOT_FOUND,
                    "there is no such file",
                    location(),
                    "check the path"));
  }

  /** Copies a file in the same folder; empty if there is none. */
  public Optional<java.nio.file.Path> copyBeside(String name, java.nio.file.Path folder)
      throws IOException {
    return copy(new Path(path.getParent(), name), folder);
  }

  private Optional<java.nio.file.Path> copy(Path file, java.nio.file.Path folder)
      throws IOException {
    FileStatus status;
    try {
      status = files.getFileStatus(file);
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
    if (status.isDirectory() || status.getLen() == 0) {
      throw new FailureException(
          FailureKind.MODEL_CORRUPT,
          status.isDirectory() ? "it is a folder, not a file" : "the file is empty",
          file.toString(),
          "give a file that holds a model");
    }
    java.nio.file.Path copy = Files.createTempFile(folder, "model", "-" + file.getName());
    copy.toFile().deleteOnExit();
    try (InputStream in = files.open(file)) {
      Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
    }
    return Optional.of(copy);
  }
}
