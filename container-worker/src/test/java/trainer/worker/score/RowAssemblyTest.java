package trainer.worker.score;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.config.Keys;
import trainer.core.digest.Sha256;
import trainer.core.input.Examples;
import trainer.core.input.KeptColumns;
import trainer.core.input.Labels;
import trainer.core.input.SparseRows;
import trainer.learning.spi.Outputs;
import trainer.worker.output.RowBytes;

class RowAssemblyTest {
  private static final OutputColumns COLUMNS =
      OutputColumns.of(List.of("id"), Labels.NUMBERS, List.of("score"));

  private static RowAssembly assembly(Keys.ScoreFormat format) {
    return new RowAssembly(
        OutputFormat.of(format, COLUMNS), COLUMNS, Outputs.of(Labels.NUMBERS), 1);
  }

  private static Examples examples(String... ids) {
    int count = ids.length;
    SparseRows none = new SparseRows(new int[count + 1], new long[0], null);
    KeptColumns kept = new KeptColumns(List.<String[]>of(ids));
    return new Examples(count, new float[count], null, none, null, kept);
  }

  private static String digest(RowAssembly assembly, String[] ids, float[] scores, int parts) {
    assembly.begin();
    int each = ids.length / parts;
    for (int from = 0; from < ids.length; from += each) {
      assembly.add(
          examples(Arrays.copyOfRange(ids, from, from + each)),
          Arrays.copyOfRange(scores, from, from + each));
    }
    return assembly.digest();
  }

  @Test
  void theDigestIsOfTheCanonicalFormOfTheRows() throws IOException {
    ByteArrayOutputStream canonical = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(canonical);
    byte[] text = "Łódź".getBytes(StandardCharsets.UTF_8);
    out.writeInt(text.length);
    out.write(text);
    out.writeFloat(0.5f);
    out.writeInt(-1);
    out.writeFloat(-2f);
    MessageDigest digest = Sha256.create();
    digest.update(canonical.toByteArray());
    String expected = Sha256.hex(digest);
    for (Keys.ScoreFormat format : Keys.ScoreFormat.values()) {
      String[] ids = {"Łódź", null};
      assertThat(digest(assembly(format), ids, new float[] {0.5f, -2f}, 1)).isEqualTo(expected);
      assertThat(digest(assembly(format), ids, new float[] {0.5f, -2f}, 2)).isEqualTo(expected);
    }
  }

  @Test
  void eachTaskBeginsAnew() {
    RowAssembly assembly = assembly(Keys.ScoreFormat.CSV);
    String first = digest(assembly, new String[] {"a"}, new float[] {1}, 1);
    RowBytes rows = assembly.rows();
    assertThat(digest(assembly, new String[] {"b"}, new float[] {1}, 1)).isNotEqualTo(first);
    assertThat(digest(assembly, new String[] {"a"}, new float[] {1}, 1)).isEqualTo(first);
    assertThat(rows.rows()).as("the rows of the first task are its own").isEqualTo(1);
  }

  @Test
  void nullAndEmptyHaveTwoDigests() {
    RowAssembly assembly = assembly(Keys.ScoreFormat.CSV);
    assertThat(digest(assembly, new String[] {""}, new float[] {1}, 1))
        .isNotEqualTo(digest(assembly, new String[] {null}, new float[] {1}, 1));
  }
}
