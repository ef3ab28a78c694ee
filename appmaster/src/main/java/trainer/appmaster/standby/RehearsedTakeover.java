package trainer.appmaster.standby;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import trainer.appmaster.live.LiveJobs;
import trainer.appmaster.loop.LatestViews;
import trainer.appmaster.loop.MasterLoop;
import trainer.core.fact.Fact;
import trainer.core.fact.FleetFact;
import trainer.core.fact.TrainingFact;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.FromPserver;
import trainer.core.message.ToMember;
import trainer.core.message.ToPserver;
import trainer.core.table.PartitionMap;
import trainer.master.fleet.FleetEvent;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.master.session.Action;
import trainer.master.session.Event;
import trainer.master.session.Session;
import trainer.protocol.message.FromMemberCodec;
import trainer.protocol.message.ToMemberCodec;

/**
 * A takeover in memory, which loads the classes of a real one. Messages of the core are encoded and
 * dropped. Seals and new lines are answered at once, so that the core opens a line and orders work.
 */
public final class RehearsedTakeover {
  /** The newest version that a journal shows as committed, and its line. */
  private record Committed(Line line, long version) {
    Committed and(Fact fact) {
      if (fact instanceof TrainingFact.LineOpened opened) {
        return new Committed(opened.line(), Math.max(version, opened.base().number()));
      }
      return fact instanceof TrainingFact.Progressed progressed
          ? new Committed(line, Math.max(version, progressed.version().number()))
          : this;
    }
  }

  private final Session core = new Session();
  private final Map<JobId, Committed> committed = new HashMap<>();
  private final Queue<Event> answers = new ArrayDeque<>();
  private final Map<String, FleetFact.ContainerNoted> members = new LinkedHashMap<>();
  private final List<Fact> recorded = new ArrayList<>();
  private final List<ToMember> sent = new ArrayList<>();
  private long connections;

  /** Gives the core the fleet's facts. */
  public void remember(List<Fact> fleet) {
    for (Fact fact : fleet) {
      if (fact instanceof FleetFact.ContainerNoted noted && !Role.ofWord(noted.role()).mayLead()) {
        switch (noted.step()) {
          case FleetFact.ContainerNoted.REGISTERED -> members.put(noted.containerId(), noted);
          case FleetFact.ContainerNoted.RELEASED, FleetFact.ContainerNoted.ENDED ->
              members.remove(noted.containerId());
          default -> {}
        }
      }
    }
    tell(new Event.Remembered(fleet, ""));
  }

  /** All members still run in the cluster, and the master leads. */
  public void lead(Term term, String container) {
    List<FleetEvent.Previous> running =
        members.values().stream()
            .map(one -> new FleetEvent.Previous(one.containerId(), one.host()))
            .toList();
    tell(new Event.OfFleet(new FleetEvent.Joined(running)));
    tell(new Event.Leads(term, "", container));
  }

  /** Gives the core a job with its facts. */
  public void submit(Event.Submitted submission, List<Fact> facts) {
    Committed last = new Committed(Line.NONE, 0);
    for (Fact fact : facts) {
      last = last.and(fact);
    }
    committed.put(submission.spec().id(), last);
    tell(submission);
  }

  /** Gives the core an event, and the answers to its messages. */
  public void tell(Event event) {
    answers.add(event);
    while (!answers.isEmpty()) {
      core.handle(answers.remove(), MasterLoop.now()).forEach(this::on);
    }
  }

  /** The members of a job register. */
  public void register(JobSpec job) {
    for (FleetFact.ContainerNoted member : members.values()) {
      if (member.job().equals(job.id().toString())) {
        FromMember.Register register =
            new FromMember.Register(
                new FromMember.Identity(
                    Role.ofWord(member.role()), member.index(), member.containerId(), 0),
                new FromMember.Address(member.host()),
                job.datasetDigest(),
                Incarnation.NONE);
        var unused = FromMemberCodec.encode(register).toByteArray();
        long connection = ++connections;
        tell(new Event.OfJob(job.id(), new JobEvent.Registering(connection, register)));
      }
    }
  }

  private void on(Action action) {
    if (action instanceof Action.Append append) {
      recorded.add(append.fact());
    } else if (action instanceof Action.OfJob one && one.action() instanceof JobEffect.Send send) {
      sent.add(send.message());
      onSent(one.job(), send.incarnation(), send.message());
    }
  }

  private void onSent(JobId job, Incarnation member, ToMember message) {
    var unused = ToMemberCodec.encode(message).toByteArray();
    if (message instanceof ToPserver.Seal seal) {
      Committed last = committed.get(job);
      answer(
          job,
          member,
          new FromPserver.Sealed(seal.term(), last.line(), new Version(last.version()), false));
    } else if (message instanceof ToMember.NewLine line && isPserver(line.map(), member)) {
      answer(job, member, new FromPserver.LineAccepted(line.line(), line.base(), true));
    }
  }

  private static boolean isPserver(PartitionMap map, Incarnation member) {
    return map.pservers().stream().anyMatch(one -> one.incarnation().equals(member));
  }

  private void answer(JobId job, Incarnation member, FromPserver message) {
    answers.add(new Event.OfJob(job, new JobEvent.Received(member, List.of(message))));
  }

  /** Prepares the page's numbers of a job. */
  public void show(JobId job) {
    LatestViews views = new LatestViews();
    core.view(job).ifPresent(views::show);
    try (LiveJobs live = new LiveJobs(views, System::currentTimeMillis)) {
      var unused = live.changes(job, null);
    }
  }

  /** The messages of the core to members. */
  public List<ToMember> sent() {
    return List.copyOf(sent);
  }

  /** The facts that the core has recorded. */
  public List<Fact> recorded() {
    return List.copyOf(recorded);
  }
}
