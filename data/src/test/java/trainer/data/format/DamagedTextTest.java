package trainer.data.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import trainer.data.Damage;

/** Damaged text gives records, broken ones or a failure; nothing else, and never late. */
class DamagedTextTest {
  @TempDir private Path folder;

  private void read(String name, byte[] whole) throws IOException {
    Damage damage = new Damage(folder, name);
    if (name.contains(".csv")) {
      damage.with("trainer.features", "a:number,b:category,c:bucket(4),a*b");
    }
    int rejected = damage.read("trainer.fuzz.text", 100, random -> Damage.of(whole, random));
    assertThat(rejected).isPositive();
  }

  private static byte[] compressed(String name, byte[] text) throws IOException {
    ByteArrayOutputStream stored = new ByteArrayOutputStream();
    try (OutputStream out =
        name.endsWith(".gz")
            ? new GZIPOutputStream(stored)
            : name.endsWith(".bz2") ? new BZip2CompressorOutputStream(stored) : stored) {
      out.write(text);
    }
    return stored.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.csv", "a.csv.gz", "a.csv.bz2"})
  void csv(String name) throws IOException {
    StringBuilder text = new StringBuilder("label,a,b,c\n");
    for (int i = 0; i < 40; i++) {
      text.append(i % 2).append(',').append(i * 0.75).append(",\"x, \"\"ü\"\"\n").append(i % 7);
      text.append("\",").append(i % 5 == 0 ? "" : i - 20).append('\n');
    }
    read(name, compressed(name, text.toString().getBytes(StandardCharsets.UTF_8)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.libsvm", "a.libsvm.gz"})
  void libsvm(String name) throws IOException {
    StringBuilder text = new StringBuilder("# a comment\n");
    for (int i = 0; i < 40; i++) {
      text.append(i % 2).append(" qid:").append(i / 10).append(' ').append(i).append(":0.5 ");
      text.append(100 + i).append(":-1e-3 # tail\n");
    }
    read(name, compressed(name, text.toString().getBytes(StandardCharsets.UTF_8)));
  }

  @ParameterizedTest
  @ValueSource(strings = "a.ffm")
  void libffm(String name) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      text.append(i % 2).append(" 0:").append(i).append(":1 1:").append(1000 + i).append(":0.25\n");
    }
    read(name, text.toString().getBytes(StandardCharsets.UTF_8));
  }
}
