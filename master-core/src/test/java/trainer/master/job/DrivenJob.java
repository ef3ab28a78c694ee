package trainer.master.job;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import trainer.core.aggregate.Partial;
import trainer.core.fact.Fact;
import trainer.core.fact.JobFact;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.input.BadRecords;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.ModelSpec;
import trainer.core.job.Role;
import trainer.core.math.ExactSum;
import trainer.core.message.Evaluation;
import trainer.core.message.FromMember;
import trainer.core.message.FromPserver;
import trainer.core.message.Metrics;
import trainer.core.message.PartFile;
import trainer.core.message.ToMember;
import trainer.core.message.ToPserver;
import trainer.core.time.Moment;
import trainer.master.fleet.FleetAction;
import trainer.master.fleet.FleetEvent;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.JobView;
import trainer.master.job.api.ProcessesView;
import trainer.master.session.Action;
import trainer.master.session.Event;
import trainer.master.session.Session;

/**
 * One job of a real session, driven step by step: this is the cluster, the processes and the clock.
 *
 * <p>Processes are named as their containers are, {@code p0}, {@code p1} … and {@code w0}, {@code
 * w1} …, in the order in which they are granted.
 */
public final class DrivenJob {
  public static final Term TERM = new Term(7);
  private static final JobId ID = new JobId("application_1_0001", 1);
  private static final Duration STEP = Duration.ofMillis(100);
  public static final int RECORDS = 40;

  private final Wanted wanted = new Wanted();
  private final Asked asked = new Asked();
  private final DrivenProcesses processes = new DrivenProcesses();
  private final DrivenInput input;
  private final JobSpec spec;
  private Session session = new Session();
  private Term term = TERM;
  private long nanos = 1_000_000_000;
  private long wallMillis;

  /** A job over blocks of ten records, with {@code held} blocks held out, that trains only. */
  public DrivenJob(int blocks, int held, Map<String, String> settings) {
    this(new DrivenInput(blocks, held), settings);
  }

  /** The same with an input of its own. */
  public DrivenJob(DrivenInput input, Map<String, String> settings) {
    this.input = input;
    this.spec = DrivenInput.spec(ID, settings, DrivenInput.trainingOnly(settings));
  }

  /** The same with a model of its own. */
  public DrivenJob(int blocks, int held, Map<String, String> settings, ModelSpec model) {
    this.input = new DrivenInput(blocks, held);
    this.spec = DrivenInput.spec(ID, settings, model);
  }

  /** Submits it; the master leads. */
  public DrivenJob submit() {
    take(session.handle(new Event.Submitted(spec, "{}"), now()));
    return lead();
  }

  /**
   * The master is lost with all it has not written, and another one takes over two seconds later.
   * What it wants is all that is wanted from here on.
   *
   * @param running the containers that the cluster says still run
   */
  public DrivenJob takeOver(String... running) {
    return join(running).lead();
  }

  /** A takeover up to where the cluster has said what still runs; the master does not lead yet. */
  public DrivenJob join(String... running) {
    if (term.equals(TERM)) {
      wanted.addFirst(new Action.Append(ID, new JobFact.TermTaken(TERM, "", 1), null));
    }
    jump(Duration.ofSeconds(2));
    List<Fact> fleet = wanted.log(null);
    List<Fact> ofJob = wanted.log(ID);
    session = new Session();
    wanted.clear();
    term = term.next();
    wanted.add(
        List.of(new Action.Append(ID, new JobFact.TermTaken(term, "", now().millis()), null)));
    take(session.handle(new Event.Remembered(fleet, ""), now()));
    take(session.handle(new Event.Submitted(spec, "{}", ofJob), now()));
    return fleet(
        new FleetEvent.Joined(
            Arrays.stream(running).map(id -> new FleetEvent.Previous(id, "host-" + id)).toList()));
  }

  /** The rest of a takeover. */
  public DrivenJob lead() {
    return lead("");
  }

  /** The same after a leader whose host may be off. */
  public DrivenJob lead(String silentHost) {
    take(session.handle(new Event.Leads(term, "", "", false, silentHost), now()));
    return this;
  }

  /** A new master's input is cut, as before. */
  public DrivenJob cutAgain() {
    return tell(input.cut(BadRecords.NONE));
  }

  /** Submits it and cuts its input. */
  public DrivenJob cut() {
    return cut(BadRecords.NONE);
  }

  /** Submits it and cuts its input, which has broken records. */
  public DrivenJob cut(BadRecords bad) {
    return submit().tell(input.cut(bad));
  }

  /** Brings it to where its pservers follow the first line and its workers are asked for. */
  public DrivenJob runPservers() {
    cut().startAsked();
    return each(Role.PSERVER, new FromPserver.LineAccepted(new Line(1), Version.INITIAL, true));
  }

  /** Brings it to RUNNING, with all its pservers and workers registered. */
  public DrivenJob run() {
    return runPservers().startAsked();
  }

  /** Grants, launches and registers whatever is asked for. */
  public DrivenJob startAsked() {
    grant().forEach(this::register);
    return this;
  }

  /** Waits until something is asked for, and starts it. */
  public DrivenJob startReplacements() {
    for (int i = 0; i < 1000 && asked.isNothing(); i++) {
      pass(STEP);
    }
    return startAsked();
  }

  /** Grants and launches whatever is asked for; returns the containers. */
  public List<String> grant() {
    return grant(Integer.MAX_VALUE);
  }

  /** Grants and launches at most so many of what is asked for; returns the containers. */
  public List<String> grant(int most) {
    List<String> granted = new ArrayList<>();
    for (FleetAction.Ask ask : asked.next(most)) {
      String id = processes.nextContainer(ask.role());
      fleet(new FleetEvent.Granted(ask.ask(), id, "host-" + id));
      fleet(new FleetEvent.Launched(id));
      granted.add(id);
    }
    return granted;
  }

  /** The process in the container registers; returns its incarnation, 0 when it is refused. */
  public long register(String name) {
    FleetAction.Launch launch = asked.launch(name);
    return register(name, launch.role(), launch.index(), spec.datasetDigest(), 0);
  }

  /** A process that knows its incarnation registers over a new stream. */
  public DrivenJob registerAgain(String name) {
    FleetAction.Launch launch = asked.launch(name);
    register(name, launch.role(), launch.index(), spec.datasetDigest(), incarnationOf(name));
    return this;
  }

  /** A process registers as what it says it is. */
  public long register(String container, Role role, int index, String digest, long ownIncarnation) {
    JobEvent.Registering registering =
        processes.registering(container, role, index, digest, new Incarnation(ownIncarnation));
    tell(registering);
    Incarnation incarnation = wanted.accepted(registering.connection());
    if (incarnation.number() != 0) {
      processes.registered(container, incarnation, registering.connection());
      say(incarnation, new FromMember.Heartbeat(0, 0, -1));
    }
    return incarnation.number();
  }

  /** Every share of every version comes in, up to the last commit. */
  public void train() {
    for (long version = view().version() + 1; version <= view().versions(); version++) {
      commit(version);
    }
  }

  /** Every pserver has all shares of this version, under the line in force. */
  public DrivenJob commit(long version) {
    Line line = view().line();
    for (String pserver : containersOf(Role.PSERVER)) {
      Metrics first = new Metrics(RECORDS, ExactSum.of(7), ExactSum.ZERO);
      Metrics metrics = pserver.equals("p0") ? first : Metrics.NONE;
      say(pserver, new FromPserver.Complete(line, new Version(version), metrics));
    }
    return this;
  }

  /** A worker answers a task of scoring, of the version that was ordered last. */
  public DrivenJob evaluated(String worker, int task, Evaluation evaluation) {
    return say(worker, wanted.evaluated(view().line(), task, evaluation));
  }

  /** Every pserver has written its parts of this version. */
  public void write(long version) {
    List<PartFile> parts =
        IntStream.range(0, 32).mapToObj(p -> new PartFile(p, "part-" + p, 1, 1, "00")).toList();
    each(
        Role.PSERVER,
        new FromPserver.PartsWritten(new Version(version), wanted.exportFolder(), parts));
  }

  /** Every live process of a role says the same. */
  public DrivenJob each(Role role, FromMember message) {
    view().processes().members().stream()
        .filter(member -> member.role() == role && !member.state().equals("dead"))
        .forEach(member -> say(member.instance().incarnation(), message));
    return this;
  }

  public DrivenJob say(String name, FromMember message) {
    return say(new Incarnation(incarnationOf(name)), message);
  }

  public DrivenJob say(Incarnation incarnation, FromMember message) {
    processes.said(incarnation, message);
    return tell(new JobEvent.Received(incarnation, message));
  }

  /** The stream of the process breaks. */
  public DrivenJob breaks(String name) {
    processes.disconnected(name).ifPresent(this::tell);
    return this;
  }

  /** The process dies: its stream breaks at once, and its end is known two seconds later. */
  public void dies(String name, int exit) {
    breaks(name);
    pass(Duration.ofSeconds(2));
    ends(name, exit);
  }

  /** The cluster says that the container has ended. */
  public DrivenJob ends(String name, int exit) {
    return fleet(new FleetEvent.Completed(name, exit, ""));
  }

  /** Every process ends by itself. */
  public void endProcesses() {
    for (ProcessesView.Container container : view().processes().containers()) {
      ends(container.containerId(), 0);
    }
    pass(Duration.ofSeconds(1));
  }

  /** Time passes, with heartbeats of all that live but those named, each at the block it was at. */
  public DrivenJob pass(Duration duration, String... silent) {
    long until = nanos + duration.toNanos();
    while (nanos < until) {
      jump(STEP);
      for (ProcessesView.Member member : view().processes().members()) {
        boolean speaks = !List.of(silent).contains(member.instance().containerId());
        if (speaks && List.of("live", "slow", "full").contains(member.state())) {
          Incarnation incarnation = member.instance().incarnation();
          say(incarnation, processes.heartbeat(incarnation));
        }
      }
      take(session.handle(new Event.Tick(), now()));
    }
    return this;
  }

  /** When the core wants to run again, whatever happens, from now on. */
  public Duration untilTick() {
    return Duration.ofNanos(session.nextDeadline() - nanos);
  }

  /** Time passes without the core having run. */
  public DrivenJob jump(Duration duration) {
    nanos += duration.toNanos();
    return this;
  }

  /** The wall clock is set, forwards or back; no time passes. */
  public DrivenJob setClock(Duration by) {
    wallMillis += by.toMillis();
    return this;
  }

  public DrivenJob tell(JobEvent event) {
    take(session.handle(new Event.OfJob(ID, event), now()));
    return this;
  }

  public DrivenJob fleet(FleetEvent event) {
    take(session.handle(new Event.OfFleet(event), now()));
    return this;
  }

  public JobView view() {
    return session.view(ID).orElseThrow();
  }

  public JobSpec spec() {
    return spec;
  }

  /** What was wanted so far. */
  public Wanted wanted() {
    return wanted;
  }

  public <A extends JobEffect> List<A> actions(Class<A> kind) {
    return wanted.actions(kind);
  }

  public <M extends ToMember> List<M> said(Class<M> kind) {
    return wanted.said(kind);
  }

  public <M extends ToMember> List<M> said(String name, Class<M> kind) {
    return wanted.said(new Incarnation(incarnationOf(name)), kind);
  }

  public <F extends Fact> List<F> facts(Class<F> kind) {
    return wanted.facts(kind);
  }

  public List<Integer> blocksOf(String name, long version) {
    return wanted.blocksOf(new Incarnation(incarnationOf(name)), version);
  }

  /** Where the processes of a role run that are live, by their index. */
  public List<String> containersOf(Role role) {
    return view().processes().members().stream()
        .filter(member -> member.role() == role && member.state().equals("live"))
        .map(member -> member.instance().containerId())
        .toList();
  }

  public long incarnationOf(String name) {
    return processes.incarnationOf(name);
  }

  private void take(List<Action> actions) {
    wanted.add(actions);
    asked.take(actions);
    for (Action action : actions) {
      if (action instanceof Action.OfJob of
          && of.action() instanceof JobEffect.Send send
          && send.message() instanceof ToPserver.FoldRows order
          && order.fold() >= spec.model().phases().size()) {
        folded(send.incarnation(), order, Partial.NONE); // the tables of every model are summed up
      }
    }
  }

  /** A pserver answers that each of its partitions gives this to every reduction. */
  public DrivenJob folded(Incarnation pserver, ToPserver.FoldRows order, Partial each) {
    int reductions = spec.model().fold(order.fold()).reductions().size();
    return say(
        pserver,
        DrivenProcesses.folded(
            pserver, wanted.map(), order, Collections.nCopies(reductions, each)));
  }

  private Moment now() {
    return new Moment(nanos, nanos / 1_000_000 + wallMillis);
  }
}
