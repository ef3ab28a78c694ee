package trainer.client.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.config.Settings;
import trainer.core.feature.encode.TableEncoding;
import trainer.core.input.BlockIndex;
import trainer.core.input.Examples;
import trainer.core.input.LabelRule;
import trainer.data.index.InputCheck;
import trainer.data.index.InputIndexer;
import trainer.data.read.BlockReader;
import trainer.testkit.CompiledJar;

/** An InputFormat of the user's, in a jar of the user's. */
class UserInputFormatTest {
  /** Gives the lines of a text without their first character. */
  private static final String SOURCE =
      """
      package com.example;

      import org.apache.hadoop.io.LongWritable;
      import org.apache.hadoop.io.Text;
      import org.apache.hadoop.mapreduce.InputSplit;
      import org.apache.hadoop.mapreduce.RecordReader;
      import org.apache.hadoop.mapreduce.TaskAttemptContext;
      import org.apache.hadoop.mapreduce.lib.input.LineRecordReader;
      import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;

      public class Quoted extends TextInputFormat {
        @Override
        public RecordReader<LongWritable, Text> createRecordReader(
            InputSplit split, TaskAttemptContext context) {
          String mark = context.getConfiguration().get("com.example.mark");
          return new LineRecordReader() {
            @Override
            public Text getCurrentValue() {
              String line = super.getCurrentValue().toString();
              if (!line.startsWith(mark)) {
                throw new IllegalStateException("no " + mark + " before " + line);
              }
              return new Text(line.substring(mark.length()));
            }
          };
        }
      }
      """;

  @TempDir private Path folder;
  private final Map<String, String> texts = new HashMap<>();
  private final Configuration hadoop = new Configuration();

  private void write(String text) throws Exception {
    Path jar = CompiledJar.of(folder.resolve("user.jar"), Map.of("com.example.Quoted", SOURCE));
    texts.put("trainer.jars", jar.toString());
    texts.put("trainer.input.format", "com.example.Quoted");
    hadoop.set("com.example.mark", ">");
    Files.createDirectory(folder.resolve("data"));
    Files.writeString(folder.resolve("data/a"), text);
  }

  private String input() {
    return folder.resolve("data").toUri().toString();
  }

  private Configuration reading() {
    return UserJars.of(hadoop, Settings.of(texts)).reading(hadoop);
  }

  @Test
  void readsRecordsOfAClassInAJar() throws Exception {
    write(">1 3:1\n>0 4:2\n");
    Settings settings = Settings.of(texts);
    Configuration reading = reading();
    new InputCheck(reading, settings, LabelRule.ANY).check(input());
    BlockIndex blocks = new InputIndexer(reading, settings).index(input()).blocks();
    try (BlockReader reader =
        new BlockReader(reading, settings, LabelRule.ANY, TableEncoding::unscaled)) {
      Examples examples = reader.read(blocks.fileOf(0), blocks.block(0)).examples();
      assertThat(examples.records()).isEqualTo(2);
      assertThat(examples.keys()).containsExactly(3, 4);
    }
  }

  @Test
  void namesTheClassAndTheRecordItFailsAt() throws Exception {
    write(">1 3:1\n0 4:2\n");
    Settings settings = Settings.of(texts);
    Configuration reading = reading();
    assertThatThrownBy(() -> new InputCheck(reading, settings, LabelRule.ANY).check(input()))
        .hasMessageContaining("com.example.Quoted cannot read the file")
        .hasMessageContaining("no > before 0 4:2 at com.example.Quoted")
        .hasMessageContaining("a, split at byte 0, record 1");
  }

  @Test
  void aClassIsNotFoundWithoutItsJar() throws Exception {
    write(">1 3:1\n");
    texts.remove("trainer.jars");
    Settings settings = Settings.of(texts);
    assertThatThrownBy(() -> new InputCheck(reading(), settings, LabelRule.ANY))
        .hasMessageContaining("CLASS_NOT_FOUND: there is no class com.example.Quoted");
  }

  @Test
  void theConfigurationKeepsHadoopsDefaults() throws Exception {
    write("");
    Configuration reading = reading();
    reading.reloadConfiguration();
    assertThat(reading.get("io.seqfile.compress.blocksize")).isEqualTo("1000000");
    assertThat(reading.get("com.example.mark")).isEqualTo(">");
  }
}
