package trainer.appmaster.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import trainer.avro.model.ModelFormat;

/** The local file system, on which a folder is deleted just before its manifest is made. */
public final class SweptFiles extends LocalFileSystem {
  private void sweep(Path file) throws IOException {
    if (file.getName().equals(ModelFormat.MANIFEST)) {
      delete(file.getParent(), true);
    }
  }

  @Override
  public FSDataOutputStreamBuilder<?, ?> createFile(Path file) {
    try {
      sweep(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return super.createFile(file);
  }

  @Override
  public FSDataOutputStream create(Path file, boolean overwrite) throws IOException {
    sweep(file);
    return super.create(file, overwrite);
  }
}
