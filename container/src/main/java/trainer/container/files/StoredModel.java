package trainer.container.files;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumFileSystem;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.avro.model.ModelFolder;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/**
 * A model's folder on any Hadoop file system. A local folder is read without its {@code .crc}
 * files. A model has checksums of its own, which name the damaged file and, where possible, the
 * offset.
 */
public final class StoredModel implements ModelFolder {
  private final FileSystem files;
  private final Path folder;

  /** The model in an existing folder. */
  public StoredModel(FileSystem files, Path folder) {
    this.files = files instanceof ChecksumFileSystem checked ? checked.getRawFileSystem() : files;
    this.folder = files.makeQualified(folder);
  }

  /**
   * The model at a URI.
   *
   * @throws FailureException MODEL_NOT_FOUND when there is no such folder
   */
  public static StoredModel at(String uri, Configuration hadoop) throws IOException {
    Path folder = new Path(uri);
    FileSystem files = folder.getFileSystem(hadoop);
    if (!files.exists(folder)) {
      throw new FailureException(
          FailureKind.MODEL_NOT_FOUND,
          "there is no such folder",
          files.makeQualified(folder).toString(),
          "check the path");
    }
    return new StoredModel(files, folder);
  }

  @Override
  public String location() {
    return folder.toString();
  }

  @Override
  public List<String> names() throws IOException {
    List<String> names = new ArrayList<>();
    for (FileStatus status : files.listStatus(folder)) {
      if (status.isFile()) {
        names.add(status.getPath().getName());
      }
    }
    return names;
  }

  @Override
  public long length(String name) throws IOException {
    return files.getFileStatus(new Path(folder, name)).getLen();
  }

  @Override
  public InputStream open(String name) throws IOException {
    return files.open(new Path(folder, name));
  }
}
