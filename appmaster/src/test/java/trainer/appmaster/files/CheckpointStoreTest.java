package trainer.appmaster.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.avro.checkpoint.CheckpointFile;
import trainer.avro.checkpoint.CheckpointManifest;
import trainer.avro.model.ModelFormat;
import trainer.avro.model.ModelPartWriter;
import trainer.container.files.RetryPolicy;
import trainer.container.files.StoredModel;
import trainer.core.config.Settings;
import trainer.core.failure.FailureKind;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.job.CheckpointName;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;
import trainer.core.message.PartFile;
import trainer.core.table.Initializer;
import trainer.core.table.PartitionMap;
import trainer.core.table.TableSpec;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;

/** A checkpoint has a manifest when all of it was read back, and only what is over is deleted. */
class CheckpointStoreTest {
  private static final List<TableSpec> TABLES =
      List.of(new TableSpec("weights", 1, Initializer.ZERO, true, 20));

  @TempDir private Path home;
  private CheckpointStore store;
  private Path folder;
  private final List<PartFile> parts = new ArrayList<>();

  @BeforeEach
  void write() throws IOException {
    JobSpec spec =
        new JobSpec(
            new JobId("application_1_0001", 1),
            "alice",
            home.toUri().toString(),
            Map.of(),
            new ModelSpec(TABLES, List.of(Phase.training(1))),
            List.of(),
            "0.1.0");
    store =
        new CheckpointStore(
            new Configuration(),
            spec,
            Settings.of(Map.of("trainer.model", "logistic")),
            RetryPolicy.forAMoment());
    folder = Path.of(spec.jobFolder().replaceFirst("^file:/*", "/"), "checkpoints", "7-2-1");
    Files.createDirectories(folder);
    List<TableSpec> stored = CheckpointManifest.storedTables(TABLES, List.of(1));
    for (int partition = 0; partition < 2; partition++) {
      String name = ModelFormat.partName(partition);
      try (ModelPartWriter part =
          ModelPartWriter.exact(
              Files.newOutputStream(folder.resolve(name)), name, partition, stored)) {
        part.append("weights", 5, new float[] {0, -0f}, 0, 2);
        parts.add(part.finish());
      }
    }
  }

  private JobEffect.StoreCheckpoint order() {
    PartitionMap map =
        new PartitionMap(
            1,
            List.of(new PartitionMap.Pserver(new Incarnation(9), 3, "host", 1, 1)),
            List.of(List.of(0), List.of(0)));
    return new JobEffect.StoreCheckpoint(
        new CheckpointName(new Version(7), 3, new Line(2), new Term(1)),
        folder.toUri().toString(),
        90,
        1,
        "digest",
        map,
        List.of(1),
        parts);
  }

  @Test
  void whatIsWholeGetsAManifest() throws IOException {
    JobEvent.CheckpointStored stored = (JobEvent.CheckpointStored) store.store(order());
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(folder.toUri());
    CheckpointManifest manifest =
        CheckpointFile.read(new StoredModel(path.getFileSystem(new Configuration()), path));
    assertThat(manifest.position().version()).isEqualTo(7);
    assertThat(manifest.position().mark()).isEqualTo(3);
    assertThat(manifest.position().updates()).isEqualTo(90);
    assertThat(manifest.pservers()).containsExactly(3, 3);
    assertThat(manifest.parts()).isEqualTo(parts);
    assertThat(manifest.storedTables().get(0).width()).isEqualTo(2);
    assertThat(stored.digest()).hasSize(64);
    assertThat(store.store(order())).as("said again").isEqualTo(stored);
  }

  @Test
  void whatAMasterFinishedIsFoundByTheNextAndNothingElseIs() throws IOException {
    JobEffect.FindCheckpoint sought =
        new JobEffect.FindCheckpoint(7, new Line(2), folder.toUri().toString());
    assertThat(store.find(sought))
        .isInstanceOfSatisfying(
            JobEvent.CheckpointNotStored.class,
            event -> assertThat(event.failure().kind()).isEqualTo(FailureKind.MODEL_NOT_FOUND));
    JobEvent stored = store.store(order());
    assertThat(store.find(sought)).isEqualTo(stored);
    store.sweep(new JobEffect.SweepCheckpoints(7, 0, new Line(2), List.of(), false));
    assertThat(store.find(sought)).as("it may be another master's").isEqualTo(stored);
    Path part = folder.resolve(parts.get(1).name());
    Files.write(part, Arrays.copyOf(Files.readAllBytes(part), 40));
    assertThat(store.find(sought))
        .isInstanceOfSatisfying(
            JobEvent.CheckpointNotStored.class,
            event -> assertThat(event.failure().what()).contains("40 bytes"));
  }

  @Test
  void hadoopPrintsAllOfIt() throws Exception {
    store.store(order());
    assertThat(text(folder.resolve(parts.get(1).name())))
        .contains("{\"table\":", "\"key\":5", "-0.0");
    assertThat(text(folder.resolve(CheckpointManifest.NAME)))
        .contains("\"version\":7", "\"line\":2", parts.get(1).sha256());
  }

  /** What {@code hdfs dfs -text} prints. */
  private static String text(Path file) throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
      System.setOut(out);
      String[] command = {"-text", file.toUri().toString()};
      assertThat(ToolRunner.run(new FsShell(new Configuration()), command)).isZero();
    } finally {
      System.setOut(before);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }

  @Test
  void whatIsDamagedGetsNone() throws IOException {
    Path part = folder.resolve(parts.get(1).name());
    byte[] bytes = Files.readAllBytes(part);
    bytes[bytes.length / 2] ^= 1;
    Files.write(part, bytes);
    assertThat(store.store(order()))
        .isInstanceOfSatisfying(
            JobEvent.CheckpointNotStored.class,
            event -> assertThat(event.failure().where()).contains(parts.get(1).name()));
    assertThat(folder.resolve(CheckpointManifest.NAME)).doesNotExist();
    store.sweep(new JobEffect.SweepCheckpoints(7, 0, new Line(2), List.of(), false));
    assertThat(folder).doesNotExist();
  }

  @Test
  void onlyWhatIsOverIsDeleted() throws IOException {
    Path all = folder.getParent();
    for (String name :
        List.of("3-1-1", "7.4-2-1", "7.5-2-1", "8-2-1", "9.7-1-1", "2-3-2", "mine")) {
      Files.createDirectories(all.resolve(name));
    }
    store.sweep(
        new JobEffect.SweepCheckpoints(
            7,
            4,
            new Line(2),
            List.of(all.resolve("3-1-1").toUri().toString(), folder.toUri().toString()),
            true));
    assertThat(all.toFile().list())
        .containsExactlyInAnyOrder("3-1-1", "7-2-1", "7.5-2-1", "8-2-1", "2-3-2", "mine");
  }
}
