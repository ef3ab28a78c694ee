package trainer.appmaster.live;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import trainer.core.job.Role;
import trainer.master.job.api.JobView;
import trainer.master.job.api.ProcessesView;

/** Finds the events between two views of a job. */
final class EventFinder {
  /** More alike events than these become one. */
  private static final int ALIKE = 10;

  private final JobView before;
  private final JobView after;
  private final long now;
  private final List<Event> events = new ArrayList<>();

  private EventFinder(JobView before, JobView after, long now) {
    this.before = before;
    this.after = after;
    this.now = now;
  }

  /**
   * The events in the order in which a reader expects them.
   *
   * @param before null for the first view: the whole past happens now
   */
  static List<Event> between(JobView before, JobView after, long now) {
    EventFinder finder = new EventFinder(before, after, now);
    finder.course();
    finder.targets();
    finder.members();
    finder.losses();
    finder.checkpoints();
    finder.nodes();
    finder.warnings();
    return finder.events;
  }

  private void add(long at, Event.Kind kind, String text) {
    events.add(new Event(at == 0 ? now : at, kind, text));
  }

  private <T> List<T> added(Function<JobView, List<T>> list) {
    List<T> all = list.apply(after);
    int known = before == null ? 0 : Math.min(all.size(), list.apply(before).size());
    return all.subList(known, all.size());
  }

  /** The part of the views, or null of a first view or a part that is not there. */
  private <T> T then(Function<JobView, T> part) {
    return before == null ? null : part.apply(before);
  }

  private void course() {
    added(view -> view.lifecycle().states())
        .forEach(one -> add(one.at(), Event.Kind.STATE, "the job is " + one.state()));
    JobView.Stop stop = after.lifecycle().stop();
    if (stop != null && !stop.equals(then(view -> view.lifecycle().stop()))) {
      add(stop.at(), Event.Kind.STATE, "ends at mini-batch " + stop.version() + ": " + stop.by());
    }
    added(view -> view.recovery().masters()).stream()
        .filter(master -> master.term() > 1)
        .forEach(
            master ->
                add(
                    master.since(),
                    Event.Kind.FAULT,
                    "master of term " + master.term() + " leads"));
  }

  private void targets() {
    ProcessesView.Workers workers = after.processes().workers();
    ProcessesView.Pservers pservers = after.processes().pservers();
    if (before != null && workers.at() != before.processes().workers().at()) {
      add(workers.at(), Event.Kind.SCALE, wanted(workers.indices().size(), "worker", workers.by()));
    }
    if (before != null && pservers.at() != before.processes().pservers().at()) {
      int count = pservers.indices().size();
      add(pservers.at(), Event.Kind.SCALE, wanted(count, "pserver", pservers.by()));
    }
  }

  private static String wanted(int count, String role, String by) {
    return counted(count, role) + " wanted by " + by;
  }

  private static String counted(int count, String role) {
    return count + " " + role + (count == 1 ? "" : "s");
  }

  private void members() {
    Map<Long, ProcessesView.Member> known =
        (before == null ? List.<ProcessesView.Member>of() : before.processes().members())
            .stream()
                .collect(
                    Collectors.toMap(
                        one -> one.instance().incarnation().number(),
                        Function.identity(),
                        (first, second) -> second));
    List<ProcessesView.Member> joined = new ArrayList<>();
    List<ProcessesView.Member> left = new ArrayList<>();
    for (ProcessesView.Member one : after.processes().members()) {
      ProcessesView.Member was = known.get(one.instance().incarnation().number());
      if (was == null) {
        joined.add(one);
      }
      if (was == null || !was.state().equals(one.state())) {
        changed(one, left);
      }
    }
    together(joined, "joined", Event.Kind.MEMBER);
    together(left, "left", Event.Kind.MEMBER);
  }

  private void changed(ProcessesView.Member one, List<ProcessesView.Member> left) {
    switch (one.state()) {
      case "left" -> left.add(one);
      case "dead" -> add(0, Event.Kind.FAULT, named(one) + " is lost: " + one.why());
      case "suspected" -> add(0, Event.Kind.FAULT, named(one) + " is silent");
      case "slow" -> add(0, Event.Kind.FAULT, named(one) + " is slow");
      default -> {}
    }
  }

  private void together(List<ProcessesView.Member> members, String verb, Event.Kind kind) {
    if (members.size() <= ALIKE) {
      members.forEach(one -> add(0, kind, named(one) + " " + verb));
      return;
    }
    Map<Role, Long> counts =
        members.stream()
            .collect(Collectors.groupingBy(ProcessesView.Member::role, Collectors.counting()));
    counts.forEach(
        (role, count) -> add(0, kind, counted(count.intValue(), role.word()) + " " + verb));
  }

  private static String named(ProcessesView.Member one) {
    return one.role().word() + " " + one.index() + " on " + one.instance().host();
  }

  private void losses() {
    added(view -> view.recovery().survived())
        .forEach(
            one ->
                add(
                    one.when(),
                    Event.Kind.FAULT,
                    String.format(
                        Locale.ROOT, "survived in %.1f s: %s", one.seconds(), one.what())));
    long rollbacks = before == null ? 0 : before.recovery().rollbacks();
    if (after.recovery().rollbacks() > rollbacks) {
      add(0, Event.Kind.FAULT, "the model went back to version " + after.version());
    }
    added(EventFinder::discards)
        .forEach(one -> add(0, Event.Kind.FAULT, "task discarded: " + one.evidence()));
  }

  private static List<JobView.Discarded> discards(JobView view) {
    return view.tasks() == null ? List.of() : view.tasks().discards();
  }

  private void checkpoints() {
    List<JobView.Checkpoint> known = then(view -> view.recovery().checkpoints());
    for (JobView.Checkpoint one : after.recovery().checkpoints()) {
      boolean isKnown =
          known != null && known.stream().anyMatch(other -> other.folder().equals(one.folder()));
      if (!isKnown) {
        add(one.at(), Event.Kind.CHECKPOINT, "checkpoint of version " + one.version());
      }
    }
    JobView.CheckpointTrouble trouble = after.recovery().checkpointTrouble();
    JobView.CheckpointTrouble was = then(view -> view.recovery().checkpointTrouble());
    if (trouble != null && !trouble.over() && (was == null || was.times() != trouble.times())) {
      add(trouble.at(), Event.Kind.FAULT, "checkpoint failed: " + trouble.message());
    }
  }

  private void nodes() {
    Map<String, ProcessesView.Node> known =
        (before == null ? List.<ProcessesView.Node>of() : before.processes().nodes())
            .stream().collect(Collectors.toMap(ProcessesView.Node::host, Function.identity()));
    for (ProcessesView.Node one : after.processes().nodes()) {
      ProcessesView.Node was = known.get(one.host());
      if (was == null || !was.standing().equals(one.standing())) {
        String text = one.host() + " is " + standing(one.standing()) + ": " + one.why();
        add(one.at(), Event.Kind.NODE, text);
      }
    }
  }

  private static String standing(String word) {
    return switch (word) {
      case "barred" -> "on the blacklist for good";
      case "parole" -> "on the blacklist";
      default -> "off the blacklist";
    };
  }

  private void warnings() {
    added(view -> view.results().warnings()).forEach(one -> add(0, Event.Kind.WARNING, one));
    JobView.OutputTrouble trouble = after.lifecycle().outputTrouble();
    if (trouble != null
        && !Objects.equals(trouble, then(view -> view.lifecycle().outputTrouble()))) {
      add(trouble.since(), Event.Kind.FAULT, "the output cannot be written: " + trouble.message());
    }
  }
}
