package trainer.data;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import trainer.core.config.Settings;
import trainer.core.feature.encode.TableEncoding;
import trainer.core.input.BadRecords;
import trainer.core.input.BlockContent;
import trainer.core.input.BlockIndex;
import trainer.core.input.Examples;
import trainer.core.input.LabelRule;
import trainer.data.index.InputIndex;
import trainer.data.index.InputIndexer;
import trainer.data.read.BlockReader;

/** Input files of one test, read through the unchecksummed local file system. */
public final class Input {
  private final Map<String, String> texts = new HashMap<>();
  private final Configuration hadoop = hadoop();
  private final Path folder;
  private LabelRule labels = LabelRule.ANY;

  public Input(Path folder) {
    this.folder = folder;
  }

  /** A configuration of the local file system alone. */
  public static Configuration hadoop() {
    Configuration hadoop = new Configuration(false);
    hadoop.set("fs.defaultFS", "file:///");
    hadoop.set("fs.file.impl", "org.apache.hadoop.fs.RawLocalFileSystem");
    hadoop.setBoolean("fs.file.impl.disable.cache", true);
    return hadoop;
  }

  public Input with(String key, Object value) {
    texts.put(key, value.toString());
    return this;
  }

  /** Sets a property of Hadoop. */
  public Input withHadoop(String key, Object value) {
    hadoop.set(key, value.toString());
    return this;
  }

  public Path write(String name, byte[] bytes) throws IOException {
    Path path = folder.resolve(name);
    Files.createDirectories(path.getParent());
    return Files.write(path, bytes);
  }

  public Path write(String name, String text) throws IOException {
    return write(name, text.getBytes(StandardCharsets.UTF_8));
  }

  public Input labels(LabelRule rule) {
    labels = rule;
    return this;
  }

  public InputIndexer indexer() {
    return new InputIndexer(hadoop, Settings.of(texts));
  }

  public InputIndex index() {
    return indexer().index(folder.toString());
  }

  public BlockReader reader() {
    return new BlockReader(hadoop, Settings.of(texts), labels, TableEncoding::unscaled);
  }

  /** Every record of the input, block by block; the first broken one as a failure. */
  public List<Row> read() {
    return read(index().blocks());
  }

  public List<Row> read(BlockIndex blocks) {
    List<Row> records = new ArrayList<>();
    try (BlockReader reader = reader()) {
      for (int b = 0; b < blocks.size(); b++) {
        BlockContent content = reader.read(blocks.fileOf(b), blocks.block(b));
        if (content.bad().count() > 0) {
          throw content.bad().first().toException();
        }
        records.addAll(records(content.examples()));
      }
    }
    return records;
  }

  /** The same without the broken ones, which are counted. */
  public Read readOn() {
    InputIndex index = index();
    List<Row> records = new ArrayList<>();
    BadRecords bad = index.bad();
    try (BlockReader reader = reader()) {
      for (int b = 0; b < index.blocks().size(); b++) {
        BlockContent content = reader.read(index.blocks().fileOf(b), index.blocks().block(b));
        records.addAll(records(content.examples()));
        bad = bad.and(content.bad());
      }
    }
    return new Read(records, bad);
  }

  /** The kept texts of each record that is not broken; null for NULL. */
  public List<List<String>> kept() {
    List<List<String>> rows = new ArrayList<>();
    BlockIndex blocks = index().blocks();
    try (BlockReader reader = reader()) {
      for (int b = 0; b < blocks.size(); b++) {
        rows.addAll(kept(reader.read(blocks.fileOf(b), blocks.block(b)).examples()));
      }
    }
    return rows;
  }

  /** The kept texts of each record of a block. */
  public static List<List<String>> kept(Examples examples) {
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < examples.records(); i++) {
      List<String> row = new ArrayList<>();
      for (String[] column : examples.kept().columns()) {
        row.add(column[i]);
      }
      rows.add(row);
    }
    return rows;
  }

  /** What could be read and what could not. */
  public record Read(List<Row> rows, BadRecords bad) {}

  /** One record, comparable. */
  public record Row(float label, List<Long> keys, List<Float> values) {}

  public static List<Row> records(Examples examples) {
    List<Row> records = new ArrayList<>();
    for (int i = 0; i < examples.records(); i++) {
      int from = examples.starts()[i];
      int to = examples.starts()[i + 1];
      List<Float> values = new ArrayList<>();
      for (int k = from; k < to; k++) {
        values.add(examples.values() == null ? 1f : examples.values()[k]);
      }
      records.add(
          new Row(
              examples.labels()[i],
              Arrays.stream(examples.keys(), from, to).boxed().toList(),
              values));
    }
    return records;
  }
}
