package trainer.client.demo;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.learning.batch.RecordBatch;

/** A model and its records, for one scoring job of the demonstration. */
public interface DemoJob {
  String name();

  /** Writes the model and the records. */
  void write(FileSystem files, Path folder) throws IOException;

  /** The settings of the job, output excepted. */
  Map<String, String> settings(Path folder);

  /** The values of the column that is kept, which names a record. */
  List<String> records(Path folder);

  /** Adds a record to a batch, as the job reads it. */
  void add(String record, RecordBatch batch);
}
