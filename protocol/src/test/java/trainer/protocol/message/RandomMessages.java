package trainer.protocol.message;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import trainer.core.aggregate.Aggregate;
import trainer.core.aggregate.Partial;
import trainer.core.aggregate.Ranked;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.input.Block;
import trainer.core.input.FileBlocks;
import trainer.core.input.InputFile;
import trainer.core.job.Role;
import trainer.core.math.ExactSum;
import trainer.core.message.Evaluation;
import trainer.core.message.FromMember;
import trainer.core.message.FromPserver;
import trainer.core.message.FromWorker;
import trainer.core.message.Metrics;
import trainer.core.message.Moved;
import trainer.core.message.PartFile;
import trainer.core.message.ScoreBins;
import trainer.core.message.ScoreCounts;
import trainer.core.message.Staleness;
import trainer.core.message.ToMember;
import trainer.core.message.ToPserver;
import trainer.core.message.ToWorker;
import trainer.core.table.PartitionMap;

/** Messages of every kind with any values. */
final class RandomMessages {
  private final Random random;

  RandomMessages(Random random) {
    this.random = random;
  }

  FromMember fromMember() {
    return switch (random.nextInt(25)) {
      case 0 ->
          new FromMember.Register(
              Role.values()[random.nextInt(Role.values().length)],
              number(),
              text(),
              text(),
              number(),
              number(),
              any(),
              text(),
              any());
      case 1 -> new FromMember.Heartbeat(any(), any(), random.nextInt(3) - 1);
      case 2 ->
          new FromPserver.Sealed(
              any(), any(), any(), random.nextBoolean(), any(), list(this::metrics));
      case 3 -> new FromPserver.LineAccepted(any(), any(), random.nextBoolean());
      case 4 -> new FromPserver.Complete(any(), any(), metrics(), Map.of(3, any()));
      case 5 -> new FromWorker.ShareDone(any(), any(), number(), any(), any(), moved());
      case 6 -> new FromWorker.ShareFailed(any(), any(), number(), number(), failure());
      case 7 -> new FromWorker.Evaluated(number(), evaluation());
      case 8 -> new FromPserver.PartsWritten(any(), text(), list(this::part));
      case 9 -> new FromMember.MemberFailure(failure());
      case 10 -> new FromWorker.BadRecords(text(), any(), number(), any(), failure());
      case 11 ->
          new FromWorker.TaskDone(
              any(), any(), any(), metrics(), new Staleness(list(this::any)), moved());
      case 12 -> new FromWorker.TaskFailed(any(), any(), any(), number(), failure());
      case 13 ->
          new FromPserver.Building(
              any(), FromPserver.Building.Step.values()[random.nextInt(3)], any(), any(), text());
      case 14 ->
          new FromPserver.CheckpointWritten(text(), any(), list(this::number), list(this::part));
      case 15 -> new FromPserver.CheckpointFailed(text(), failure());
      case 16 -> new FromPserver.NotLoaded(any(), failure());
      case 17 -> new FromWorker.Unreachable(any());
      case 18 ->
          new FromPserver.Folded(
              any(), any(), number(), Map.of(3, list(this::partial), 31, List.of()));
      case 19 -> new FromPserver.CheckpointBegun(text());
      case 20 -> new FromWorker.Clock(any(), any());
      case 21 -> new FromPserver.OutOfRoom(failure());
      case 22 -> new FromWorker.Reported(any(), any(), any(), any());
      case 23 -> new FromPserver.PartsFailed(text(), failure(), random.nextBoolean());
      default -> new FromMember.Exiting(random.nextBoolean());
    };
  }

  ToMember toMember() {
    return switch (random.nextInt(20)) {
      case 0 -> new ToMember.Welcome(any(), any(), any(), any(), any(), mapOrNull());
      case 1 -> new ToMember.Refused(any(), text());
      case 2 -> new ToPserver.Seal(any(), any());
      case 3 -> new ToMember.NewLine(any(), any(), any(), any(), any(), mapOrNull(), text());
      case 4 ->
          new ToWorker.Order(
              any(),
              any(),
              any(),
              number(),
              number(),
              number(),
              number(),
              list(this::fileBlocks),
              any(),
              any());
      case 5 -> new ToPserver.Commit(any(), any(), any());
      case 6 -> new ToWorker.Evaluate(any(), any(), any(), number(), list(this::fileBlocks));
      case 7 -> new ToPserver.WriteParts(any(), any(), any(), text(), list(this::number));
      case 8 -> new ToMember.Probe(any(), any());
      case 9 -> new ToPserver.UpdateRows(any(), any(), any(), number(), list(this::aggregate));
      case 10 ->
          new ToWorker.AssignTasks(
              any(),
              any(),
              any(),
              number(),
              number(),
              random.nextBoolean(),
              list(() -> new ToWorker.Task(any(), list(this::fileBlocks))),
              random.nextBoolean() ? pace() : null,
              any());
      case 11 -> new ToPserver.CloseVersion(any(), any(), any());
      case 17 -> new ToWorker.Cancel(any(), any(), any(), number());
      case 16 -> pace();
      case 18 -> new ToWorker.ModelVersion(any(), any(), any());
      case 12 -> new ToPserver.Build(any(), any(), map(), List.of());
      case 13 -> new ToPserver.CloseBuild(any(), any(), any(), any());
      case 14 -> new ToPserver.FoldRows(any(), any(), any(), number(), list(this::aggregate));
      case 15 -> new ToPserver.WriteCheckpoint(any(), any(), any(), text(), list(this::number));
      default -> new ToMember.Leave(any(), text());
    };
  }

  private ToWorker.Pace pace() {
    return new ToWorker.Pace(any(), any(), number());
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
    return new Metrics(any(), sum(), sum(), any());
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
                        any(), number(), text(), 1 + random.nextInt(65535), 1 + random.nextInt(9)))
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

  private Moved moved() {
    return new Moved(any(), any());
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
