package trainer.appmaster.tracker;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.fact.Fact;
import trainer.core.failure.Failure;
import trainer.core.message.FromMember;
import trainer.core.message.PartFile;
import trainer.core.message.ToMember;
import trainer.core.table.PartitionMap;

/**
 * Has the model kept every {@code trainer.checkpoint.interval} while it is trained, and the newest
 * {@code trainer.checkpoint.keep} of what was kept.
 *
 * <pre>
 * CutAsked(c) → Commit(c), and behind it Cut(c) → all parts written → manifest, by rename
 *   → read back and verified → CheckpointAdded → CheckpointCondemned for the oldest → deleted
 * </pre>
 *
 * <p>Whoever is lost on the way: that one comes to nothing, and the next one is made at a later
 * version. What it left is deleted with the next that is condemned.
 */
final class Checkpoints {
  private static final Logger LOG = LoggerFactory.getLogger(Checkpoints.class);

  private final Context context;
  private final Members members;
  private final Lines lines;
  private final Map<Integer, Long> writers = new HashMap<>();
  private final Map<Integer, PartFile> written = new TreeMap<>();
  private long begunAt = Member.NEVER;

  /** The version that is to be cut, or is, 0 if none. */
  private long version;

  /** Where its parts go, once it is cut. */
  private String folder;

  private long line;
  private PartitionMap map;
  private int epoch;
  private Fact.Progressed counters;
  private boolean isStoring;

  Checkpoints(Context context, Members members, Lines lines) {
    this.context = context;
    this.members = members;
    this.lines = lines;
  }

  /** Decides whether the version that is open is to be kept, and whether another one still can. */
  void look(long committed) {
    if (folder != null && !isStoring && isWriterGone()) {
      drop("a pserver is gone that was writing");
    }
    if (begunAt == Member.NEVER) {
      begunAt = context.nanos();
    }
    boolean isDue = context.nanos() - begunAt >= context.plan().checkpointInterval();
    if (isDue && version == 0 && committed + 1 < context.history().target()) {
      begunAt = context.nanos();
      version = committed + 1;
      context.record(new Fact.CutAsked(version));
    }
  }

  /**
   * A version is committed, and all have been told.
   *
   * @param now the counters at it
   * @param itsEpoch the pass that it belongs to, from 1
   */
  void committed(Fact.Progressed now, int itsEpoch) {
    if (version != now.version() || folder != null) {
      return;
    }
    counters = now;
    epoch = itsEpoch;
    line = lines.line();
    map = context.history().map();
    folder =
        context.spec().jobFolder() + "/checkpoints/" + version + "-" + line + "-" + context.term();
    for (int partition = 0; partition < map.partitions(); partition++) {
      writers.put(partition, map.primary(partition).incarnation());
    }
    lines.pservers().forEach(this::tell);
  }

  private void tell(Member pserver) {
    List<Integer> own =
        writers.entrySet().stream()
            .filter(entry -> entry.getValue() == pserver.incarnation())
            .map(Map.Entry::getKey)
            .sorted()
            .toList();
    if (!own.isEmpty()) {
      context.send(
          pserver.incarnation(), new ToMember.Cut(context.term(), line, version, folder, own));
    }
  }

  /** A pserver has a new stream: its order, or its answer, may be lost with the old one. */
  void returned(Member pserver) {
    if (folder != null && !isStoring) {
      tell(pserver);
    }
  }

  /** What it was to write will not come. */
  private boolean isWriterGone() {
    return writers.entrySet().stream()
        .anyMatch(one -> !written.containsKey(one.getKey()) && !members.isLive(one.getValue()));
  }

  /** A pserver has written its parts. */
  void written(Member pserver, FromMember.CutWritten message) {
    if (!message.folder().equals(folder) || isStoring) {
      return;
    }
    for (PartFile part : message.parts()) {
      if (writers.getOrDefault(part.partition(), 0L) == pserver.incarnation()) {
        written.put(part.partition(), part);
      }
    }
    if (written.size() == writers.size()) {
      isStoring = true;
      context.act(
          new TrackerAction.StoreCheckpoint(
              version,
              line,
              context.term(),
              folder,
              epoch,
              context.history().indexDigest(),
              map,
              message.state(),
              List.copyOf(written.values())));
    }
  }

  /** A pserver could not write its parts. */
  void failed(Member pserver, FromMember.CutFailed message) {
    if (message.folder().equals(folder) && !isStoring) {
      drop(pserver.named() + ": " + message.failure().message());
    }
  }

  /** The job goes back: what is being kept is of a future that is void. */
  void wentBack() {
    if (version != 0) {
      drop("the job goes back");
    }
    begunAt = context.nanos();
  }

  private void drop(String why) {
    LOG.warn("{}: version {} is not kept: {}", context.spec().id(), version, why);
    forget();
  }

  private void forget() {
    version = 0;
    folder = null;
    isStoring = false;
    writers.clear();
    written.clear();
  }

  /** Its manifest is in its place, and every file was read back. */
  void stored(TrackerEvent.CheckpointStored event) {
    if (!event.folder().equals(folder)) {
      return;
    }
    LOG.info("{}: version {} is kept in {}", context.spec().id(), version, folder);
    context.record(
        new Fact.CheckpointAdded(version, line, folder, event.digest(), event.bytes(), counters));
    forget();
    condemn();
  }

  /** It is not whole. */
  void notStored(TrackerEvent.CheckpointNotStored event) {
    if (event.folder().equals(folder)) {
      drop(event.failure().message());
    }
  }

  private void condemn() {
    List<Fact.CheckpointAdded> kept = context.history().checkpoints();
    int most = context.plan().checkpointsKept();
    for (Fact.CheckpointAdded one : kept.subList(0, Math.max(0, kept.size() - most))) {
      context.record(new Fact.CheckpointCondemned(one.version(), ""));
    }
    context.act(
        new TrackerAction.SweepCheckpoints(
            context.history().newestKept(),
            lines.line(),
            context.history().checkpoints().stream().map(Fact.CheckpointAdded::folder).toList()));
  }

  /** One that the job wanted to go back to is damaged: the next older one is gone back to. */
  void damaged(Member pserver, Failure failure) {
    long base = context.history().base();
    LOG.error(
        "{}: version {} is kept, but damaged, as {} found: {}",
        context.spec().id(),
        base,
        pserver.named(),
        failure.message());
    context.record(new Fact.CheckpointCondemned(base, failure.message()));
  }
}
