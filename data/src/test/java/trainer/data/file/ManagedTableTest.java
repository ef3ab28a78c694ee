package trainer.data.file;

import static org.assertj.core.api.Assertions.assertThat;
import static trainer.data.Failing.fails;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import trainer.core.failure.FailureKind;
import trainer.data.Input;

class ManagedTableTest {
  @TempDir private Path warehouse;

  private final InputLister lister = new InputLister(Input.hadoop());

  private void write(String name) throws IOException {
    Path file = warehouse.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "PAR1");
  }

  private InputLister.Listing list(String name) {
    return lister.list(warehouse.resolve(name).toUri().toString());
  }

  @BeforeEach
  void aTableOfPlainFiles() throws IOException {
    write("t/dt=1/a.parquet");
    write("t/dt=2/b.parquet");
  }

  @ParameterizedTest
  @CsvSource({
    "t/metadata/v1.metadata.json,                     t is an Iceberg table",
    "t/metadata/00001-5f.gz.metadata.json,            t is an Iceberg table",
    "t/_delta_log/00000000000000000000.json,          t is a Delta table",
    "t/.hoodie/hoodie.properties,                     t is a Hudi table",
    "t/base_0000005/bucket_00000,                     t is a transactional Hive table",
    "t/dt=1/delta_0000001_0000001_0000/bucket_00000,  dt=1 is a transactional Hive table",
    "t/delete_delta_0000002_0000002/bucket_00000,     t is a transactional Hive table",
    "t/base_0000005_v0000012/bucket_00000,            t is a transactional Hive table",
  })
  void isRefusedByName(String mark, String what) throws IOException {
    assertThat(list("t").files()).hasSize(2);
    write(mark);
    fails(FailureKind.INPUT_BAD_FILE, () -> list("t"))
        .contains(what)
        .contains("rows that are not valid any more")
        .contains("the mark is file:" + warehouse.resolve("t"))
        .contains(what.contains("Hive") ? "INSERT OVERWRITE" : "write.parquet");
    fails(FailureKind.INPUT_BAD_FILE, () -> list("")).contains(what);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "t/metadata/v1.metadata.json",
        "t/_delta_log/0.json",
        "t/.hoodie/hoodie.properties"
      })
  void foldersAndWildcardsWithinItAreRefusedToo(String mark) throws IOException {
    write("t/dt=1/c.parquet");
    write(mark);
    fails(FailureKind.INPUT_BAD_FILE, () -> list("t/dt=1")).contains("t is a");
    fails(FailureKind.INPUT_BAD_FILE, () -> list("t/dt=*")).contains("t is a");
    fails(FailureKind.INPUT_BAD_FILE, () -> list("t/dt=1/*.parquet")).contains("t is a");
    assertThat(list("t/dt=1/a.parquet").files()).hasSize(1);
  }

  @Test
  void foldersOfLikeNamesAreInputs() throws IOException {
    write("t/metadata/a.json");
    write("t/base_line/a.parquet");
    write("t/delta_1/a.parquet");
    write("t/_delta_log_of_ours/a.parquet");
    assertThat(list("t").files()).hasSize(5);
  }
}
