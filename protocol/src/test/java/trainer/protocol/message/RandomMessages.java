package trainer.protocol.message;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import trainer.core.aggregate.Aggregate;
import trainer.core.aggregate.Partial;
import trainer.core.aggregate.Ranked;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.feature.MomentSums;
import trainer.core.feature.Moments;
import trainer.core.feature.Standardisation;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Slot;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.input.Block;
import trainer.core.input.FileBlocks;
import trainer.core.input.InputFile;
import trainer.core.job.JobId;
import trainer.core.job.Role;
import trainer.core.math.ExactSum;
import trainer.core.message.Evaluation;
import trainer.core.message.FromMember;
import trainer.core.message.FromPserver;
import trainer.core.message.FromWorker;
import trainer.core.message.Metrics;
import trainer.core.message.Moved;
import trainer.core.message.OutputFile;
import trainer.core.message.PartFile;
import trainer.core.message.Positives;
import trainer.core.message.Reading;
import trainer.core.message.ScoreBins;
import trainer.core.message.ScoreCounts;
import trainer.core.message.Staleness;
import trainer.core.message.StoredRows;
import trainer.core.message.TimeSpent;
import trainer.core.message.ToMember;
import trainer.core.message.ToPserver;
import trainer.core.message.ToWorker;
import trainer.core.message.WorkerTotals;
import trainer.core.table.PartitionMap;

/** Messages of every kind with any values. */
final class RandomMessages {
  private final Random random;

  RandomMessages(Random random) {
    this.random = random;
  }

  FromMember fromMember() {
    return switch (random.nextInt(30)) {
      case 0 ->
          new FromMember.Register(
              new FromMember.Identity(
                  Role.values()[random.nextInt(Role.values().length)], number(), text(), any()),
              new FromMember.Address(text(), number(), number()),
              text(),
              new Incarnation(any()));
      case 1 ->
          new FromMember.Heartbeat(
              any(),
              any(),
              random.nextInt(3) - 1,
              random.nextBoolean() ? TimeSpent.NOTHING : timeSpent(),
              new StoredRows(number(), any(), any()));
      case 2 ->
          new FromPserver.Sealed(
              new Term(any()),
              new Line(any()),
              new Version(any()),
              random.nextBoolean(),
              any(),
              list(this::metrics));
      case 3 ->
          new FromPserver.LineAccepted(new Line(any()), new Version(any()), random.nextBoolean());
      case 4 ->
          new FromPserver.Complete(
              new Line(any()), new Version(any()), metrics(), Map.of(3, any()));
      case 5 ->
          new FromWorker.ShareDone(
              new Line(any()), new Version(any()), number(), any(), any(), totals());
      case 6 ->
          new FromWorker.ShareFailed(
              new Line(any()), new Version(any()), number(), number(), failure());
      case 7 ->
          new FromWorker.Evaluated(new Line(any()), new Version(any()), number(), evaluation());
      case 8 -> new FromPserver.PartsWritten(new Version(any()), text(), list(this::part));
      case 9 -> new FromMember.MemberFailure(failure());
      case 10 -> new FromWorker.BadRecords(text(), any(), number(), any(), failure());
      case 11 ->
          new FromWorker.TaskDone(
              new Line(any()),
              new Version(any()),
              new Slot(any()),
              metrics(),
              new Staleness(list(this::any)),
              totals());
      case 12 ->
          new FromWorker.TaskFailed(
              new Line(any()), new Version(any()), new Slot(any()), number(), failure());
      case 13 ->
          new FromPserver.Building(
              any(),
              FromPserver.Building.Step.values()[random.nextInt(3)],
              new Line(any()),
              new Version(any()),
              text());
      case 14 ->
          new FromPserver.CheckpointWritten(text(), any(), list(this::number), list(this::part));
      case 15 -> new FromPserver.CheckpointFailed(text(), failure());
      case 16 -> new FromPserver.NotLoaded(new Line(any()), failure());
      case 17 -> new FromWorker.Unreachable(new Incarnation(any()));
      case 18 ->
          new FromPserver.Folded(
              new Line(any()),
              new Version(any()),
              number(),
              Map.of(3, list(this::partial), 31, List.of()));
      case 19 -> new FromPserver.CheckpointBegun(text());
      case 20 -> new FromWorker.Clock(new Term(any()), any(), any());
      case 21 -> new FromPserver.OutOfRoom(failure());
      case 22 ->
          new FromWorker.Reported(
              new Line(any()), new Version(any()), new Slot(any()), new Version(any()));
      case 23 -> new FromPserver.PartsFailed(text(), failure(), random.nextBoolean());
      case 24 -> new FromWorker.Measured(number(), list(this::moments));
      case 25 ->
          new FromWorker.FileWritten(
              new Line(any()),
              new Version(any()),
              new OutputFile(text(), any(), text(), list(this::outputTask), evaluation()));
      case 26 ->
          new FromWorker.Served(
              list(
                  () ->
                      new FromWorker.Service(
                          text(),
                          new JobId("a", 3),
                          number(),
                          random.nextBoolean(),
                          any(),
                          any(),
                          any())),
              list(this::text));
      case 27 -> new FromMember.Threads(any(), text());
      case 28 -> new FromMember.ClusterNews(text());
      default -> new FromMember.Exiting(random.nextBoolean());
    };
  }

  ToMember toMember() {
    return switch (random.nextInt(27)) {
      case 0 ->
          new ToMember.Welcome(
              new Term(any()),
              new Incarnation(any()),
              new Line(any()),
              new Version(any()),
              new Line(any()),
              mapOrNull());
      case 1 -> new ToMember.Refused(new Term(any()), text());
      case 2 -> new ToPserver.Seal(new Term(any()), any());
      case 3 ->
          new ToMember.NewLine(
              new Term(any()),
              new Line(any()),
              new Version(any()),
              new Line(any()),
              new Line(any()),
              mapOrNull(),
              text());
      case 4 ->
          new ToWorker.Order(
              new Term(any()),
              new Line(any()),
              new Version(any()),
              number(),
              new ToWorker.Share(number(), number(), number(), list(this::fileBlocks)),
              new Version(any()),
              new Slot(any()));
      case 5 -> new ToPserver.Commit(new Term(any()), new Line(any()), new Version(any()));
      case 6 ->
          new ToWorker.Evaluate(
              new Term(any()),
              new Line(any()),
              new Version(any()),
              number(),
              list(this::fileBlocks));
      case 7 ->
          new ToPserver.WriteParts(
              new Term(any()), new Line(any()), new Version(any()), text(), list(this::number));
      case 8 -> new ToMember.Probe(new Term(any()), any());
      case 9 ->
          new ToPserver.UpdateRows(
              new Term(any()),
              new Line(any()),
              new Version(any()),
              number(),
              list(this::aggregate));
      case 10 ->
          new ToWorker.AssignTasks(
              new Term(any()),
              new Line(any()),
              new Version(any()),
              number(),
              new ToWorker.Steps(number(), new Version(any())),
              random.nextBoolean(),
              list(() -> new ToWorker.Task(new Slot(any()), list(this::fileBlocks))),
              random.nextBoolean() ? pace() : null);
      case 11 -> new ToPserver.CloseVersion(new Term(any()), new Line(any()), new Version(any()));
      case 17 ->
          new ToWorker.Cancel(new Term(any()), new Line(any()), new Version(any()), number());
      case 16 -> pace();
      case 18 -> new ToWorker.ModelVersion(new Term(any()), new Line(any()), new Version(any()));
      case 19 -> new ToWorker.Measure(new Term(any()), number(), list(this::fileBlocks));
      case 20 -> new ToWorker.Standardise(new Term(any()), list(this::standardisation));
      case 21 ->
          new ToWorker.Serve(
              new Term(any()),
              any(),
              list(
                  () ->
                      new ToWorker.Serving(
                          new JobId("a", 3), number(), text(), text(), any(), any())));
      case 12 -> new ToPserver.Build(new Term(any()), any(), map(), List.of());
      case 13 ->
          new ToPserver.CloseBuild(new Term(any()), any(), new Line(any()), new Version(any()));
      case 14 ->
          new ToPserver.FoldRows(
              new Term(any()),
              new Line(any()),
              new Version(any()),
              number(),
              list(this::aggregate));
      case 15 ->
          new ToPserver.WriteCheckpoint(
              new Term(any()), new Line(any()), new Version(any()), text(), list(this::number));
      case 22 -> new ToMember.ShowThreads(new Term(any()), any());
      case 23 -> new ToMember.StandbyNamed(new Term(any()), text(), number());
      case 24 -> new ToMember.Leads(new Term(any()));
      case 25 -> new ToMember.ClusterOrder(new Term(any()), text());
      default -> new ToMember.Leave(new Term(any()), text());
    };
  }

  private ToWorker.Pace pace() {
    return new ToWorker.Pace(new Term(any()), any(), number());
  }

  private OutputFile.Task outputTask() {
    return new OutputFile.Task(new Slot(any()), any(), text());
  }

  private Moments moments() {
    MomentSums sums = new MomentSums();
    for (int i = random.nextInt(4); i > 0; i--) {
      sums.add(random.nextGaussian() * Math.pow(10, random.nextInt(600) - 300));
    }
    return sums.moments();
  }

  private Standardisation standardisation() {
    return new Standardisation(random.nextGaussian(), random.nextDouble());
  }

  private Evaluation evaluation() {
    long[] positives = new long[ScoreBins.COUNT];
    long[] negatives = new long[ScoreBins.COUNT];
    for (int i = random.nextInt(50); i > 0; i--) {
      positives[random.nextInt(ScoreBins.COUNT)] = any() & Long.MAX_VALUE;
      negatives[random.nextInt(ScoreBins.COUNT)] = any() & Long.MAX_VALUE;
    }
    return new Evaluation(metrics(), ScoreCounts.ofAll(positives), ScoreCounts.ofAll(negatives));
  }

  private Aggregate aggregate() {
    return new Aggregate(
        text(),
        Map.of("norm", random.nextGaussian(), "rows", 7.0),
        Map.of("top", list(this::ranked)));
  }

  private Ranked ranked() {
    return new Ranked(random.nextGaussian(), any(), number());
  }

  private Partial partial() {
    return new Partial(new BigInteger(random.nextInt(2100), random).negate(), list(this::ranked));
  }

  private Metrics metrics() {
    return new Metrics(any(), sum(), sum(), sum(), new Positives(sum(), sum()), any());
  }

  private TimeSpent timeSpent() {
    return new TimeSpent(
        any(),
        Stream.of(TimeSpent.Phase.values())
            .collect(Collectors.toMap(phase -> phase, phase -> any())));
  }

  private ExactSum sum() {
    return new ExactSum(any(), any() >>> 24);
  }

  private Failure failure() {
    FailureKind[] kinds = FailureKind.values();
    return new Failure(kinds[random.nextInt(kinds.length)], text(), text(), text());
  }

  private PartFile part() {
    return new PartFile(number(), text(), any(), any(), text());
  }

  private FileBlocks fileBlocks() {
    return new FileBlocks(new InputFile(text(), any(), any()), list(this::block));
  }

  private Block block() {
    return new Block(number(), any(), any(), random.nextInt(3) - 1, number());
  }

  private PartitionMap mapOrNull() {
    return random.nextBoolean() ? null : map();
  }

  private PartitionMap map() {
    List<PartitionMap.Pserver> pservers =
        Stream.generate(
                () ->
                    new PartitionMap.Pserver(
                        new Incarnation(any()),
                        number(),
                        text(),
                        1 + random.nextInt(65535),
                        1 + random.nextInt(9)))
            .limit(1 + random.nextInt(4))
            .toList();
    return new PartitionMap(
        any(), pservers, list(() -> list(() -> random.nextInt(pservers.size()))));
  }

  private <T> List<T> list(Supplier<T> one) {
    return Stream.generate(one).limit(random.nextInt(4)).toList();
  }

  private int number() {
    return random.nextInt() >> random.nextInt(32);
  }

  private WorkerTotals totals() {
    return new WorkerTotals(new Moved(any(), any()), new Reading(any(), any(), any(), any()));
  }

  private long any() {
    return random.nextLong() >> random.nextInt(64);
  }

  private String text() {
    return random
        .ints(random.nextInt(9), 'a', 'ÿ')
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString()
        .replaceAll("\\s", "x");
  }
}
