package trainer.it.simulation.interleavings;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import trainer.core.fact.Fact;
import trainer.core.fact.ResultFact;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.input.BadRecords;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;
import trainer.core.message.ToRole;
import trainer.core.message.ToWorker;
import trainer.core.time.Moment;
import trainer.it.simulation.checks.Oracle;
import trainer.it.simulation.invariant.Invariant;
import trainer.it.simulation.invariant.Violation;
import trainer.it.simulation.process.LaneMessages;
import trainer.it.simulation.scenario.SimJob;
import trainer.master.fleet.FleetAction;
import trainer.master.fleet.FleetEvent;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.master.session.Action;
import trainer.master.session.Event;
import trainer.master.session.Session;
import trainer.worker.routing.LaneId;

/**
 * One job on the real cores of a master, pservers and workers, brought to its first orders. From
 * there nothing happens by itself: somebody chooses what happens next, until the model is
 * published.
 */
final class SmallCluster {
  private static final long TERM = 1;
  private static final Moment NOW = new Moment(1_000_000_000, 1_700_000_000_000L);

  /** What is explored: how many workers and masters may die, and whether it is told to stop. */
  record Scope(SimJob job, JobSpec spec, boolean exposure, int deaths, int masters, boolean stop) {
    Scope(SimJob job, boolean exposure, int deaths, boolean stop) {
      this(job, job.spec(), exposure, deaths, 0, stop);
    }

    Scope(SimJob job, boolean exposure, int masters) {
      this(job, job.spec(), exposure, 0, masters, false);
    }
  }

  /**
   * Something that may happen next.
   *
   * @param process whom it happens to
   * @param event tells it from whatever else may happen to that process
   */
  record Choice(String name, int process, long event, Runnable what) {}

  private final Scope scope;
  private final Oracle oracle;
  private final SmallChannels channels = new SmallChannels();
  private final List<SmallMember> members = new ArrayList<>();
  private final Map<String, FleetAction.Launch> launched = new HashMap<>();
  private final Map<Long, FleetAction.Ask> asks = new LinkedHashMap<>();
  private final List<Action.Append> safe = new ArrayList<>();
  private Session session = new Session();
  private int master;
  private int mastersLost;
  private int deaths;
  private boolean told;
  private boolean decided;
  private boolean over;

  /**
   * @param reference the undisturbed run this one is held against, or null for that run itself
   */
  SmallCluster(Scope scope, Oracle reference) {
    this.scope = scope;
    this.oracle = new Oracle(scope.job(), reference);
    master = channels.addProcess();
    handle(new Event.Submitted(scope.spec(), "{}"));
    handle(new Event.Leads(new Term(TERM), "", ""));
    tell(new JobEvent.Indexed(scope.job().index(), "digest", null, BadRecords.NONE));
    startAsked();
    while (asks.isEmpty()) {
      make(choices().get(0));
    }
    startAsked();
  }

  Oracle oracle() {
    return oracle;
  }

  /** Whether the last version is committed, after which nothing is decided any more. */
  boolean isDecided() {
    return decided;
  }

  /** Brings it from there to the published model. */
  void finish() {
    while (!over) {
      List<Choice> choices = new ArrayList<>();
      channels.addTo(choices);
      Violation.unless(!choices.isEmpty(), Invariant.JobCanFinish, "the model is not published");
      make(choices.get(0));
    }
  }

  /** What may happen next, in an order that depends on what has happened alone. */
  List<Choice> choices() {
    List<Choice> choices = new ArrayList<>();
    channels.addTo(choices);
    for (SmallMember member : members) {
      if (member.worker != null) {
        addDeath(member, choices);
      }
    }
    if (scope.stop() && !told) {
      choices.add(new Choice("stop", master, -3, this::stop));
    }
    if (mastersLost < scope.masters()) {
      choices.add(new Choice("the loss of the master", master, -100, () -> lose(false)));
      choices.add(new Choice("its loss after its last words", master, -101, () -> lose(true)));
    }
    return choices;
  }

  private void addDeath(SmallMember member, List<Choice> choices) {
    if (!member.worker.isDead() && deaths < scope.deaths()) {
      choices.add(
          new Choice("the death of " + member.container, member.process, -4, () -> die(member)));
    } else if (member.worker.isDead() && !member.ended) {
      choices.add(
          new Choice(
              "the replacement of " + member.container,
              master,
              -5 - member.process,
              () -> {
                member.ended = true;
                handle(new Event.OfFleet(new FleetEvent.Completed(member.container, 137, "")));
                startAsked();
              }));
    }
  }

  private void die(SmallMember member) {
    deaths++;
    member.worker.die();
    channels.breakOff(
        member.process,
        master,
        () -> tell(new JobEvent.Disconnected(member.connection, member.incarnation)));
  }

  /**
   * Another master takes over at once. What is on its way to the lost one is lost, and every
   * process registers with the new one.
   *
   * @param heard whether what the lost one said arrives
   */
  private void lose(boolean heard) {
    mastersLost++;
    int lost = master;
    for (SmallMember member : members) {
      if (heard) {
        channels.arrive(lost, member.process);
      }
      channels.drop(lost, member.process);
      channels.drop(member.process, lost);
    }
    master = channels.addProcess();
    channels.hears(master, lost);
    session = new Session();
    asks.clear();
    handle(new Event.Remembered(factsOf(null), ""));
    handle(new Event.Submitted(scope.spec(), "{}", factsOf(scope.job().id())));
    handle(
        new Event.OfFleet(
            new FleetEvent.Joined(
                members.stream().map(m -> new FleetEvent.Previous(m.container, "host")).toList())));
    handle(new Event.Leads(new Term(TERM + mastersLost), "", ""));
    tell(new JobEvent.Indexed(scope.job().index(), "digest", null, BadRecords.NONE));
    for (SmallMember member : members) {
      FleetAction.Launch launch = launched.get(member.container);
      channels.send(member.process, master, () -> register(member, launch));
    }
  }

  private List<Fact> factsOf(JobId log) {
    return safe.stream()
        .filter(append -> Objects.equals(append.job(), log))
        .map(Action.Append::fact)
        .toList();
  }

  private void stop() {
    told = true;
    tell(new JobEvent.StopAsked("somebody"));
  }

  /** Lets it happen. */
  void make(Choice choice) {
    channels.begin(choice);
    choice.what().run();
    String failure = "" + session.view(scope.job().id()).orElseThrow().failure();
    Violation.unless(failure.equals("null"), Invariant.JobCanFinish, failure);
  }

  /** Names the state that a choice leads to; equal names are equal states. */
  long stateAfter(Choice choice) {
    return channels.stateAfter(choice);
  }

  private void startAsked() {
    for (FleetAction.Ask ask : List.copyOf(asks.values())) {
      asks.remove(ask.ask());
      String container = "c" + ask.ask();
      handle(new Event.OfFleet(new FleetEvent.Granted(ask.ask(), container, "host")));
      handle(new Event.OfFleet(new FleetEvent.Launched(container)));
      FleetAction.Launch launch = launched.get(container);
      register(add(container, launch), launch);
    }
  }

  private SmallMember add(String container, FleetAction.Launch launch) {
    int process = channels.addProcess();
    boolean pserver = launch.role() == Role.PSERVER;
    SmallMember member =
        new SmallMember(
            process,
            container,
            pserver
                ? new SmallPserver(
                    launch.index(),
                    scope.job().spec().model(),
                    scope.exposure(),
                    oracle,
                    said -> sayTo(process, said))
                : null,
            members.size() + 1);
    if (!pserver) {
      member.worker = new SmallWorker(oracle, new Around(member));
    }
    members.add(member);
    return member;
  }

  private void register(SmallMember member, FleetAction.Launch launch) {
    tell(
        new JobEvent.Registering(
            member.connection,
            new FromMember.Register(
                new FromMember.Identity(
                    launch.role(), launch.index(), member.container, member.connection),
                new FromMember.Address("host", launch.role() == Role.PSERVER ? 4000 : 0, 1),
                scope.spec().datasetDigest(),
                member.incarnation)));
  }

  private void sayTo(int process, FromMember message) {
    SmallMember member =
        members.stream().filter(m -> m.process == process).findFirst().orElseThrow();
    channels.send(process, master, () -> tell(new JobEvent.Received(member.incarnation, message)));
  }

  private void tell(JobEvent event) {
    handle(new Event.OfJob(scope.job().id(), event));
  }

  private void handle(Event event) {
    Deque<Action> actions = new ArrayDeque<>(session.handle(event, NOW));
    while (!actions.isEmpty()) {
      Action action = actions.poll();
      if (action instanceof Action.OfFleet of) {
        perform(of.action());
      } else if (action instanceof Action.OfJob of) {
        perform(of.action());
      } else if (action instanceof Action.Append append) {
        safe.add(append);
        decided |= append.fact() instanceof ResultFact.FinalVersion;
      }
    }
  }

  private void perform(FleetAction action) {
    if (action instanceof FleetAction.Ask ask) {
      asks.put(ask.ask(), ask);
    } else if (action instanceof FleetAction.Launch launch) {
      launched.put(launch.containerId(), launch);
    }
  }

  private void perform(JobEffect action) {
    if (action instanceof JobEffect.Accept accept) {
      members.get((int) accept.connection() - 1).incarnation = accept.incarnation();
    } else if (action instanceof JobEffect.Send send) {
      members.stream()
          .filter(member -> member.incarnation.equals(send.incarnation()))
          .forEach(member -> send(member, send.message()));
    } else if (action instanceof JobEffect.Publish publish) {
      oracle.published(publish.version(), publish.parts());
      Line line = session.view(scope.job().id()).orElseThrow().line();
      Violation.unless(
          oracle.newestOrdered(line) <= publish.version(), Invariant.StopsWhereSaid, "" + publish);
      over = true;
    }
  }

  private void send(SmallMember member, ToMember message) {
    if (member.pserver != null) {
      channels.send(master, member.process, () -> member.pserver.told(message));
      return;
    }
    if (message instanceof ToWorker.Order order) {
      oracle.ordered(order);
    }
    channels.hears(member.process, master);
    if (message instanceof ToRole passedOn) {
      member.worker.told(passedOn);
    }
  }

  /** What a worker speaks to. */
  private final class Around implements SmallWorker.Surroundings {
    private final SmallMember self;
    private final Map<Integer, SmallPserver.Connection> connections = new HashMap<>();
    private final Map<Integer, List<LaneMessages.ToLane>> held = new HashMap<>();

    Around(SmallMember self) {
      this.self = self;
    }

    @Override
    public void connect(LaneId lane) {
      SmallMember pserver = of(lane);
      connections.put(
          pserver.process,
          pserver.pserver.connect(
              message -> {
                channels.hears(self.process, pserver.process);
                self.worker.heard(lane, message);
              }));
    }

    private SmallMember of(LaneId lane) {
      Incarnation incarnation = lane.pserver().incarnation();
      return members.stream()
          .filter(member -> member.incarnation.equals(incarnation))
          .findFirst()
          .orElseThrow();
    }

    /** Lists of keys decide nothing by themselves: they travel with the next pull or push. */
    @Override
    public void send(LaneId lane, LaneMessages.ToLane message) {
      int to = of(lane).process;
      List<LaneMessages.ToLane> before = held.computeIfAbsent(to, process -> new ArrayList<>());
      before.add(message);
      if (message instanceof LaneMessages.Pull || message instanceof LaneMessages.Shove) {
        List<LaneMessages.ToLane> together = List.copyOf(before);
        before.clear();
        SmallPserver.Connection connection = connections.get(to);
        channels.send(self.process, to, () -> together.forEach(connection::told));
      }
    }

    @Override
    public void say(FromMember message) {
      sayTo(self.process, message);
    }
  }
}
