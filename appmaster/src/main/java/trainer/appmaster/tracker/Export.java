package trainer.appmaster.tracker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import trainer.core.fact.Fact;
import trainer.core.message.FromMember;
import trainer.core.message.PartFile;
import trainer.core.message.ToMember;
import trainer.core.table.PartitionMap;

/**
 * Brings the final version to its place: each partition is written by one pserver into a folder
 * beside the output, and one rename publishes them.
 */
final class Export {
  private final Context context;
  private final Lifecycle lifecycle;
  private final Lines lines;
  private final Map<Integer, Long> writers = new HashMap<>();
  private final Map<Integer, PartFile> written = new TreeMap<>();
  private boolean begun;
  private boolean searching;
  private boolean publishing;

  Export(Context context, Lifecycle lifecycle, Lines lines) {
    this.context = context;
    this.lifecycle = lifecycle;
    this.lines = lines;
  }

  boolean isDone() {
    return context.history().modelId() != null;
  }

  /** An earlier master may have put the model in its place, and not lived to say so. */
  void search() {
    searching = true;
    lifecycle.becomesVisible();
    context.act(
        new TrackerAction.FindModel(
            context.history().version(), context.history().publishedFrom()));
  }

  /** It had not. */
  void notFound() {
    searching = false;
    lifecycle.staysInvisible();
  }

  void begin() {
    if (!begun) {
      begun = true;
      for (int partition = 0; partition < map().partitions(); partition++) {
        writers.put(partition, map().primary(partition).incarnation());
      }
      Set.copyOf(writers.values()).forEach(writer -> ask(writer, unwritten(writer)));
    }
  }

  /** The job goes back: whatever was written is of a version that is to be made again. */
  void forget() {
    begun = false;
    written.clear();
  }

  /** Repeats to a pserver with a new stream what it has not answered. */
  void returned(Member pserver) {
    if (begun) {
      ask(pserver.incarnation(), unwritten(pserver.incarnation()));
    }
  }

  /** The map is without a pserver: others that hold the same write what it has not written. */
  void evicted(long incarnation) {
    if (!begun) {
      return;
    }
    Map<Long, List<Integer>> others = new TreeMap<>();
    for (int partition : unwritten(incarnation)) {
      long other = map().primary(partition).incarnation();
      writers.put(partition, other);
      others.computeIfAbsent(other, of -> new ArrayList<>()).add(partition);
    }
    others.forEach(this::ask);
  }

  private List<Integer> unwritten(long incarnation) {
    return writers.entrySet().stream()
        .filter(entry -> entry.getValue() == incarnation && !written.containsKey(entry.getKey()))
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  private void ask(long incarnation, List<Integer> partitions) {
    if (!partitions.isEmpty()) {
      context.send(
          incarnation,
          new ToMember.WriteParts(
              context.term(), lines.line(), context.history().version(), folder(), partitions));
    }
  }

  /** {@code <output>._<job id>-<term>}: beside the output, so that a rename suffices. */
  private String folder() {
    String output = context.plan().output();
    while (output.length() > 1 && output.endsWith("/")) {
      output = output.substring(0, output.length() - 1);
    }
    return output + "._" + context.spec().id() + "-" + context.term();
  }

  void written(Member pserver, FromMember.PartsWritten message) {
    if (!begun || lifecycle.isDecided() || message.version() != context.history().version()) {
      return;
    }
    for (PartFile part : message.parts()) {
      if (writers.getOrDefault(part.partition(), 0L) == pserver.incarnation()) {
        written.put(part.partition(), part);
      }
    }
    if (written.size() == map().partitions() && !publishing) {
      publishing = true;
      lifecycle.becomesVisible();
      context.record(new Fact.PublishingBegun(context.history().version(), folder()));
      List<PartFile> parts = List.copyOf(written.values());
      context.act(new TrackerAction.Publish(context.history().version(), folder(), parts));
    }
  }

  /** Whether the model may be in its place, and word of it is awaited. */
  boolean isPublishing() {
    return (publishing || searching) && !isDone();
  }

  boolean isSearching() {
    return searching;
  }

  void published(TrackerEvent.Published event) {
    context.record(new Fact.Exported(event.modelId(), event.location()));
  }

  private PartitionMap map() {
    return context.history().map();
  }
}
