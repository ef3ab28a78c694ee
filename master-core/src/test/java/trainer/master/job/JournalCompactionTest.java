package trainer.master.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import trainer.core.fact.CheckpointFact;
import trainer.core.fact.Entry;
import trainer.core.fact.Fact;
import trainer.core.fact.FleetFact;
import trainer.core.fact.JobFact;
import trainer.core.fact.QueueChange;
import trainer.core.fact.ResultFact;
import trainer.core.fact.SessionFact;
import trainer.core.fact.TargetFact;
import trainer.core.fact.TrainingFact;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Slot;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.JobState;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;
import trainer.core.math.ExactSum;
import trainer.core.message.EvaluationSummary;
import trainer.core.message.Metrics;
import trainer.master.job.api.JobView;
import trainer.master.job.history.JobHistory;
import trainer.master.job.history.JobPlan;
import trainer.master.job.history.TaskJournal;
import trainer.master.report.JobViews;

class JournalCompactionTest {
  private static final JobId JOB = new JobId("application_1_0001", 1);
  private static final JobSpec SPEC =
      new JobSpec(
          JOB,
          "alice",
          "file:/jobs",
          Map.of("trainer.input", "file:/in", "trainer.output", "file:/out"),
          new ModelSpec(List.of(), List.of(Phase.training(2))),
          List.of(),
          "test");

  /** 32 blocks are 4 mini-batches, and there are 2 epochs. */
  private static final int VERSIONS = 8;

  @Test
  void whatIsLeftShowsTheSame() {
    for (int seed = 0; seed < 2_000; seed++) {
      Random random = new Random(seed);
      List<Entry> log = facts(random, 1, 1 + random.nextInt(60));
      List<Entry> fleet = facts(random, 1, 1 + random.nextInt(60));
      assertThat(view(JournalCompaction.of(log), JournalCompaction.of(fleet)))
          .as("seed " + seed)
          .isEqualTo(view(log, fleet));
      assertThat(history(SPEC, JournalCompaction.of(log)).asked())
          .as("seed " + seed)
          .isEqualTo(history(SPEC, log).asked());
    }
  }

  @Test
  void whatIsLeftOfAJobOfTasksShowsTheSame() {
    for (int seed = 0; seed < 2_000; seed++) {
      List<Entry> log = new TaskJournal(new Random(seed)).write();
      List<Entry> fewer = JournalCompaction.of(log);
      assertThat(JobViews.replay(TaskJournal.SPEC, facts(fewer), List.of()))
          .as("seed " + seed)
          .isEqualTo(JobViews.replay(TaskJournal.SPEC, facts(log), List.of()));
      assertThat(history(TaskJournal.SPEC, fewer).masters().fruitless())
          .as("seed " + seed)
          .isEqualTo(history(TaskJournal.SPEC, log).masters().fruitless());
      int half = log.size() / 2;
      List<Entry> steps = new ArrayList<>(JournalCompaction.of(log.subList(0, half)));
      steps.addAll(log.subList(half, log.size()));
      assertThat(JournalCompaction.of(steps)).as("seed " + seed).isEqualTo(fewer);
    }
  }

  @Test
  void theContainersOfAJobOfASessionGoOnceItIsOver() {
    Fact first = new SessionFact.JobAccepted(1, "score", "a", "/m", "d", 1);
    Fact second = new SessionFact.JobAccepted(2, "train", "b", "", "e", 2);
    Fact granted = noted("c2", 2, FleetFact.ContainerNoted.GRANTED);
    Fact over = new SessionFact.JobOver(1, "EXITED", "", 3);
    Fact end = new SessionFact.EndAsked("EXITED", "alice", 4);
    List<Fact> log =
        List.of(
            first,
            noted("c1", 1, FleetFact.ContainerNoted.GRANTED),
            second,
            granted,
            noted("c1", 1, FleetFact.ContainerNoted.LAUNCHED),
            over,
            noted("c1", 1, FleetFact.ContainerNoted.ENDED),
            end);
    assertThat(facts(JournalCompaction.of(entries(log))))
        .containsExactly(first, second, granted, over, end);
  }

  private static Fact noted(String container, int job, String step) {
    return new FleetFact.ContainerNoted(
        container, "application_1_0001." + job, "worker", 0, "h", step, null, 5);
  }

  private static List<Entry> entries(List<Fact> facts) {
    List<Entry> entries = new ArrayList<>();
    facts.forEach(fact -> entries.add(new Entry(entries.size() + 1, new Term(1), fact)));
    return entries;
  }

  private static List<Fact> facts(List<Entry> log) {
    return log.stream().map(Entry::fact).toList();
  }

  @Test
  void compactingWhatWasCompactedBeforeGivesTheSameAsAllAtOnce() {
    for (int seed = 0; seed < 500; seed++) {
      Random random = new Random(seed);
      List<Entry> first = facts(random, 1, 40);
      List<Entry> then = facts(random, 41, 40);
      List<Entry> steps = new ArrayList<>(JournalCompaction.of(first));
      steps.addAll(then);
      List<Entry> all = new ArrayList<>(first);
      all.addAll(then);
      assertThat(JournalCompaction.of(steps))
          .as("seed " + seed)
          .isEqualTo(JournalCompaction.of(all));
    }
  }

  @Test
  void aLongJobComesDownToAFewFacts() {
    List<Entry> log = new ArrayList<>();
    log.add(
        new Entry(
            1,
            new Term(1),
            new TrainingFact.LineOpened(
                new Line(1), Version.INITIAL, Line.NONE, false, "start", List.of())));
    for (int version = 1; version <= 10_000; version++) {
      log.add(new Entry(log.size() + 1, new Term(1), new TrainingFact.WindowOpened(version + 10)));
      log.add(new Entry(log.size() + 1, new Term(1), progressed(version, version % 100)));
    }
    assertThat(JournalCompaction.of(log)).hasSize(4).contains(log.get(0), log.get(log.size() - 1));
  }

  @Test
  void theTaskQueueStandsWhereItStood() {
    List<Entry> log = new ArrayList<>();
    change(log, new QueueChange.Opened(new Version(1), 100, 3));
    for (long slot = 0; slot < 250; slot++) {
      change(log, new QueueChange.Given(new Incarnation(slot % 7 + 1), List.of(slot)));
      if (slot % 11 == 0) {
        change(log, new QueueChange.Returned(new Slot(slot), QueueChange.Cause.TIMED_OUT));
      } else if (slot % 5 > 0) {
        change(log, new QueueChange.Done(new Slot(slot), Metrics.NONE));
      }
      if (slot == 100) {
        Fact stop = new TargetFact.StopScheduled(Version.INITIAL, new Version(1), "bob", 5);
        log.add(new Entry(log.size() + 1, new Term(1), stop));
      }
    }
    List<Entry> fewer = JournalCompaction.of(log);

    assertThat(fewer).hasSize(2);
    assertThat(fewer.get(1).number()).isEqualTo(log.size());
    assertThat(history(SPEC, fewer).queueHistory().snapshot())
        .isEqualTo(history(SPEC, log).queueHistory().snapshot());
  }

  private static void change(List<Entry> log, QueueChange change) {
    log.add(new Entry(log.size() + 1, new Term(1), new TrainingFact.QueueChanged(change)));
  }

  private static JobHistory history(JobSpec spec, List<Entry> log) {
    JobHistory history = new JobHistory(JobPlan.of(spec));
    log.forEach(entry -> history.apply(entry.fact()));
    return history;
  }

  private static JobView view(List<Entry> log, List<Entry> fleet) {
    return JobViews.replay(
        SPEC, log.stream().map(Entry::fact).toList(), fleet.stream().map(Entry::fact).toList());
  }

  private static List<Entry> facts(Random random, int first, int count) {
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      entries.add(new Entry(first + i, new Term(1), fact(random, i)));
    }
    return entries;
  }

  private static Fact fact(Random random, int at) {
    return switch (random.nextInt(13)) {
      case 0 -> new JobFact.TermTaken(new Term(at), "h:1", at);
      case 1 -> new JobFact.JobDefined("{}", 1, "groups", "digest", 32, VERSIONS);
      case 2 -> new JobFact.StateEntered(JobState.RUNNING, at, null);
      case 3 -> line(at, random.nextInt(8), random.nextInt(3) == 0);
      case 4 ->
          new TargetFact.StopScheduled(new Version(at), new Version(random.nextInt(8)), "bob", at);
      case 9 ->
          new TrainingFact.BlockTimedOut(
              new Version(1 + random.nextInt(VERSIONS)), random.nextInt(32));
      case 10 -> kept(1 + random.nextInt(7), at);
      case 11 ->
          new CheckpointFact.CheckpointRetired(
              new Version(1 + random.nextInt(7)), 0, at % 2 == 0 ? "" : "torn");
      case 12 -> asked(1 + random.nextInt(7), at);
      case 5 -> new TrainingFact.WindowOpened(Math.min(VERSIONS, at / 7)); // it only opens
      case 6 -> noted(random.nextInt(4), random.nextInt(3), at);
      case 7 -> scored(random.nextInt(3));
      default -> progressed(random.nextInt(8), random.nextInt(5));
    };
  }

  private static Fact asked(int version, int at) {
    return new CheckpointFact.CheckpointAsked(
        new Version(version), 0, new Line(at), "f-" + at, progressed(1, at), null);
  }

  private static Fact kept(int version, int at) {
    Metrics epoch = new Metrics(at, ExactSum.of(version), ExactSum.ZERO);
    return new CheckpointFact.CheckpointAdded(
        new Version(version),
        0,
        new Line(1),
        "f-" + at,
        "00",
        9,
        new TrainingFact.Progressed(new Version(version), epoch, at, at, 1, at),
        null);
  }

  private static Fact line(int number, int base, boolean back) {
    return new TrainingFact.LineOpened(
        new Line(number), new Version(base), Line.NONE, back, "why", List.of());
  }

  private static Fact scored(int task) {
    Metrics metrics = new Metrics(task + 1, ExactSum.of(task), ExactSum.ZERO);
    return new ResultFact.Scored(
        new Version(VERSIONS - task), 1, metrics, new EvaluationSummary(metrics, Double.NaN), 1000);
  }

  private static Fact noted(int container, int step, int at) {
    String word = List.of("granted", "launched", "ended").get(step);
    Integer exit = word.equals("ended") ? at : null;
    return new FleetFact.ContainerNoted(
        "c_" + container, JOB.toString(), "worker", 0, "h" + at, word, exit, at);
  }

  private static TrainingFact.Progressed progressed(int version, long records) {
    Metrics metrics = new Metrics(records, new ExactSum(0, version), new ExactSum(0, 1));
    return new TrainingFact.Progressed(
        new Version(version), metrics, version * 3L, version * 4L, version * 5L, version);
  }
}
