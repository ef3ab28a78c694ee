package trainer.master.job.members;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import trainer.core.failure.Blame;
import trainer.core.failure.Failure;
import trainer.core.job.JobFolder;
import trainer.core.job.Role;
import trainer.master.job.api.FleetRequest;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.ProcessesView;
import trainer.master.job.kernel.JobContext;

/** The containers of one job, live and ended, for verdicts and reports. */
public final class JobContainers {
  /** One container. */
  public static final class Entry {
    private final JobEvent.ContainerSeen seen;
    private final long seenAt;
    private boolean condemned;
    private boolean excused;
    private boolean handedBack;
    private boolean unfit;
    private boolean shared;
    private boolean ended;
    private Integer exit;
    private long pid;
    private long registeredAt; // with this master; 0: not yet
    private long firstRegisteredAt;
    private long releasedAt;
    private String logState = "none";
    private ProcessesView.Container view;

    Entry(JobEvent.ContainerSeen seen, long seenAt, long firstRegisteredAt) {
      this.seen = seen;
      this.seenAt = seenAt;
      this.condemned = seen.released();
      this.firstRegisteredAt = firstRegisteredAt;
    }

    public String id() {
      return seen.containerId();
    }

    public Role role() {
      return seen.role();
    }

    public int index() {
      return seen.index();
    }

    public String host() {
      return seen.host();
    }

    /**
     * How long this master had waited for processes of earlier masters when it learned of this
     * container.
     */
    public long seenAt() {
      return seenAt;
    }

    /** Whether an earlier master launched it and its process has not registered with this one. */
    public boolean isUnconfirmed() {
      return seen.previous() && registeredAt == 0;
    }

    /** Whether the job gave it back although its position is still needed. */
    public boolean isHandedBack() {
      return handedBack;
    }

    /** Whether its process has registered with this master. */
    public boolean hasRegistered() {
      return registeredAt != 0;
    }

    /** The container for the report; cached until it changes, as there may be thousands. */
    private ProcessesView.Container view(JobFolder files) {
      if (view == null) {
        view =
            new ProcessesView.Container(
                role(),
                index(),
                id(),
                pid,
                host(),
                new ProcessesView.Life(
                    seen.requestedAt(), seen.launchedAt(), firstRegisteredAt, releasedAt),
                exit,
                new ProcessesView.Logs(files.logs(role(), index(), id()), logState));
      }
      return view;
    }
  }

  private final JobContext context;
  private final Map<String, ProcessesView.Container> before = new LinkedHashMap<>();
  private final Map<String, Entry> byId = new LinkedHashMap<>();
  private final Set<Entry> alive = new LinkedHashSet<>();
  private final Set<Entry> awaited = new LinkedHashSet<>();

  /**
   * Creates a roster that holds only the containers of earlier masters.
   *
   * @param before these containers, from the journal
   */
  public JobContainers(JobContext context, List<ProcessesView.Container> before) {
    this.context = context;
    before.forEach(container -> this.before.put(container.containerId(), container));
  }

  public void onSeen(JobEvent.ContainerSeen event, long waited) {
    ProcessesView.Container noted = before.get(event.containerId());
    Entry entry = new Entry(event, waited, noted == null ? 0 : noted.life().registeredAt());
    if (byId.putIfAbsent(event.containerId(), entry) == null) {
      alive.add(entry);
      if (event.previous()) {
        awaited.add(entry);
      }
    }
  }

  /** Records the end of a container; empty if it is unknown or ended before. */
  public Optional<Entry> onEnded(JobEvent.ContainerEnded event) {
    Entry entry = byId.get(event.containerId());
    if (entry == null || entry.ended) {
      return Optional.empty();
    }
    entry.ended = true;
    alive.remove(entry);
    awaited.remove(entry);
    entry.view = null;
    entry.exit = event.exit();
    entry.releasedAt = context.millis();
    return Optional.of(entry);
  }

  /** Notes whether the process of a container serves other jobs, too. */
  public void onShared(JobEvent.ContainerShared event) {
    Entry entry = byId.get(event.containerId());
    if (entry != null) {
      entry.shared = event.isShared();
    }
  }

  /** Whether the process of this container serves other jobs, too. */
  boolean isShared(String containerId) {
    Entry entry = byId.get(containerId);
    return entry != null && entry.shared;
  }

  /** Excludes the node from blame for the end of this container. */
  void excuse(String containerId) {
    Entry entry = byId.get(containerId);
    if (entry != null && !entry.excused) {
      entry.excused = true;
      context.ask(new FleetRequest.Absolve(containerId));
    }
  }

  /** Marks a container as given back although it is needed: its end is no failure. */
  public void markHandedBack(Entry entry) {
    entry.handedBack = true;
  }

  /** Reports a failure to the fleet if the node may have caused it. */
  public void blame(Entry entry, Failure failure) {
    if (!entry.excused && failure.kind().blame() == Blame.CLUSTER) {
      context.ask(new FleetRequest.Blame(entry.id(), entry.host(), failure.what()));
    }
  }

  /** The node of a member cannot run it: this counts, and the end of the container does not. */
  public void markUnfit(Member member, Failure failure) {
    Entry entry = byId.get(member.containerId());
    blame(entry, failure);
    markHandedBack(entry);
    entry.unfit = true;
  }

  /** Whether the node of this container cannot run its process. */
  boolean isUnfit(String containerId) {
    Entry entry = byId.get(containerId);
    return entry != null && entry.unfit;
  }

  void onRegistered(Member member) {
    Entry entry = byId.get(member.containerId());
    awaited.remove(entry);
    context.ask(new FleetRequest.Registered(entry.id()));
    entry.pid = member.pid();
    entry.registeredAt = context.millis();
    if (entry.firstRegisteredAt == 0) {
      entry.firstRegisteredAt = entry.registeredAt;
    }
    entry.logState = "partial";
    entry.view = null;
  }

  public void onExiting(Member member, boolean logsComplete) {
    Entry entry = byId.get(member.containerId());
    entry.logState = logsComplete ? "complete" : "partial";
    entry.view = null;
  }

  /** Gives a container back. If forced, its process may not register any more. */
  public void giveBack(String containerId, boolean force) {
    Entry entry = byId.get(containerId);
    if (entry == null || entry.ended) {
      return;
    }
    if (force) {
      entry.condemned = true;
      awaited.remove(entry);
    }
    context.ask(new FleetRequest.GiveBack(containerId, force));
  }

  /** The reason to reject a registration from this container, or empty. */
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

  /** The containers of earlier masters whose processes have not registered with this one. */
  public List<Entry> awaited() {
    return List.copyOf(awaited);
  }

  /** Whether this container is one of {@link #awaited}. */
  public boolean isAwaited(String containerId) {
    return awaited.contains(byId.get(containerId));
  }

  /** The containers that have not ended. */
  public List<Entry> alive() {
    return List.copyOf(alive);
  }

  public boolean isAnyAlive() {
    return !alive.isEmpty();
  }

  public List<ProcessesView.Container> views() {
    JobFolder files = context.spec().files();
    return Stream.concat(
            before.values().stream()
                .filter(container -> !byId.containsKey(container.containerId())),
            byId.values().stream().map(entry -> entry.view(files)))
        .toList();
  }
}
