package trainer.data.format.hadoop;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import trainer.data.Input;

/** SequenceFiles with a line in each record. */
final class SequenceFiles {
  private SequenceFiles() {}

  /** Keys are numbers, values are texts. */
  static void ofTexts(Path path, List<String> lines, SequenceFile.CompressionType compression)
      throws IOException {
    try (SequenceFile.Writer out = open(path, LongWritable.class, Text.class, compression)) {
      for (int i = 0; i < lines.size(); i++) {
        out.append(new LongWritable(i), new Text(lines.get(i)));
      }
    }
  }

  /** Keys are NULL, values are bytes. */
  static void ofBytes(Path path, List<String> lines) throws IOException {
    try (SequenceFile.Writer out =
        open(path, NullWritable.class, BytesWritable.class, SequenceFile.CompressionType.NONE)) {
      for (String line : lines) {
        out.append(NullWritable.get(), new BytesWritable(line.getBytes(StandardCharsets.UTF_8)));
      }
    }
  }

  /** Keys are texts, values are NULL. */
  static void ofKeys(Path path, List<String> lines) throws IOException {
    try (SequenceFile.Writer out =
        open(path, Text.class, NullWritable.class, SequenceFile.CompressionType.NONE)) {
      for (String line : lines) {
        out.append(new Text(line), NullWritable.get());
      }
    }
  }

  /** Keys and values are numbers. */
  static void ofNumbers(Path path) throws IOException {
    try (SequenceFile.Writer out =
        open(path, LongWritable.class, LongWritable.class, SequenceFile.CompressionType.NONE)) {
      out.append(new LongWritable(1), new LongWritable(2));
    }
  }

  private static SequenceFile.Writer open(
      Path path,
      Class<? extends Writable> key,
      Class<? extends Writable> value,
      SequenceFile.CompressionType compression)
      throws IOException {
    return SequenceFile.createWriter(
        Input.hadoop(),
        SequenceFile.Writer.file(new org.apache.hadoop.fs.Path(path.toUri())),
        SequenceFile.Writer.keyClass(key),
        SequenceFile.Writer.valueClass(value),
        SequenceFile.Writer.compression(compression));
  }
}
