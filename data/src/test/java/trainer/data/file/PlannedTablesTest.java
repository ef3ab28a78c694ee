package trainer.data.file;

import static org.assertj.core.api.Assertions.assertThat;
import static trainer.data.Failing.fails;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.config.Settings;
import trainer.core.failure.FailureKind;
import trainer.core.input.InputFile;
import trainer.data.Input;

class PlannedTablesTest {
  private static final String TABLE = "iceberg:/wh/t@1";

  @TempDir private Path folder;

  private String file(String name) {
    return folder.resolve(name).toUri().toString().replace("///", "/");
  }

  @BeforeEach
  void write() throws IOException {
    for (String name :
        List.of("metadata/v1.metadata.json", "city=New+York/a", "city=Oslo/b", "old/c")) {
      Files.createDirectories(folder.resolve(name).getParent());
      Files.writeString(folder.resolve(name), "1 1:1\n");
    }
  }

  private List<String> list(String where, String... files) {
    String planned = new PlannedTables(Map.of(TABLE, List.of(files))).text();
    Settings settings =
        Settings.of(Map.of("trainer.input.planned", planned, "trainer.input.where", where));
    return new InputLister(Input.hadoop(), PartitionFilter.of(settings), PlannedTables.of(settings))
        .list(TABLE).files().stream().map(InputFile::path).toList();
  }

  @Test
  void aTableIsTheFilesOfItsPlan() {
    assertThat(list("", file("old/c"), file("city=Oslo/b")))
        .containsExactly(file("city=Oslo/b"), file("old/c"));
  }

  @Test
  void aFileThatIsGoneIsNamed() {
    fails(FailureKind.INPUT_GONE, () -> list("", file("old/c"), file("old/gone")))
        .contains("a file of " + TABLE)
        .contains("old/gone");
  }

  @Test
  void foldersSelectWithBlanksAsIcebergWritesThem() {
    String[] both = {file("city=New+York/a"), file("city=Oslo/b")};
    assertThat(list("city=New York", both)).containsExactly(both[0]);
    assertThat(list("city=*o*", both)).containsExactly(both);
  }

  @Test
  void aFileOutsideTheFoldersMayHaveWantedRows() {
    fails(FailureKind.INPUT_BAD_FILE, () -> list("city=Oslo", file("city=Oslo/b"), file("old/c")))
        .contains("is in no folder city=")
        .contains("old/c");
  }

  @Test
  void aTableWithoutAPlanNamesTheJar() {
    fails(FailureKind.INPUT_BAD_FILE, () -> new InputLister(Input.hadoop()).list(TABLE))
        .contains("--jars trainer-iceberg.jar");
  }
}
