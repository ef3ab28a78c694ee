package trainer.data.format.hadoop;

import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/** A split of a file, identified by its offset and length. */
record SplitPlace(FileSplit split) {
  long offset() {
    return split.getStart();
  }

  long length() {
    return split.getLength();
  }
}
