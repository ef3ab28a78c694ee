package trainer.pserver.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.avro.checkpoint.CheckpointFile;
import trainer.avro.checkpoint.CheckpointManifest;
import trainer.avro.checkpoint.CheckpointPosition;
import trainer.avro.model.ManifestFile;
import trainer.avro.model.ModelFormat;
import trainer.avro.model.ModelManifest;
import trainer.avro.model.ModelOrigin;
import trainer.avro.model.ModelPartWriter;
import trainer.container.files.RetryPolicy;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.message.PartFile;
import trainer.core.message.ToMember;
import trainer.core.table.Initializer;
import trainer.core.table.Partitions;
import trainer.core.table.TableSpec;
import trainer.learning.optimizer.Optimizers;
import trainer.pserver.replica.LaneReplicas;
import trainer.pserver.replica.ReplicaSnapshot;
import trainer.pserver.store.MemoryBudget;
import trainer.pserver.store.SnapshotRows;
import trainer.pserver.store.Table;

/** What is written of a cut is read back to the bit, or not at all. */
class CheckpointPartsTest {
  private static final long VERSION = 5;
  private static final int[] ALL = IntStream.range(0, Partitions.COUNT).toArray();
  private static final List<TableSpec> SPECS =
      List.of(
          new TableSpec("weights", 2, Initializer.ZERO, true, 20),
          new TableSpec("bias", 1, Initializer.ZERO, false, 20).dense(3));

  private final List<Table> tables =
      Table.of(
          SPECS, spec -> Optimizers.of(Settings.of(Map.of("trainer.optimizer", "adagrad")), spec));

  @TempDir private Path folder;
  private CheckpointParts parts;
  private LaneReplicas replicas;

  @BeforeEach
  void keep() throws IOException {
    parts =
        new CheckpointParts(
            new Configuration(),
            "file:/another/job",
            "",
            tables,
            RetryPolicy.forAMoment(),
            new CheckpointReader(RetryPolicy.withStorages(), () -> true));
    replicas = empty(ALL);
    Random random = new Random(3);
    for (int i = 0; i < 300; i++) {
      long key = random.nextLong();
      int width = 2 + tables.get(0).state();
      replicas.load().add(0, Partitions.of(0, key), key, cells(random, width), width);
    }
    replicas.load().add(0, Partitions.of(0, 9), 9, new float[] {-0f, 0, 0, 0}, 4);
    replicas.load().complete(VERSION, 0);
    replicas.newLine(back());
    List<PartFile> written = new ArrayList<>();
    ReplicaSnapshot snapshot = replicas.committed().snapshot(Arrays.stream(ALL).boxed().toList());
    while (!snapshot.isOver()) {
      ReplicaSnapshot.Part part = snapshot.copySome(7);
      if (part != null) {
        written.add(parts.write(part, folder.toUri().toString(), () -> false));
      }
    }
    Files.write(
        folder.resolve(CheckpointManifest.NAME),
        CheckpointFile.encode(
            new CheckpointManifest(
                new ModelOrigin("application_1_0001.1", "logistic", Map.of(), "0.1.0"),
                new CheckpointPosition(VERSION, 0, 0, new Line(2), new Term(1), 1),
                42,
                "digest",
                SPECS,
                parts.state(),
                written.stream().map(part -> 0).toList(),
                written)));
  }

  private static float[] cells(Random random, int count) {
    float[] cells = new float[count];
    for (int i = 0; i < count; i++) {
      cells[i] = random.nextFloat();
    }
    return cells;
  }

  private static ToMember.NewLine back() {
    return new ToMember.NewLine(
        new Term(1), new Line(2), new Version(VERSION), Line.NONE, new Line(2), null, "somewhere");
  }

  private LaneReplicas empty(int... partitions) {
    return new LaneReplicas(
        tables,
        partitions,
        false,
        false,
        MemoryBudget.ENDLESS,
        (line, version, metrics, digests) -> {},
        () -> 0);
  }

  /** The rows of all partitions with their state, by table and key. */
  private Map<String, List<Float>> rows(LaneReplicas of) {
    Map<String, List<Float>> rows = new TreeMap<>();
    ReplicaSnapshot snapshot = of.committed().snapshot(Arrays.stream(ALL).boxed().toList());
    while (!snapshot.isOver()) {
      ReplicaSnapshot.Part part = snapshot.copySome(1000);
      if (part != null) {
        for (SnapshotRows table : part.tables()) {
          table.forEach(
              (key, cells, offset) -> {
                List<Float> row = new ArrayList<>();
                for (int i = 0; i < table.table().stride(); i++) {
                  row.add(cells[offset + i]);
                }
                rows.put(table.table().spec().name() + "/" + key, row);
              });
        }
      }
    }
    return rows;
  }

  private static ToMember.NewLine first() {
    return new ToMember.NewLine(
        new Term(1), new Line(1), Version.INITIAL, Line.NONE, new Line(1), null, "somewhere");
  }

  private LaneReplicas loadedAsInitial() throws IOException {
    LaneReplicas loaded = empty(ALL);
    parts.load(folder.toUri().toString(), 0, List.of(loaded));
    assertThat(loaded.newLine(first()).following()).isTrue();
    return loaded;
  }

  /** Turns the folder into one of a model: the weights of the same rows. */
  private void makeModel() throws IOException {
    Files.delete(folder.resolve(CheckpointManifest.NAME));
    List<PartFile> written = new ArrayList<>();
    for (int partition : ALL) {
      String name = ModelFormat.partName(partition);
      OutputStream out = Files.newOutputStream(folder.resolve(name));
      try (ModelPartWriter file = ModelPartWriter.exact(out, name, partition, SPECS)) {
        for (Map.Entry<String, List<Float>> row : sorted(partition)) {
          float[] weights = {row.getValue().get(0), row.getValue().get(1)};
          file.append("weights", key(row), weights, 0, 2);
        }
        written.add(file.finish());
      }
    }
    ModelOrigin origin = new ModelOrigin("application_1_0001.1", "logistic", Map.of(), "0.1.0");
    Files.write(
        folder.resolve(ModelFormat.MANIFEST),
        ManifestFile.encode(
            new ModelManifest("00".repeat(32), origin, VERSION, 300, List.of(), SPECS, written)));
  }

  private List<Map.Entry<String, List<Float>>> sorted(int partition) {
    return rows(replicas).entrySet().stream()
        .filter(row -> row.getKey().startsWith("weights/"))
        .filter(row -> Partitions.of(0, key(row)) == partition)
        .sorted((one, other) -> Long.compareUnsigned(key(one), key(other)))
        .toList();
  }

  private static long key(Map.Entry<String, List<Float>> row) {
    return Long.parseLong(row.getKey().substring("weights/".length()));
  }

  @Test
  void aCheckpointOfAnotherJobGivesInitialRowsWithTheirState() throws IOException {
    LaneReplicas loaded = loadedAsInitial();
    assertThat(rows(loaded)).isEqualTo(rows(replicas));
    assertThatThrownBy(() -> parts.load(folder.toUri().toString(), 4, List.of(empty(ALL))))
        .hasMessageContaining("it is of version 5");
  }

  @Test
  void aModelGivesInitialWeightsAndTheStateOfNewRows() throws IOException {
    makeModel();
    float[] fresh = new float[2 + tables.get(0).state()];
    tables.get(0).optimizer().init(fresh, 0, 2);
    Map<String, List<Float>> loaded = rows(loadedAsInitial());
    Map<String, List<Float>> kept = rows(replicas);
    assertThat(loaded.keySet()).isEqualTo(kept.keySet());
    kept.forEach(
        (name, row) -> {
          if (name.startsWith("weights/")) {
            assertThat(loaded.get(name).subList(0, 2)).isEqualTo(row.subList(0, 2));
            assertThat(loaded.get(name).subList(2, row.size()))
                .as("the state of %s", name)
                .containsOnly(fresh[2]);
          }
        });
  }

  private void load(List<LaneReplicas> lanes) throws IOException {
    parts.load(folder.toUri().toString(), VERSION, lanes);
    lanes.forEach(lane -> assertThat(lane.newLine(back()).following()).isTrue());
  }

  @Test
  void whateverTheNumberOfLanesAndPservers() throws IOException {
    long sum = 0;
    for (int pserver = 0; pserver < 3; pserver++) {
      List<LaneReplicas> lanes = new ArrayList<>();
      for (int lane = 0; lane < 2; lane++) {
        int number = lane;
        int one = pserver;
        lanes.add(
            empty(Arrays.stream(ALL).filter(p -> p % 2 == number && p / 2 % 3 == one).toArray()));
      }
      load(lanes);
      sum += lanes.stream().mapToLong(lane -> lane.committed().digest()).sum();
    }
    assertThat(sum).isEqualTo(replicas.committed().digest()).isNotZero();
  }

  @Test
  void aFolderOfWhichNothingIsLeftIsDamaged() throws IOException {
    try (var all = Files.list(folder)) {
      for (Path file : all.toList()) {
        Files.delete(file);
      }
    }
    assertThatThrownBy(() -> load(List.of(empty(ALL))))
        .hasMessageStartingWith("MODEL_CORRUPT: the folder holds no checkpoint.avro");
    Files.delete(folder);
    assertThatThrownBy(() -> load(List.of(empty(ALL))))
        .hasMessageStartingWith("MODEL_CORRUPT: it cannot be read");
  }

  @Test
  void aFlippedByteIsFoundWhereverItIs() throws IOException {
    Random random = new Random(11);
    List<Path> files;
    try (var all = Files.list(folder)) {
      files = all.filter(file -> !file.getFileName().toString().startsWith(".")).sorted().toList();
    }
    assertThat(files).hasSize(Partitions.COUNT + 1);
    for (int i = 0; i < 50; i++) {
      Path file = files.get(random.nextInt(files.size()));
      byte[] sound = Files.readAllBytes(file);
      byte[] bytes = sound.clone();
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 + random.nextInt(255));
      Files.write(file, bytes);
      assertThatThrownBy(() -> load(List.of(empty(ALL))))
          .isInstanceOfSatisfying(
              FailureException.class,
              e -> {
                assertThat(e.failure().kind())
                    .isIn(FailureKind.MODEL_CORRUPT, FailureKind.VERSION_NOT_SUPPORTED);
                assertThat(e.failure().where()).contains(file.getFileName().toString());
              });
      Files.write(file, sound);
    }
    load(List.of(empty(ALL)));
  }

  @Test
  void aPartThatIsMissingIsNamed() throws IOException {
    Files.delete(folder.resolve("part-00003.avro"));
    assertThatThrownBy(() -> load(List.of(empty(ALL)))).hasMessageContaining("part-00003.avro");
  }
}
