package trainer.pserver.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.avro.checkpoint.CheckpointFile;
import trainer.avro.checkpoint.CheckpointManifest;
import trainer.avro.checkpoint.CheckpointPosition;
import trainer.avro.model.ModelOrigin;
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
        (line, version, metrics, digests) -> {});
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
