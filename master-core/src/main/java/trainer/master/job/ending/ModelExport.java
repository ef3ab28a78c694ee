package trainer.master.job.ending;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.fact.EndingFact;
import trainer.core.failure.Failure;
import trainer.core.id.Incarnation;
import trainer.core.id.Version;
import trainer.core.job.JobState;
import trainer.core.message.FromPserver;
import trainer.core.message.PartFile;
import trainer.core.message.ToPserver;
import trainer.core.table.PartitionMap;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.JobView;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.job.members.Member;
import trainer.master.job.partitions.LineManager;

/**
 * The export of the final version: each partition is written by one pserver into a folder beside
 * the output, and one rename publishes them.
 *
 * <p>If the output cannot be written, the pservers write the same parts into the job's folder,
 * where they become a whole model. The job ends FAILED with the command that moves it. None of this
 * is recorded, so another master tries the output again.
 */
public final class ModelExport {
  private static final Logger LOG = LoggerFactory.getLogger(ModelExport.class);

  private final JobContext context;
  private final JobLifecycle lifecycle;
  private final LineManager lines;
  private final Map<Integer, Incarnation> writers = new HashMap<>();
  private final Map<Integer, PartFile> written = new TreeMap<>();
  private boolean begun;
  private boolean searching;
  private boolean publishing;

  /** Null while the output is tried. */
  private KeptModel kept;

  /** Null unless writing is tried again and again. */
  private JobView.OutputTrouble trouble;

  public ModelExport(JobContext context, JobLifecycle lifecycle, LineManager lines) {
    this.context = context;
    this.lifecycle = lifecycle;
    this.lines = lines;
  }

  public boolean isDone() {
    return context.history().modelId() != null;
  }

  /** Searches for a model that an earlier master may have published without recording it. */
  public void search() {
    searching = true;
    lifecycle.becomesVisible();
    context.act(
        new JobEffect.FindModel(context.history().version(), context.history().publishedFrom()));
  }

  /** The search found no model. */
  public void onNotFound() {
    searching = false;
    lifecycle.staysInvisible();
  }

  public void begin() {
    if (!begun) {
      begun = true;
      for (int partition = 0; partition < map().partitions(); partition++) {
        writers.put(partition, map().primary(partition).incarnation());
      }
      new TreeSet<>(writers.values()).forEach(writer -> ask(writer, unwritten(writer)));
    }
  }

  /** The job rolls back: the parts written are of a version that is built again. */
  public void forget() {
    begun = false;
    written.clear();
  }

  /** Repeats to a pserver with a new stream the parts that it has still to write. */
  public void onReconnected(Member pserver) {
    if (begun) {
      ask(pserver.incarnation(), unwritten(pserver.incarnation()));
    }
  }

  /**
   * The map lost a pserver: pservers with replicas of the same partitions write its missing parts.
   */
  public void onEvicted(Incarnation incarnation) {
    if (!begun) {
      return;
    }
    Map<Incarnation, List<Integer>> others = new TreeMap<>();
    for (int partition : unwritten(incarnation)) {
      Incarnation other = map().primary(partition).incarnation();
      writers.put(partition, other);
      others.computeIfAbsent(other, of -> new ArrayList<>()).add(partition);
    }
    others.forEach(this::ask);
  }

  private List<Integer> unwritten(Incarnation incarnation) {
    return writers.entrySet().stream()
        .filter(
            entry -> entry.getValue().equals(incarnation) && !written.containsKey(entry.getKey()))
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  private void ask(Incarnation incarnation, List<Integer> partitions) {
    if (!partitions.isEmpty()) {
      context.send(
          incarnation,
          new ToPserver.WriteParts(
              context.term(),
              lines.line(),
              new Version(context.history().version()),
              folder(),
              partitions));
    }
  }

  /** {@code <place>._<job id>-<term>}: beside the model's place, so that a rename suffices. */
  private String folder() {
    return place() + "._" + context.spec().id() + "-" + context.term();
  }

  private String place() {
    return kept == null ? output() : kept.place();
  }

  private String output() {
    String output = context.plan().output();
    while (output.length() > 1 && output.endsWith("/")) {
      output = output.substring(0, output.length() - 1);
    }
    return output;
  }

  public void onWritten(Member pserver, FromPserver.PartsWritten message) {
    if (!begun
        || lifecycle.isDecided()
        || message.version().number() != context.history().version()
        || !message.folder().equals(folder())) {
      return;
    }
    for (PartFile part : message.parts()) {
      if (pserver.incarnation().equals(writers.get(part.partition()))) {
        written.put(part.partition(), part);
      }
    }
    if (written.size() == map().partitions() && !publishing) {
      publish();
    }
  }

  private void publish() {
    publishing = true;
    trouble = null;
    long version = context.history().version();
    if (kept == null) {
      lifecycle.becomesVisible();
      context.record(new EndingFact.PublishingBegun(new Version(version), folder()));
    }
    List<PartFile> parts = List.copyOf(written.values());
    context.act(
        new JobEffect.Publish(
            version, folder(), parts, place(), context.history().measured().standardisations()));
  }

  /** A pserver could not write, for now or for good. */
  public void onFailed(FromPserver.PartsFailed message) {
    if (!begun || lifecycle.isDecided() || !message.folder().equals(folder())) {
      return;
    }
    if (message.givenUp()) {
      cannot(message.failure());
    } else {
      onDelayed(message.failure());
    }
  }

  /** Writing or publishing is tried again. */
  public void onDelayed(Failure failure) {
    if (trouble == null) {
      trouble = new JobView.OutputTrouble(context.millis(), failure.message());
      context.changed();
    }
  }

  /** The parts could not be put in their place. */
  public void onNotPublished(Failure failure) {
    if (searching) {
      lifecycle.settle(JobState.FAILED, failure);
      return;
    }
    publishing = false;
    lifecycle.staysInvisible();
    if (!lifecycle.isDecided()) {
      cannot(failure);
    }
  }

  private void cannot(Failure failure) {
    trouble = null;
    if (kept != null) {
      lifecycle.fail(kept.lost(failure));
      return;
    }
    boolean replaces = Settings.of(context.spec().settings()).get(Keys.OUTPUT_OVERWRITE);
    kept = new KeptModel(context.spec().jobFolder() + "/model", output(), replaces, failure);
    LOG.warn(
        "{}: {}; the model is kept in {}", context.spec().id(), failure.message(), kept.place());
    forget();
    begin();
  }

  /** Null unless the output cannot be written yet. */
  public JobView.OutputTrouble trouble() {
    return trouble;
  }

  /** Whether the model may be in its place already, and the outcome is awaited. */
  public boolean isPublishing() {
    return (publishing || searching) && !isDone();
  }

  public boolean isSearching() {
    return searching;
  }

  public void onPublished(JobEvent.Published event) {
    trouble = null;
    if (kept != null) {
      lifecycle.fail(kept.failure());
      return;
    }
    context.record(new EndingFact.Exported(event.modelId(), event.location()));
  }

  private PartitionMap map() {
    return context.history().map();
  }
}
