package trainer.master.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Function;
import trainer.core.fact.Speculated;
import trainer.core.failure.Failure;
import trainer.core.job.Role;
import trainer.master.job.api.JobView;
import trainer.master.job.api.ProcessesView;
import trainer.master.job.api.ProcessesView.Container;
import trainer.master.job.api.ProcessesView.Member;

/**
 * The JSON of {@code report.json} and of {@code status}, with the same fields as far as known.
 * Times are epoch milliseconds, null for an event that has not happened. Numbers that are not
 * finite are null.
 */
public final class ReportJson {
  private static final int FORMAT_VERSION = 1;
  private static final double MILLIS = 1000.0;
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private ReportJson() {}

  /** One JSON document, with a line break at its end. */
  public static String of(JobView view, long nowMillis) {
    return of(view, nowMillis, container -> container.logs().state());
  }

  /**
   * One JSON document.
   *
   * @param logState the state of a container's logs in the job's folder
   */
  public static String of(JobView view, long nowMillis, Function<Container, String> logState) {
    try {
      return MAPPER.writeValueAsString(node(view, nowMillis, logState)) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of plain values", e);
    }
  }

  private static ObjectNode node(
      JobView view, long nowMillis, Function<Container, String> logState) {
    ReportTimes times = ReportTimes.of(view, nowMillis);
    ObjectNode report = NODES.objectNode();
    report.put("formatVersion", FORMAT_VERSION);
    report.put("applicationId", view.id().application());
    report.put("jobId", view.id().toString());
    report.put("name", view.name());
    report.put("state", view.state().name());
    report.set("states", states(view));
    report.set("failure", failure(view.failure()));
    report.set("waitingFor", waiting(view));
    report.put("modelId", view.results().modelId());
    report.put("modelLocation", view.results().modelLocation());
    report.put("version", view.version());
    report.put("versions", view.versions());
    number(report, "progress", view.finishedPart());
    report.put("epoch", view.progress().epoch());
    report.put("epochs", view.progress().epochs());
    report.set("perEpoch", perEpoch(view));
    report.set("stopped", stopped(view));
    report.put("sync", view.synchronisation().mode());
    report.set("speculation", speculation(view.synchronisation().speculated()));
    report.set("versioned", versioned(view.synchronisation().versioned()));
    report.set("tasks", TasksJson.of(view.tasks()));
    report.put("term", view.recovery().term());
    report.put("line", view.line());
    report.put("records", view.progress().records());
    report.put("recordsComputed", view.progress().recordsComputed());
    report.put("badRecords", view.progress().badRecords());
    report.put("rollbacks", view.recovery().rollbacks());
    report.set("repeated", repeated(view.recovery().repeated()));
    report.set("checkpoints", checkpoints(view));
    report.set("checkpointTrouble", trouble(view.recovery().checkpointTrouble()));
    report.set("outputTrouble", trouble(view.lifecycle().outputTrouble()));
    report.set("metrics", metrics(view));
    report.set("aggregates", AggregatesJson.of(view.results().aggregates()));
    report.set("tables", AggregatesJson.ofTables(view.results().tables()));
    report.set("seconds", seconds(times));
    number(
        report,
        "recordsPerSecond",
        view.progress().recordsComputed() / (times.training() / MILLIS));
    report.set("workers", workers(view));
    report.set("members", members(view));
    report.set("containers", containers(view, logState));
    report.set("pservers", pservers(view.processes().pservers()));
    report.set("workersWanted", workersWanted(view.processes().workers()));
    report.set("blacklist", blacklist(view));
    report.set("survived", survived(view));
    report.set("masters", masters(view));
    view.results().warnings().forEach(report.putArray("warnings")::add);
    return report;
  }

  private static ArrayNode perEpoch(JobView view) {
    ArrayNode epochs = NODES.arrayNode();
    for (JobView.Epoch one : view.progress().perEpoch()) {
      ObjectNode node = epochs.addObject().put("epoch", one.number());
      node.put("seconds", one.millis() / MILLIS);
      node.put("bytesToPservers", one.moved().sent());
      node.put("bytesFromPservers", one.moved().received());
    }
    return epochs;
  }

  /** Null unless the job uses mini-batches ({@code bsp}). */
  private static ObjectNode speculation(Speculated speculated) {
    return speculated == null
        ? null
        : NODES
            .objectNode()
            .put("duplicates", speculated.duplicates())
            .put("wins", speculated.wins())
            .put("cancels", speculated.cancels())
            .put("replaced", speculated.replaced());
  }

  /** Null unless only gradients of the newest version count ({@code versioned}). */
  private static ObjectNode versioned(JobView.Versioned versioned) {
    return versioned == null
        ? null
        : NODES
            .objectNode()
            .put("reports", versioned.reports())
            .put("refusals", versioned.refusals());
  }

  /** Null unless updates are applied on arrival ({@code async}, {@code ssp}). */
  private static ObjectNode repeated(JobView.Repeated repeated) {
    return repeated == null
        ? null
        : NODES
            .objectNode()
            .put("records", repeated.records())
            .put("tasksTwiceAtMost", repeated.tasks());
  }

  private static ArrayNode checkpoints(JobView view) {
    ArrayNode checkpoints = NODES.arrayNode();
    for (JobView.Checkpoint one : view.recovery().checkpoints()) {
      ObjectNode node = checkpoints.addObject();
      node.put("version", one.version());
      node.put("folder", one.folder());
      node.put("bytes", one.bytes());
      node.put("at", one.at());
      node.put("damage", one.damage().isEmpty() ? null : one.damage());
    }
    return checkpoints;
  }

  /** Null unless a checkpoint failed. */
  private static ObjectNode trouble(JobView.CheckpointTrouble trouble) {
    return trouble == null
        ? null
        : NODES
            .objectNode()
            .put("version", trouble.version())
            .put("times", trouble.times())
            .put("since", trouble.since())
            .put("at", trouble.at())
            .put("message", trouble.message())
            .put("over", trouble.over());
  }

  /** Null unless the output cannot be written yet. */
  private static ObjectNode trouble(JobView.OutputTrouble trouble) {
    return trouble == null
        ? null
        : NODES.objectNode().put("since", trouble.since()).put("message", trouble.message());
  }

  private static ArrayNode states(JobView view) {
    ArrayNode states = NODES.arrayNode();
    view.lifecycle()
        .states()
        .forEach(one -> states.addObject().put("name", one.state().name()).put("at", one.at()));
    return states;
  }

  private static ObjectNode failure(Failure failure) {
    return failure == null
        ? null
        : NODES
            .objectNode()
            .put("kind", failure.kind().name())
            .put("blame", failure.kind().blame().name())
            .put("message", failure.message());
  }

  /** Null unless a user asked for an end before the last version. */
  private static ObjectNode stopped(JobView view) {
    return view.lifecycle().stop() == null
        ? null
        : NODES
            .objectNode()
            .put("by", view.lifecycle().stop().by())
            .put("at", view.lifecycle().stop().at())
            .put("version", view.lifecycle().stop().version())
            .put("versions", view.versions());
  }

  private static ArrayNode waiting(JobView view) {
    ArrayNode waiting = NODES.arrayNode();
    view.lifecycle()
        .waitingFor()
        .forEach(
            one -> {
              ObjectNode node = waiting.addObject().put("what", one.what());
              node.put("since", one.since()).put("asked", one.asked());
              node.put("granted", one.granted()).put("explanation", one.explanation());
              time(node, "beginsAt", one.beginsAt());
            });
    return waiting;
  }

  private static ObjectNode metrics(JobView view) {
    ObjectNode metrics = NODES.objectNode();
    ObjectNode train = metrics.putObject("train");
    view.results()
        .measures()
        .of(view.results().train())
        .forEach((name, value) -> number(train, name, value));
    ObjectNode held = metrics.putObject("validation");
    view.results()
        .measures()
        .of(view.results().validation())
        .forEach((name, value) -> number(held, name, value));
    if (view.results().validation() != null) {
      held.put("records", view.results().validation().metrics().records());
    }
    return metrics;
  }

  private static ObjectNode seconds(ReportTimes times) {
    ObjectNode seconds = NODES.objectNode();
    seconds.put("total", times.total() / MILLIS);
    seconds.put("allocation", times.allocation() / MILLIS);
    seconds.put("training", times.training() / MILLIS);
    return seconds;
  }

  private static ArrayNode workers(JobView view) {
    ArrayNode workers = NODES.arrayNode();
    view.processes().members().stream()
        .filter(member -> member.role() == Role.WORKER)
        .forEach(
            member ->
                workers
                    .addObject()
                    .put("index", member.index())
                    .put("incarnation", member.instance().incarnation())
                    .put("records", member.records())
                    .put("shares", member.shares()));
    return workers;
  }

  private static ArrayNode members(JobView view) {
    ArrayNode members = NODES.arrayNode();
    for (Member member : view.processes().members()) {
      ObjectNode node = members.addObject();
      node.put("role", member.role().word());
      node.put("index", member.index());
      node.put("incarnation", member.instance().incarnation());
      node.put("host", member.instance().host());
      node.put("address", member.instance().address());
      node.put("container", member.instance().containerId());
      node.put("state", member.state());
      node.put("behindMillis", member.delays().behindMillis());
      node.put("full", member.delays().full().isEmpty() ? null : member.delays().full());
      node.put("fullMillis", member.delays().fullMillis());
      node.put("why", member.why().isEmpty() ? null : member.why());
      time(node, "lastHeartbeat", member.lastHeartbeat());
    }
    return members;
  }

  private static ArrayNode containers(JobView view, Function<Container, String> logState) {
    ArrayNode containers = NODES.arrayNode();
    for (Container container : view.processes().containers()) {
      ObjectNode node = containers.addObject();
      node.put("role", container.role().word());
      node.put("index", container.index());
      node.put("containerId", container.containerId());
      node.put("pid", container.pid());
      node.put("host", container.host());
      time(node, "requestedAt", container.life().requestedAt());
      time(node, "launchedAt", container.life().launchedAt());
      time(node, "registeredAt", container.life().registeredAt());
      time(node, "releasedAt", container.life().releasedAt());
      node.put("exitStatus", container.exit());
      node.put("logPath", container.logs().path());
      node.put("logState", logState.apply(container));
    }
    return containers;
  }

  private static ObjectNode pservers(ProcessesView.Pservers of) {
    ObjectNode pservers = NODES.objectNode().put("wanted", of.indices().size());
    of.indices().forEach(pservers.putArray("indices")::add);
    pservers.put("by", of.by());
    time(pservers, "at", of.at());
    pservers.put("copiesToCome", of.left());
    ArrayNode moves = pservers.putArray("moves");
    of.moves()
        .forEach(
            one -> {
              ObjectNode move = moves.addObject().put("pserver", one.pserver());
              one.partitions().forEach(move.putArray("partitions")::add);
              move.put("bytes", one.bytes()).put("at", one.at());
            });
    return pservers;
  }

  private static ObjectNode workersWanted(ProcessesView.Workers of) {
    ObjectNode workers = NODES.objectNode().put("wanted", of.indices().size());
    of.indices().forEach(workers.putArray("indices")::add);
    workers.put("there", of.there()).put("by", of.by());
    time(workers, "at", of.at());
    return workers;
  }

  private static ArrayNode blacklist(JobView view) {
    ArrayNode nodes = NODES.arrayNode();
    for (ProcessesView.Node one : view.processes().nodes()) {
      ObjectNode node = nodes.addObject().put("host", one.host()).put("standing", one.standing());
      node.put("avoided", one.avoided()).put("strikes", one.strikes());
      node.put("why", one.why()).put("at", one.at());
    }
    return nodes;
  }

  private static ArrayNode survived(JobView view) {
    ArrayNode survived = NODES.arrayNode();
    view.recovery()
        .survived()
        .forEach(
            one -> {
              ObjectNode node = survived.addObject().put("what", one.what()).put("when", one.at());
              number(node, "seconds", one.seconds());
            });
    return survived;
  }

  private static ArrayNode masters(JobView view) {
    ArrayNode masters = NODES.arrayNode();
    view.recovery()
        .masters()
        .forEach(one -> masters.addObject().put("term", one.term()).put("since", one.since()));
    return masters;
  }

  private static void time(ObjectNode node, String name, long at) {
    if (at == 0) {
      node.putNull(name);
    } else {
      node.put(name, at);
    }
  }

  static void number(ObjectNode node, String name, double value) {
    if (Double.isFinite(value)) {
      node.put(name, value);
    } else {
      node.putNull(name);
    }
  }
}
