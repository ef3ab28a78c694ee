package trainer.appmaster.files;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.avro.model.ModelFolder;

/** A model's folder on a Hadoop file system. */
final class HadoopModelFolder implements ModelFolder {
  private final FileSystem files;
  private final Path folder;

  HadoopModelFolder(FileSystem files, Path folder) {
    this.files = files;
    this.folder = folder;
  }

  @Override
  public String location() {
    return folder.toString();
  }

  @Override
  public List<String> names() throws IOException {
    List<String> names = new ArrayList<>();
    for (FileStatus file : files.listStatus(folder)) {
      if (file.isFile()) {
        names.add(file.getPath().getName());
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
