package trainer.client.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.input.Labels;
import trainer.data.file.InputLister;

class InputTableTest {
  @TempDir private Path folder;

  private String features(String kept, String features, String text) throws IOException {
    Path file = Files.writeString(folder.resolve("a.csv"), text);
    Settings settings =
        Settings.of(
            Map.of(
                "trainer.input", file.toUri().toString(),
                "trainer.features", features,
                "trainer.score.keep", kept));
    return InputTable.of(new Configuration(false), settings, listing(settings), Labels.BINARY)
        .orElseThrow()
        .resolvedSettings()
        .get("trainer.features");
  }

  @Test
  void aKeptColumnGivesFeaturesOnlyWhereATermNamesIt() throws IOException {
    String text = "id,label,age,city\n7,1,30,x\n8,0,31,y\n";
    assertThat(features("", "", text)).isEqualTo("id:number,age:number,city:category");
    assertThat(features("id,label", "", text)).isEqualTo("age:number,city:category");
    assertThat(features("id", "-city", text)).isEqualTo("age:number");
    assertThat(features("id", "-city,id:category", text)).isEqualTo("id:category,age:number");
    assertThat(features("id", "id:raw", text)).isEqualTo("id:raw");
  }

  @Test
  void aKeptColumnThatTheInputLacksIsRefused() {
    assertThatThrownBy(() -> features("idd", "", "id,label,age\n7,1,30\n"))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("the input has no column idd")
        .hasMessageContaining("trainer.score.keep")
        .hasMessageContaining("did you mean id?");
  }

  @Test
  void rowsOfKeysAndValuesAreRefusedWhereColumnsAreKept() throws IOException {
    Path file = Files.writeString(folder.resolve("a.libsvm"), "1 3:0.5\n");
    Settings settings =
        Settings.of(Map.of("trainer.input", file.toUri().toString(), "trainer.score.keep", "id"));
    assertThatThrownBy(
            () ->
                InputTable.of(new Configuration(false), settings, listing(settings), Labels.BINARY))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("trainer.score.keep names columns, and the input has none");
  }

  private static InputLister.Listing listing(Settings settings) {
    return new InputLister(new Configuration(false)).list(settings.get(Keys.INPUT));
  }
}
