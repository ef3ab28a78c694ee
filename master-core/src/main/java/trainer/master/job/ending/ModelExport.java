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
import trainer.core.failure.Failure;
import trainer.core.id.Incarnation;
import trainer.core.id.Version;
import trainer.core.message.FromPserver;
import trainer.core.message.PartFile;
import trainer.core.message.ToPserver;
import trainer.core.table.PartitionMap;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
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
public final class ModelExport extends Publication {
  private static final Logger LOG = LoggerFactory.getLogger(ModelExport.class);

  private final LineManager lines;
  private final Map<Integer, Incarnation> writers = new HashMap<>();
  private final Map<Integer, PartFile> written = new TreeMap<>();
  private boolean begun;

  /** Null while the output is tried. */
  private KeptModel kept;

  public ModelExport(JobContext context, JobLifecycle lifecycle, LineManager lines) {
    super(context, lifecycle);
    this.lines = lines;
  }

  @Override
  protected void find() {
    context.act(
        new JobEffect.FindModel(context.history().version(), context.history().publishedFrom()));
  }

  @Override
  public void begin() {
    if (!begun) {
      begun = true;
      for (int partition = 0; partition < map().partitions(); partition++) {
        writers.put(partition, map().primary(partition).incarnation());
      }
      new TreeSet<>(writers.values()).forEach(writer -> ask(writer, unwritten(writer)));
    }
  }

  @Override
  public void forget() {
    begun = false;
    written.clear();
  }

  /** Repeats to a pserver with a new stream the parts that it has still to write. */
  @Override
  public void onReconnected(Member pserver) {
    if (begun) {
      ask(pserver.incarnation(), unwritten(pserver.incarnation()));
    }
  }

  /**
   * The map lost a pserver: pservers with replicas of the same partitions write its missing parts.
   */
  @Override
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

  @Override
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
    if (written.size() == map().partitions() && !hasBegunToPublish()) {
      publish();
    }
  }

  private void publish() {
    publishing(kept == null ? folder() : null);
    long version = context.history().version();
    List<PartFile> parts = List.copyOf(written.values());
    context.act(
        new JobEffect.Publish(
            version, folder(), parts, place(), context.history().measured().standardisations()));
  }

  @Override
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

  @Override
  protected void cannot(Failure failure) {
    noTrouble();
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

  @Override
  public void onPublished(JobEvent.Published event) {
    noTrouble();
    if (kept != null) {
      lifecycle.fail(kept.failure());
      return;
    }
    published(event);
  }

  private PartitionMap map() {
    return context.history().map();
  }
}
