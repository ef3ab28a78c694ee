package trainer.client.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.data.file.InputLister;

class ForeignTableTest {
  private static final String PEOPLE = "id,age,pay,city\n1,41,2.5,Oslo\n2,7,,Rome\n";

  @TempDir private Path folder;

  private SampledTable table(String name, String text, String... more) throws IOException {
    Path file = Files.createDirectories(folder.resolve("data")).resolve(name);
    return sampled(Files.writeString(file, text), more);
  }

  private static SampledTable sampled(Path input, String... more) {
    Map<String, String> texts = new HashMap<>();
    texts.put("trainer.input", input.toUri().toString());
    texts.put("trainer.score.columns", "age,pay");
    for (int i = 0; i < more.length; i += 2) {
      texts.put(more[i], more[i + 1]);
    }
    Settings settings = Settings.of(texts);
    Configuration hadoop = new Configuration(false);
    return ForeignTable.of(
        hadoop, settings, new InputLister(hadoop).list(settings.get(Keys.INPUT)));
  }

  @Test
  void showsTheColumnsThatTheModelReadsAndThoseThatAreKept() throws IOException {
    SampledTable table = table("a.csv", PEOPLE, "trainer.score.keep", "id,age");
    assertThat(table.lines().get(0)).isEqualTo("columns, by the first 2 records read:");
    assertThat(String.join("\n", table.lines()))
        .containsPattern("id +number +kept +0 +1")
        .containsPattern("age +number +model, kept +0 +41")
        .containsPattern("pay +number +model +1 +2.5")
        .containsPattern("city +text +- +0 +Oslo");
    assertThat(table.warnings()).isEmpty();
    assertThat(table.resolvedSettings()).isEmpty();
  }

  @Test
  void refusesAColumnThatTheInputLacksAndNamesTheNearest() {
    assertThatThrownBy(() -> table("a.csv", PEOPLE, "trainer.score.columns", "agee,pay"))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining(
            "CONFIG_INVALID: the model reads column agee, and the input has none of that name"
                + " — trainer.onnx.columns — did you mean age? the columns are: id, age, pay, city;"
                + " name the one to read as in agee=COLUMN");
    assertThatThrownBy(() -> table("a.csv", PEOPLE, "trainer.score.keep", "idd"))
        .hasMessageContaining("--keep names column idd")
        .hasMessageContaining("trainer.score.keep — did you mean id?")
        .hasMessageEndingWith("the columns are: id, age, pay, city");
  }

  @Test
  void namesThirtyColumnsAtMost() {
    StringBuilder header = new StringBuilder("c0");
    for (int i = 1; i < 40; i++) {
      header.append(",c").append(i);
    }
    String csv = header + "\n" + "1,".repeat(39) + "1\n";
    assertThatThrownBy(() -> table("a.csv", csv))
        .hasMessageContaining("c28, c29, ...")
        .hasMessageNotContaining("c30");
  }

  @Test
  void refusesRowsOfKeysAndValuesAndInputsWithoutARecord() {
    assertThatThrownBy(() -> table("a.libsvm", "1 3:0.5\n"))
        .hasMessageContaining("CONFIG_CONFLICT: the model reads columns, and the input has none")
        .hasMessageContaining("give a table");
    assertThatThrownBy(() -> table("a.csv", "age,pay\n"))
        .hasMessageContaining("INPUT_EMPTY: no whole record");
  }

  @Test
  void wholeFilesHaveTheirPathAndTheColumnsOfTheirFolders() throws IOException {
    Path day = Files.createDirectories(folder.resolve("data/day=1"));
    Files.write(day.resolve("a.png"), new byte[] {1});
    String[] files = {
      "trainer.input.format", "file", "trainer.score.columns", "", "trainer.score.keep", "path,day"
    };
    assertThat(String.join("\n", sampled(folder.resolve("data"), files).lines()))
        .containsPattern("path +text +kept +0 +file:")
        .containsPattern("day +number +kept +0 +1");
    files[5] = "paths";
    assertThatThrownBy(() -> sampled(folder.resolve("data"), files))
        .hasMessageContaining("did you mean path?");
  }
}
