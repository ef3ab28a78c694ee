package trainer.master.job.history;

import java.util.List;
import java.util.stream.IntStream;
import trainer.core.job.Phase;

/**
 * Mapping of versions to phases and mini-batches: a pure function of the job's phases and K, the
 * mini-batches of an epoch.
 *
 * <p>A pass takes K versions, one a mini-batch. A row update takes one version and no mini-batch.
 * An aggregate takes none: it reads the version that is newest when the phase begins. Example: K =
 * 4, phases count (1 pass), scale (a row update), train (2 passes): versions 1–4 count, 5 scales,
 * 6–13 train, and version 6 is mini-batch 5, the first of the second epoch.
 */
public final class VersionSchedule {
  private final List<Phase> phases;
  private final int perEpoch;
  private final long[] ends;
  private final long[] minibatches;

  public VersionSchedule(List<Phase> phases, int perEpoch) {
    this.phases = List.copyOf(phases);
    this.perEpoch = perEpoch;
    this.ends = new long[phases.size()];
    this.minibatches = new long[phases.size()];
    long end = 0;
    long before = 0;
    for (int i = 0; i < ends.length; i++) {
      long ofPhase =
          phases.get(i) instanceof Phase.Passes passes ? passes.epochs() * (long) perEpoch : 0;
      end += phases.get(i) instanceof Phase.RowUpdate ? 1 : ofPhase;
      before += ofPhase;
      ends[i] = end;
      minibatches[i] = before;
    }
  }

  /** The schedule of a training with this number of versions. */
  static VersionSchedule ofLength(List<Phase> phases, long versions) {
    long updates = phases.stream().filter(Phase.RowUpdate.class::isInstance).count();
    long epochs = new VersionSchedule(phases, 1).minibatches[phases.size() - 1];
    long perEpoch = epochs == 0 ? 1 : (versions - updates) / epochs;
    return new VersionSchedule(phases, Math.toIntExact(perEpoch));
  }

  /** Versions of the whole training. */
  public long versions() {
    return ends[ends.length - 1];
  }

  /** The first version of the last phase that learns from the data; there is no model before it. */
  public long firstOfTheModel() {
    int last = phases.size() - 1;
    while (!(phases.get(last) instanceof Phase.Passes)) {
      last--;
    }
    return last == 0 ? 1 : ends[last - 1] + 1;
  }

  /** The first version of a phase. */
  public long first(int phase) {
    return phase == 0 ? 1 : ends[phase - 1] + 1;
  }

  /** The number of the phase that makes {@code version} ≥ 1. */
  public int phase(long version) {
    int phase = 0;
    while (version > ends[phase]) {
      phase++;
    }
    return phase;
  }

  /** The aggregate phases that run between this version and the next, in order. */
  public List<Integer> folds(long version) {
    return IntStream.range(0, ends.length)
        .filter(i -> phases.get(i) instanceof Phase.Aggregate && ends[i] == version)
        .boxed()
        .toList();
  }

  /** Whether the version is a row update, which needs no shares. */
  public boolean isUpdate(long version) {
    return phases.get(phase(version)) instanceof Phase.RowUpdate;
  }

  /** Mini-batches up to and including this version; a row update adds none. */
  public long minibatch(long version) {
    int phase = phase(version);
    return isUpdate(version) ? minibatches[phase] : minibatches[phase] - (ends[phase] - version);
  }

  /** Whether the version is the first mini-batch of an epoch. */
  public boolean beginsEpoch(long version) {
    return !isUpdate(version) && (minibatch(version) - 1) % perEpoch == 0;
  }

  /** Whether the version is the last mini-batch of an epoch. */
  public boolean endsEpoch(long version) {
    return !isUpdate(version) && minibatch(version) % perEpoch == 0;
  }

  /**
   * Whether the held-out records are scored with this version: it ends an epoch of the phase that
   * learns the model, or {@code every} mini-batches are full.
   *
   * @param every 0 for ends of epochs alone
   */
  public boolean isPoint(long version, int every) {
    return version >= firstOfTheModel()
        && version <= versions()
        && !isUpdate(version)
        && (endsEpoch(version) || (every > 0 && minibatch(version) % every == 0));
  }

  /** Epochs begun by this version. */
  public int epoch(long version) {
    return version == 0 ? 0 : (int) ((minibatch(version) + perEpoch - 1) / perEpoch);
  }

  /** Mini-batches of an epoch. */
  public int perEpoch() {
    return perEpoch;
  }
}
