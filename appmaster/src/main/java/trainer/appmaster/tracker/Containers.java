package trainer.appmaster.tracker;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import trainer.core.job.Role;

/** The containers of one job, living and ended, for verdicts and reports. */
final class Containers {
  /** One container. */
  static final class Entry {
    private final TrackerEvent.ContainerSeen seen;
    private boolean condemned;
    private boolean ended;
    private Integer exit;
    private long pid;
    private long registeredAt;
    private long releasedAt;
    private String logState = "none";

    Entry(TrackerEvent.ContainerSeen seen) {
      this.seen = seen;
    }

    String id() {
      return seen.containerId();
    }

    Role role() {
      return seen.role();
    }

    int index() {
      return seen.index();
    }

    String host() {
      return seen.host();
    }

    boolean isEnded() {
      return ended;
    }
  }

  private final Context context;
  private final Map<String, Entry> byId = new LinkedHashMap<>();

  Containers(Context context) {
    this.context = context;
  }

  void seen(TrackerEvent.ContainerSeen event) {
    byId.putIfAbsent(event.containerId(), new Entry(event));
    context.changed();
  }

  /** Notes the end; empty when it is unknown or has ended before. */
  Optional<Entry> ended(TrackerEvent.ContainerEnded event) {
    Entry entry = byId.get(event.containerId());
    if (entry == null || entry.ended) {
      return Optional.empty();
    }
    entry.ended = true;
    entry.exit = event.exit();
    entry.releasedAt = context.millis();
    context.changed();
    return Optional.of(entry);
  }

  void registered(Member member) {
    Entry entry = byId.get(member.containerId());
    entry.pid = member.pid();
    entry.registeredAt = context.millis();
    entry.logState = "partial";
    context.changed();
  }

  void exiting(Member member, boolean logsComplete) {
    Entry entry = byId.get(member.containerId());
    entry.logState = logsComplete ? "complete" : "partial";
  }

  /** Gives it back; nothing that runs in it may register any more when it is forced. */
  void giveBack(String containerId, boolean force) {
    Entry entry = byId.get(containerId);
    if (entry == null || entry.ended) {
      return;
    }
    entry.condemned |= force;
    context.act(new TrackerAction.GiveBack(containerId, force));
  }

  /** Why a process may not register from this container, or empty when it may. */
  Optional<String> objection(Role role, int index, String containerId) {
    Entry entry = byId.get(containerId);
    if (entry == null) {
      return Optional.of(containerId + " is no container of this job");
    }
    if (entry.role() != role || entry.index() != index) {
      return Optional.of(
          containerId
              + " is "
              + entry.role().word()
              + " "
              + entry.index()
              + " of this job, not "
              + role.word()
              + " "
              + index);
    }
    if (entry.condemned || entry.ended) {
      return Optional.of(containerId + " is not needed any more");
    }
    return Optional.empty();
  }

  /** Those that have not ended. */
  List<Entry> alive() {
    return byId.values().stream().filter(entry -> !entry.ended).toList();
  }

  List<JobView.Container> views() {
    return byId.values().stream().map(this::view).toList();
  }

  private JobView.Container view(Entry entry) {
    String logs =
        context.spec().folder()
            + "/logs/"
            + entry.role().word()
            + "-"
            + entry.index()
            + "/"
            + entry.id();
    return new JobView.Container(
        entry.role(),
        entry.index(),
        entry.id(),
        entry.pid,
        entry.host(),
        entry.seen.requestedAt(),
        entry.seen.launchedAt(),
        entry.registeredAt,
        entry.releasedAt,
        entry.exit,
        logs,
        entry.logState);
  }
}
