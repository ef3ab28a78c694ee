package trainer.it.simulation.process;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.job.CheckpointName;
import trainer.core.message.PartFile;
import trainer.core.message.ToMember;
import trainer.core.table.Partitions;
import trainer.it.simulation.invariant.Invariant;
import trainer.it.simulation.invariant.Violation;
import trainer.it.simulation.scenario.FakeModel;
import trainer.it.simulation.scenario.SimJob;
import trainer.master.job.api.JobEffect;
import trainer.pserver.replica.LaneReplicas;
import trainer.pserver.replica.ReplicaSnapshot;
import trainer.pserver.store.MemoryBudget;

/** The file system as far as checkpoints are in it, and what has to hold of them. */
final class SimCheckpoints {
  private record Row(int table, long key, float[] cells) {}

  private final World world;
  private final Map<String, Map<Integer, List<Row>>> parts = new HashMap<>();
  private final Map<String, JobEffect.StoreCheckpoint> manifests = new HashMap<>();
  private final Set<String> damaged = new HashSet<>();

  /** What each partition was when its cut began, by folder. */
  private final Map<String, Map<Integer, Long>> begun = new HashMap<>();

  SimCheckpoints(World world) {
    this.world = world;
  }

  /** A pserver begins to keep a partition. */
  void begun(String folder, int partition, long digest) {
    begun.computeIfAbsent(folder, of -> new HashMap<>()).put(partition, digest);
  }

  /** A pserver writes a part. */
  PartFile write(String folder, ReplicaSnapshot.Part part) {
    List<Row> rows = new ArrayList<>();
    part.tables()
        .forEach(
            table ->
                table.forEach(
                    (key, cells, offset) -> {
                      int position = table.table().position();
                      int stride = table.table().spec().width() + table.table().state();
                      float[] row = new float[stride];
                      System.arraycopy(cells, offset, row, 0, stride);
                      rows.add(new Row(position, key, row));
                    }));
    parts.computeIfAbsent(folder, of -> new HashMap<>()).put(part.partition(), rows);
    return new PartFile(part.partition(), "part-" + part.partition(), rows.size(), 1, folder);
  }

  /**
   * Checks {@link Invariant#ManifestIsOneVersion} and {@link Invariant#CutIsOneMoment} when a
   * master stores a manifest: the parts are loaded, and their digests compared.
   */
  void store(SimJob job, JobEffect.StoreCheckpoint action) {
    Map<Integer, List<Row>> there = parts.getOrDefault(action.folder(), Map.of());
    for (int partition = 0; partition < action.map().partitions(); partition++) {
      Violation.unless(
          there.containsKey(partition),
          Invariant.ManifestIsOneVersion,
          job.id() + ": " + action.folder() + " has no partition " + partition);
      LaneReplicas copies = copies(partition);
      fill(there.get(partition), copies, partition);
      copies.load().complete(action.name().version().number(), action.updates());
      copies.newLine(
          new ToMember.NewLine(
              new Term(1), new Line(1), action.name().version(), Line.NONE, Line.NONE, null, ""));
      long digest = copies.committed().digest(partition);
      Violation.unless(
          begun.get(action.folder()).get(partition) == digest,
          Invariant.CutIsOneMoment,
          job.id() + ": " + action.folder() + " has not what partition " + partition + " was");
      if (action.name().mark() == 0) {
        world.oracle(job).committed(action.name().version().number(), partition, digest);
      }
    }
    manifests.put(action.folder(), action);
    world.chaos().hit(job.isAsync() ? "TASKS_KEPT" : "CHECKPOINT_KEPT", "storing");
    if (world.scenario().disturbances().lostPservers() > 0 && world.schedule().oneIn(4)) {
      world.chaos().hit("CHECKPOINT_DAMAGED", "storing");
      damaged.add(action.folder());
    }
  }

  /** Has the files of an earlier job, too. */
  void take(SimOrigin origin) {
    origin
        .kept()
        .forEach(
            one -> {
              parts.put(one.folder(), origin.checkpoints().parts.get(one.folder()));
              manifests.put(one.folder(), origin.checkpoints().manifests.get(one.folder()));
            });
  }

  /** Whether all parts are there. */
  boolean isThere(JobEffect.StoreCheckpoint action) {
    return parts.getOrDefault(action.folder(), Map.of()).size() == action.map().partitions();
  }

  /** Whether a manifest is in this folder. */
  boolean isStored(String folder) {
    return manifests.containsKey(folder);
  }

  private static LaneReplicas copies(int partition) {
    return new LaneReplicas(
        FakeModel.tables(),
        new int[] {partition},
        false,
        false,
        MemoryBudget.ENDLESS,
        (line, version, metrics, d) -> {},
        () -> 0);
  }

  private static void fill(List<Row> rows, LaneReplicas copies, int partition) {
    rows.forEach(
        row -> {
          float[] cells = row.cells();
          if (!copies.load().add(row.table(), partition, row.key(), cells, cells.length)) {
            throw new IllegalStateException("there is no room");
          }
        });
  }

  /**
   * A pserver loads what it holds.
   *
   * @return whether it is sound
   */
  boolean load(String folder, long version, List<LaneReplicas> lanes) {
    if (folder.equals(SimJob.MODEL)) {
      loadModel(lanes);
      return true;
    }
    JobEffect.StoreCheckpoint manifest = manifests.get(folder);
    Violation.unless(
        manifest != null && manifest.name().version().number() == version,
        Invariant.ManifestIsOneVersion,
        "version " + version + " is to be loaded from " + folder + ": " + manifest);
    if (damaged.contains(folder)) {
      return false;
    }
    parts
        .get(folder)
        .forEach(
            (partition, rows) -> {
              LaneReplicas lane = lanes.get(partition % lanes.size());
              if (lane.holds(partition)) {
                fill(rows, lane, partition);
              }
            });
    lanes.forEach(lane -> lane.load().complete(version, manifest.updates()));
    return true;
  }

  private static void loadModel(List<LaneReplicas> lanes) {
    FakeModel.trainedRows()
        .forEach(
            (key, weight) -> {
              int partition = Partitions.of(0, key);
              LaneReplicas lane = lanes.get(partition % lanes.size());
              if (lane.holds(partition)) {
                fill(List.of(new Row(0, key, new float[] {weight})), lane, partition);
              }
            });
    lanes.forEach(lane -> lane.load().complete(0, 0));
  }

  /** A master has what is not kept deleted. */
  void sweep(JobEffect.SweepCheckpoints action) {
    parts.keySet().removeIf(folder -> isOver(folder, action));
    manifests.keySet().removeIf(folder -> isOver(folder, action));
  }

  private boolean isOver(String folder, JobEffect.SweepCheckpoints action) {
    CheckpointName name =
        CheckpointName.of(folder.substring(folder.lastIndexOf('/') + 1)).orElseThrow();
    boolean isLater =
        name.version().number() > action.version()
            || (name.version().number() == action.version() && name.mark() > action.mark());
    return !action.kept().contains(folder)
        && (action.evenWhole() || !isStored(folder))
        && (name.line().number() < action.line().number()
            || (name.line().equals(action.line()) && !isLater));
  }
}
