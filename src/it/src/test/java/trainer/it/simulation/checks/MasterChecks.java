package trainer.it.simulation.checks;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import trainer.core.aggregate.Aggregate;
import trainer.core.fact.EndingFact;
import trainer.core.fact.Fact;
import trainer.core.fact.FleetFact;
import trainer.core.fact.JobFact;
import trainer.core.fact.ResultFact;
import trainer.core.fact.TargetFact;
import trainer.core.fact.TrainingFact;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.job.JobId;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.core.message.FromPserver;
import trainer.core.message.PartFile;
import trainer.core.message.ToMember;
import trainer.core.message.ToPserver;
import trainer.core.message.ToWorker;
import trainer.core.table.PartitionMap;
import trainer.core.table.Partitions;
import trainer.it.simulation.invariant.Invariant;
import trainer.it.simulation.invariant.Violation;
import trainer.it.simulation.scenario.FakeModel;
import trainer.it.simulation.scenario.SimJob;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.master.session.Session;

/** Checks the effects of all masters of a history against the journal and against each other. */
public final class MasterChecks {
  private final SimJournal journal;
  private final JobChecks jobs;
  private final ScaleRequests scaleRequests;
  private final WantedMembers wanted;
  private final Map<JobId, Map<Role, Integer>> registered = new HashMap<>();
  private final Map<JobId, JobState> over = new HashMap<>();
  private final Map<JobId, String> published = new HashMap<>();
  private final Set<String> deleted = new HashSet<>();
  private final Set<String> held = new HashSet<>();
  private final Map<JobId, Long> declared = new HashMap<>();
  private final Map<JobId, Long> lines = new HashMap<>();

  public MasterChecks(SimJournal journal, JobChecks jobs, ScaleRequests scaleRequests) {
    this.journal = journal;
    this.jobs = jobs;
    this.scaleRequests = scaleRequests;
    this.wanted = new WantedMembers(journal);
  }

  public Map<JobId, JobState> over() {
    return over;
  }

  public int registered(JobId job, Role role) {
    return registered.getOrDefault(job, Map.of()).getOrDefault(role, 0);
  }

  /** A master says something to a member. */
  public void said(SimJob of, long to, ToMember message, Term term, Session session) {
    JobId job = of.id();
    if (message instanceof ToMember.NewLine line) {
      journal.require(
          job, TrainingFact.LineOpened.class, fact -> fact.line().equals(line.line()), message);
      journal.require(job, TrainingFact.MapDefined.class, fact -> true, message);
      boolean isNew = line.line().number() > lines.getOrDefault(job, 0L); // or only its map
      lines.merge(job, line.line().number(), Math::max);
      if (term.equals(journal.term()) && jobs.tasks(of).wentBack(line)) {
        long base = baseOfBack(job, line.lastBack()); // perhaps of a master before this one
        declared.put(job, base);
        jobs.oracle(of).wentBack(base);
      }
      Violation.unless(
          term.number() < journal.term().number()
              || !isNew
              || line.base().number() >= declared.getOrDefault(job, 0L),
          Invariant.CommittedNeverLost,
          job + ": " + declared.get(job) + " was declared, then " + message);
    } else if (message instanceof ToPserver.Commit commit) {
      long point = commit.version().number() - 1;
      if (of.isPoint(point)) {
        pointIsScored(job, point, commit);
      }
      boolean isVoid =
          commit.line().number() < jobs.tasks(of).lastBack().number(); // said by one of before
      if (!isVoid
          && declared.merge(job, commit.version().number(), Math::max)
              == commit.version().number()) {
        assertHeldByAll(job, commit, term);
      }
    } else if (message instanceof ToWorker.Order order) {
      // An early stop may name a version before those that are ordered; they may be repeated.
      boolean isRepeated =
          of.isStoppingEarly()
              && order.version().number() <= jobs.oracle(of).newestOrdered(order.line());
      jobs.oracle(of).ordered(order);
      if (of.isVersioned()) {
        jobs.tasks(of).placed(order, journal);
      } else {
        journal.require(
            job,
            TrainingFact.WindowOpened.class,
            fact -> fact.upTo() >= order.version().number(),
            message);
      }
      journal.require(
          job, TrainingFact.LineOpened.class, fact -> fact.line().equals(order.line()), message);
      Violation.unless(
          term.number() < journal.term().number()
              || isRepeated
              || journal
                  .find(
                      job,
                      TargetFact.StopScheduled.class,
                      plan -> plan.stopAt().number() < order.version().number())
                  .isEmpty(),
          Invariant.StopsWhereSaid,
          job + ": ordered after it was told to stop: " + order);
    } else if (message instanceof ToWorker.AssignTasks tasks) {
      jobs.tasks(of).assigned(to, tasks, journal);
    } else if (message instanceof ToPserver.UpdateRows update) {
      for (Aggregate before : update.before()) {
        journal.require(
            job, ResultFact.Aggregated.class, fact -> fact.result().equals(before), message);
      }
    } else if (message instanceof ToPserver.WriteParts) {
      journal.require(job, ResultFact.FinalVersion.class, fact -> true, message);
      int last = of.spec().model().summary(FakeModel.TABLES.size() - 1);
      journal.require(job, ResultFact.Aggregated.class, fact -> fact.fold() == last, message);
    } else if (message instanceof ToWorker.Evaluate evaluate) {
      notScoredBefore(job, evaluate);
    } else if (message instanceof ToMember.Welcome welcome) {
      registered
          .computeIfAbsent(job, id -> new EnumMap<>(Role.class))
          .merge(roleOf(session, job, welcome.incarnation()), 1, Integer::sum);
    }
  }

  private long baseOfBack(JobId job, Line line) {
    return journal
        .find(job, TrainingFact.LineOpened.class, fact -> fact.back() && fact.line().equals(line))
        .orElseThrow()
        .base()
        .number();
  }

  /** Checks {@link Invariant#PointBeforeCommit}. */
  private void pointIsScored(JobId job, long point, ToPserver.Commit commit) {
    Violation.unless(
        journal
            .find(job, ResultFact.Scored.class, fact -> fact.version().number() == point)
            .isPresent(),
        Invariant.PointBeforeCommit,
        job + ": version " + point + " is not scored before " + commit);
  }

  /** Checks {@link Invariant#NothingTwice} against the scores recorded before the term began. */
  private void notScoredBefore(JobId job, ToWorker.Evaluate message) {
    Set<Version> before = new HashSet<>();
    boolean earlier = true;
    for (Fact fact : journal.of(job)) {
      earlier &=
          !(fact instanceof JobFact.TermTaken taken
              && taken.term().number() >= message.term().number());
      if (earlier && fact instanceof ResultFact.Scored scored) {
        before.add(scored.version());
      } else if (fact instanceof TrainingFact.LineOpened line && line.back()) {
        before.clear();
      }
    }
    Violation.unless(
        !before.contains(message.version()),
        Invariant.NothingTwice,
        job + ": scored before this master came: " + message);
  }

  /** A pserver can show all of a version. */
  public void holds(JobId job, Incarnation incarnation, FromPserver.Complete message) {
    held.add(key(job, incarnation, message.line(), message.version().number()));
  }

  /**
   * Checks {@link Invariant#InSyncCanFollow} for a commit. The commit of a superseded master is
   * exempt: the map may have changed since.
   */
  private void assertHeldByAll(JobId job, ToPserver.Commit commit, Term term) {
    PartitionMap map = journal.last(job, TrainingFact.MapDefined.class).orElseThrow().map();
    for (PartitionMap.Pserver pserver : map.pservers()) {
      Violation.unless(
          term.number() < journal.term().number()
              || held.contains(
                  key(job, pserver.incarnation(), commit.line(), commit.version().number())),
          Invariant.InSyncCanFollow,
          job + ": " + commit + ", and " + pserver + " of the map cannot show it");
    }
  }

  private static String key(JobId job, Incarnation incarnation, Line line, long version) {
    return job + "/" + incarnation + "/" + line + "/" + version;
  }

  private static Role roleOf(Session session, JobId job, Incarnation incarnation) {
    return session.view(job).orElseThrow().processes().members().stream()
        .filter(member -> member.instance().incarnation().equals(incarnation))
        .findFirst()
        .orElseThrow()
        .role();
  }

  /** A master begins to put a model in its place. */
  public void publishing(SimJob of, JobEffect.Publish action) {
    JobId job = of.id();
    journal.require(
        job,
        ResultFact.FinalVersion.class,
        fact -> fact.version().number() == action.version(),
        action);
    boolean isKept = action.place().endsWith("/model"); // in the job's folder, and on no record
    if (!isKept) {
      journal.require(
          job,
          EndingFact.PublishingBegun.class,
          fact -> fact.folder().equals(action.folder()),
          action);
    }
    List<Integer> partitions = action.parts().stream().map(PartFile::partition).sorted().toList();
    Violation.unless(
        partitions.size() == Partitions.COUNT && partitions.stream().distinct().count() == 32,
        Invariant.ManifestIsOneVersion,
        job + ": parts of partitions " + partitions);
  }

  /**
   * Checks {@link Invariant#NothingBeforeRecord} for an answer: a scale request that is accepted is
   * in the journal, for any later master to find.
   */
  public void answered(SimJob of, JobEffect.Answer action) {
    ScaleRequests.Request request = scaleRequests.get(of, action.question());
    List<Integer> places = wanted.latest(of, request.role());
    Violation.unless(
        !action.accepted() || places.size() == request.count(),
        Invariant.NothingBeforeRecord,
        of.id() + ": wanted are " + places + ", and the answer is " + action);
  }

  /** Who looks for a model deletes the folder that an earlier master would rename. */
  public void forbid(String folder) {
    deleted.add(folder);
  }

  /** It is in its place: the first rename counts, any later one finds it there. */
  public void published(SimJob of, JobEffect.Publish action) {
    if (deleted.contains(action.folder())) {
      return;
    }
    String id =
        action.parts().stream()
            .sorted((a, b) -> a.partition() - b.partition())
            .map(part -> part.sha256() + ":" + part.rows())
            .collect(Collectors.joining(","));
    String before = published.putIfAbsent(of.id(), id);
    Violation.unless(
        before == null || before.equals(id),
        Invariant.ExportedOnce,
        of.id() + " became another model");
    jobs.oracle(of).published(action.version(), action.parts());
  }

  /** What is in the model's place. */
  public JobEvent find(JobId job) {
    String id = published.get(job);
    return id == null
        ? new JobEvent.NotPublished()
        : new JobEvent.Published(id, "hdfs://x/out-" + job.number());
  }

  /**
   * A master reports that a job is over.
   *
   * @return whether it is the first one that does
   */
  public boolean over(SimJob of, JobEffect.Over action) {
    JobId job = of.id();
    journal.require(job, EndingFact.Ended.class, fact -> fact.state() == action.state(), action);
    if (action.state() == JobState.EXITED) {
      journal.require(job, EndingFact.Exported.class, fact -> true, action);
    } else {
      Violation.unless(
          !published.containsKey(job),
          Invariant.NothingBeforeRecord,
          job + " left a model: " + action);
    }
    JobState before = over.put(job, action.state());
    Violation.unless(
        before == null || before == action.state(),
        Invariant.OneMasterActs,
        job + " ended " + before + ", and then " + action.state());
    return before == null;
  }

  /** Checks {@link Invariant#HungStandbyGivenUp}: a standby is silent for so long already. */
  public void hungFor(String container) {
    Violation.unless(
        journal
            .find(
                null,
                FleetFact.ContainerNoted.class,
                noted ->
                    noted.containerId().equals(container)
                        && noted.step().equals(FleetFact.ContainerNoted.RELEASED))
            .isPresent(),
        Invariant.HungStandbyGivenUp,
        "the standby in " + container + " hangs, and is kept");
  }
}
