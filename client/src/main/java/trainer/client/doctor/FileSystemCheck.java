package trainer.client.doctor;

import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.client.submit.ServiceFailure;

/** Whether the default file system answers. */
record FileSystemCheck(Place place) implements Check {
  static final String NAME = "file-system";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String needs() {
    return CredentialsCheck.NAME;
  }

  @Override
  public Finding find() {
    String where = FileSystem.getDefaultUri(place.configuration().hadoop()).toString();
    try {
      FileSystem.get(place.hadoop()).getFileStatus(new Path("/"));
      return Finding.ok(where + " answers");
    } catch (IOException | RuntimeException e) {
      throw ServiceFailure.of(where, e);
    }
  }
}
