package trainer.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileMetadata;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.failure.FailureException;
import trainer.data.file.TablePlan;

class IcebergPlannerTest {
  @TempDir private Path folder;
  private String name;
  private People people;

  @BeforeEach
  void create() {
    name = folder.resolve("t").toUri().toString().replaceAll("/$", "");
    people = People.create(name);
  }

  private static TablePlan plan(String table) {
    return new IcebergPlanner().plan(new Configuration(false), table);
  }

  private static void refused(String table, String... parts) {
    assertThatThrownBy(() -> plan(table))
        .isInstanceOf(FailureException.class)
        .satisfies(e -> assertThat(((FailureException) e).failure().toString()).contains(parts));
  }

  @Test
  void aPlanNamesTheSnapshotAndItsFiles() throws IOException {
    long first = people.append("2026-11-01", 30);
    TablePlan plan = plan(name);
    assertThat(plan.table()).endsWith("/t@" + first);
    assertThat(plan.rows()).isEqualTo(30);
    assertThat(plan.files()).hasSize(3).allMatch(file -> file.contains("/t/data/dt=2026-11-01/"));

    long second = people.append("2026-11-02", 60);
    assertThat(plan(name).rows()).isEqualTo(90);
    assertThat(plan(name).table()).endsWith("@" + second);
    assertThat(plan(name + "@" + first)).isEqualTo(plan);
    assertThat(plan(plan.table())).isEqualTo(plan);
  }

  @Test
  void aReplacedFileIsNoLongerRead() throws IOException {
    people.append("2026-11-01", 30);
    people.append("2026-11-02", 30);
    people.table().newDelete().deleteFromRowFilter(Expressions.equal("dt", "2026-11-01")).commit();
    assertThat(plan(name).files()).hasSize(3).allMatch(file -> file.contains("2026-11-02"));
  }

  @Test
  void branchesAndTagsAreNames() throws IOException {
    long first = people.append("2026-11-01", 30);
    people.table().manageSnapshots().createTag("v1", first).commit();
    people.append("2026-11-02", 30);
    assertThat(plan(name + "@v1").table()).endsWith("@" + first);
    assertThat(plan(name + "@main").rows()).isEqualTo(60);
    refused(name + "@v2", "the table has no snapshot v2", "main", "v1", "" + first);
    refused(name + "@12", "no snapshot 12");
    refused(name + "@9999999999999999999", "INPUT_NOT_FOUND", "no snapshot 9999999999999999999");
    people.table().manageSnapshots().createTag("20261128", first).commit();
    assertThat(plan(name + "@20261128").table()).endsWith("@" + first);
  }

  @Test
  void aMetadataFileIsAState() throws IOException {
    people.append("2026-11-01", 30);
    TablePlan plan = plan(name + "/metadata/v2.metadata.json");
    assertThat(plan.files()).isEqualTo(plan(name).files());
    refused(name + "/metadata/v9.metadata.json", "INPUT_NOT_FOUND", "v9.metadata.json");
  }

  @Test
  void onlyACatalogKnowsTheStateOfATableWithoutAHint() throws IOException {
    people.append("2026-11-01", 30);
    Files.delete(folder.resolve("t/metadata/version-hint.text"));
    refused(name, "only a catalog knows", "iceberg:file:/", "/t/metadata/v2.metadata.json");
    refused("nosuch://host/t", "kind=CONFIG_INVALID", "No FileSystem for scheme");
    refused("", "no table is named");
    refused(folder.toUri() + "nothing", "INPUT_NOT_FOUND", "is no Iceberg table");
  }

  @Test
  void damagedMetadataAreNamed() throws IOException {
    people.append("2026-11-01", 30);
    Files.delete(folder.resolve("t/metadata/.v2.metadata.json.crc"));
    Files.writeString(folder.resolve("t/metadata/v2.metadata.json"), "{ \"format-version\": 2,");
    refused(name, "INPUT_CORRUPT", "the metadata of file:");
    people = People.create(name + "2");
    people.append("2026-11-01", 30);
    Path list = Path.of(URI.create(people.table().currentSnapshot().manifestListLocation()));
    Files.delete(list);
    refused(name + "2", "INPUT_NOT_FOUND", list.getFileName().toString());
  }

  @Test
  void aTableWithoutRowsIsRefused() throws IOException {
    refused(name, "INPUT_EMPTY", "has no rows yet");
    people.append("2026-11-01", 30);
    people.table().newDelete().deleteFromRowFilter(Expressions.alwaysTrue()).commit();
    refused(name, "INPUT_EMPTY", "the snapshot has no rows");
  }

  @Test
  void deleteFilesAreRefused() throws IOException {
    people.append("2026-11-01", 30);
    var file =
        people.table().currentSnapshot().addedDataFiles(people.table().io()).iterator().next();
    DeleteFile deletes =
        FileMetadata.deleteFileBuilder(people.table().spec())
            .ofPositionDeletes()
            .withPath(name + "/data/deletes.parquet")
            .withPartition(file.partition())
            .withFileSizeInBytes(10)
            .withRecordCount(1)
            .build();
    people.table().newRowDelta().addDeletes(deletes).commit();
    refused(name, "only its delete files tell", "deletes.parquet", "rewrite_data_files");
  }

  @Test
  void columnsKeepTheirNames() throws IOException {
    people.append("2026-11-01", 30);
    people.table().updateSchema().addColumn("job", Types.StringType.get()).commit();
    assertThat(plan(name).rows()).isEqualTo(30);
    people.table().updateSchema().renameColumn("age", "years").commit();
    refused(name, "INPUT_BAD_FILE", "column 'years' was 'age' before", "plain Parquet");
  }

  @Test
  void aNameIsNotUsedAgain() throws IOException {
    people.append("2026-11-01", 30);
    people.table().updateSchema().deleteColumn("age").commit();
    assertThat(plan(name).rows()).isEqualTo(30);
    people.table().updateSchema().addColumn("age", Types.DoubleType.get()).commit();
    refused(name, "column 'age' was another column before");
  }
}
