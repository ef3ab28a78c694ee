package trainer.avro.model;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** A folder that holds a model, on any store. Reads only. */
public interface ModelFolder {
  /** The folder's URI or path, for messages. */
  String location();

  /** The names of the files in the folder, in any order; folders are left out. */
  List<String> names() throws IOException;

  /** The length of a file in bytes. */
  long length(String name) throws IOException;

  /** Opens a file at its beginning; the caller closes it. */
  InputStream open(String name) throws IOException;
}
