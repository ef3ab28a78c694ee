package trainer.avro.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.avro.file.DataFileStream;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;
import trainer.core.aggregate.Aggregate;
import trainer.core.aggregate.Ranked;
import trainer.core.fact.CheckpointFact;
import trainer.core.fact.EndingFact;
import trainer.core.fact.Entry;
import trainer.core.fact.Fact;
import trainer.core.fact.FleetFact;
import trainer.core.fact.JobFact;
import trainer.core.fact.QueueChange;
import trainer.core.fact.ResultFact;
import trainer.core.fact.SessionFact;
import trainer.core.fact.Speculated;
import trainer.core.fact.TargetFact;
import trainer.core.fact.TrainingFact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.feature.Moments;
import trainer.core.feature.Standardisation;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Slot;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.job.JobState;
import trainer.core.math.ExactSum;
import trainer.core.message.Evaluation;
import trainer.core.message.EvaluationSummary;
import trainer.core.message.Metrics;
import trainer.core.message.OutputFile;
import trainer.core.message.Positives;
import trainer.core.message.ScoreCounts;
import trainer.core.message.Staleness;
import trainer.core.table.PartitionMap;

class JournalFormatTest {
  private static final Metrics METRICS =
      new Metrics(
          10,
          new ExactSum(0, 7),
          new ExactSum(1, 2),
          new ExactSum(3, 4),
          new Positives(new ExactSum(5, 6), new ExactSum(7, 8)),
          5);

  private static final QueueChange.QueueSnapshot STOOD =
      new QueueChange.QueueSnapshot(
          new QueueChange.Opened(new Version(3), 100, 2),
          true,
          new QueueChange.Slots(
              8,
              List.of(11L),
              List.of(new QueueChange.Held(new Incarnation(5), List.of(6L, 11L))),
              List.of(new QueueChange.Back(new Slot(2), new Incarnation(5))),
              List.of(new QueueChange.Counter(new Slot(2), 1, 2)),
              List.of(7L),
              List.of(new QueueChange.Place(new Slot(9), new Version(4)))),
          List.of(new QueueChange.Discard(12, "DATA_INVALID", "block 12 of /a")),
          new QueueChange.Pass(1, METRICS),
          new QueueChange.Totals(77, new Staleness(List.of(3L, 0L, 1L)), 12, 2));

  private static final List<Fact> ONE_OF_EACH =
      List.of(
          new JobFact.TermTaken(new Term(1), "host:1", 17),
          new JobFact.JobDefined("spec", -4, "groups", "abcd", 12, 36),
          new JobFact.StateEntered(JobState.INIT, 18, null),
          new JobFact.StateEntered(
              JobState.FAILED,
              19,
              new Failure(FailureKind.INPUT_GONE, "gone", "/a", "put it back")),
          new TrainingFact.MapDefined(
              new PartitionMap(
                  1,
                  List.of(new PartitionMap.Pserver(new Incarnation(7), 0, "h", 99, 2)),
                  List.of(List.of(0), List.of(0)))),
          new TrainingFact.LineOpened(
              new Line(2),
              new Version(5),
              new Line(1),
              true,
              "new master",
              List.of(new TrainingFact.Discard(3, new Version(6), "DATA", "line 4"))),
          new TargetFact.StopScheduled(new Version(4), new Version(9), "alice", 19),
          new TargetFact.PserversWanted(List.of(0, 2, 3), "alice", 20),
          new TargetFact.WorkersWanted(List.of(0, 1, 7), "bob", 21),
          new FleetFact.NodeNoted("h3", FleetFact.NodeNoted.PAROLE, 2, "3 processes failed", 22),
          new TrainingFact.WindowOpened(400),
          new TrainingFact.Progressed(
              new Version(8),
              new Metrics(
                  9,
                  new ExactSum(2, 5),
                  new ExactSum(-3, 5),
                  new ExactSum(7, 11),
                  Positives.NONE,
                  0),
              9000,
              8000,
              2,
              20,
              new Speculated(4, 3, 2, 1)),
          new TrainingFact.Measured(
              3,
              64,
              List.of(
                  new Moments(2, BigInteger.ONE.negate(), BigInteger.TEN.pow(700)), Moments.NONE)),
          new TrainingFact.StandardisationsGiven(
              List.of(new Standardisation(0.1, 3), Standardisation.NONE)),
          new ResultFact.FinalVersion(new Version(36)),
          new ResultFact.Scored(
              new Version(36),
              3,
              METRICS,
              new EvaluationSummary(METRICS, Double.NaN),
              1_795_000_000_000L),
          new ResultFact.FileWritten(
              new OutputFile(
                  "part-00003-7-1.csv",
                  1L << 33,
                  "ab".repeat(32),
                  List.of(
                      new OutputFile.Task(new Slot(3), 1L << 34, "01".repeat(32)),
                      new OutputFile.Task(new Slot(9), 0, "23".repeat(32))),
                  new Evaluation(METRICS, ScoreCounts.NONE, ScoreCounts.NONE))),
          new ResultFact.Aggregated(
              new Version(36),
              2,
              new Aggregate(
                  "norms",
                  Map.of("l2", 0.1),
                  Map.of("top", List.of(new Ranked(3.5, -1, 0), new Ranked(-2, 7, 4))))),
          new EndingFact.PublishingBegun(new Version(36), "hdfs:/m._1"),
          new EndingFact.Exported("00ff", "hdfs:/m"),
          new EndingFact.EndDecided(
              JobState.FAILED,
              new Failure(FailureKind.INPUT_GONE, "gone", "/a", "put it back"),
              20),
          new EndingFact.EndDecided(JobState.EXITED, null, 21),
          new EndingFact.Ended(JobState.EXITED, 21),
          new FleetFact.ContainerNoted("c_1", "a.1", "worker", 0, "h", "granted", null, 22),
          new FleetFact.ContainerNoted("c_1", "a.1", "worker", 0, "h", "ended", -100, 23),
          new SessionFact.JobAccepted(3, "score", "clicks", "/m", "ab".repeat(32), 24),
          new SessionFact.JobOver(3, "FAILED", "INPUT_GONE: gone", 25),
          new SessionFact.EndAsked("KILLED", "alice (enough)", 26),
          new TrainingFact.BlockTimedOut(new Version(9), 17),
          new CheckpointFact.CheckpointAsked(
              new Version(30),
              0,
              new Line(4),
              "hdfs:/j/checkpoints/30-4-2",
              new TrainingFact.Progressed(
                  new Version(30), new Metrics(9, ExactSum.of(3), ExactSum.ZERO), 8, 7, 2, 24),
              null),
          new CheckpointFact.CheckpointAdded(
              new Version(30),
              0,
              new Line(4),
              "hdfs:/j/checkpoints/30-4-2",
              "00ff",
              1L << 40,
              new TrainingFact.Progressed(
                  new Version(30), new Metrics(9, ExactSum.of(3), ExactSum.ZERO), 8, 7, 2, 24),
              null),
          new CheckpointFact.CheckpointRetired(new Version(30), 0, "part-00003.avro near byte 99"),
          new CheckpointFact.CheckpointAsked(
              Version.INITIAL,
              3,
              new Line(4),
              "hdfs:/j/checkpoints/0.3-4-2",
              new TrainingFact.Progressed(Version.INITIAL, Metrics.NONE, 8, 7, 2, 24),
              STOOD),
          new CheckpointFact.CheckpointAdded(
              Version.INITIAL,
              3,
              new Line(4),
              "hdfs:/j/checkpoints/0.3-4-2",
              "00ff",
              9,
              new TrainingFact.Progressed(Version.INITIAL, Metrics.NONE, 8, 7, 2, 24),
              STOOD),
          new CheckpointFact.CheckpointRetired(Version.INITIAL, 3, ""),
          queue(new QueueChange.Opened(new Version(3), 100, 2)),
          queue(new QueueChange.Given(new Incarnation(1 << 20), List.of(4L, 7L))),
          queue(new QueueChange.Done(new Slot(4), METRICS, Staleness.of(2))),
          queue(new QueueChange.Returned(new Slot(7), QueueChange.Cause.TIMED_OUT)),
          queue(new QueueChange.Discarded(new Slot(7), 12, "DATA_INVALID", "block 12 of /a")),
          queue(new QueueChange.Admitted(new Slot(8), new Version(4), 3)),
          queue(new QueueChange.Included(new Version(4))),
          queue(STOOD));

  private static Fact queue(QueueChange change) {
    return new TrainingFact.QueueChanged(change);
  }

  @Test
  void readsBackEveryKindOfFact() throws IOException {
    assertThat(read(write(ONE_OF_EACH))).isEqualTo(ONE_OF_EACH);
    assertThat(ONE_OF_EACH.stream().map(fact -> fact.getClass().getSimpleName()))
        .containsAll(
            Arrays.stream(Fact.class.getPermittedSubclasses())
                .flatMap(group -> Arrays.stream(group.getPermittedSubclasses()))
                .map(Class::getSimpleName)
                .toList());
    assertThat(
            ONE_OF_EACH.stream()
                .filter(TrainingFact.QueueChanged.class::isInstance)
                .map(fact -> ((TrainingFact.QueueChanged) fact).change().getClass())
                .distinct())
        .hasSize(QueueChange.class.getPermittedSubclasses().length);
  }

  @Test
  void isAnAvroFileThatAnybodyReads() throws IOException {
    List<String> numbers = new ArrayList<>();
    try (DataFileStream<GenericRecord> file =
        new DataFileStream<>(
            new ByteArrayInputStream(write(ONE_OF_EACH)), new GenericDatumReader<>())) {
      file.forEach(entry -> numbers.add(entry.get("number") + " of " + entry.get("term")));
    }
    assertThat(numbers).hasSize(ONE_OF_EACH.size()).startsWith("1 of 3", "2 of 3");
  }

  @Test
  void aSnapshotKeepsItsNumbersAndStandsForWhatItLeavesOut() throws IOException {
    JournalWriter writer = new JournalWriter(2, 40);
    List<Entry> entries =
        List.of(
            entry(3, new Term(1)),
            entry(17, new Term(2)),
            entry(41, new Term(3)),
            entry(42, new Term(3))); // two of them before 40
    byte[] bytes = join(writer.header(), writer.blocks(entries));

    try (JournalReader reader = reader(bytes)) {
      assertThat(all(reader)).isEqualTo(entries);
      assertThat(reader.isWhole()).isTrue();
      assertThat(reader.snapshot()).isEqualTo(2);
      assertThat(reader.through()).isEqualTo(40);
    }
  }

  @Test
  void aSnapshotThatIsNotWholeSaysSo() throws IOException {
    JournalWriter writer = new JournalWriter(2, 40);
    byte[] bytes = join(writer.header(), writer.blocks(List.of(entry(3, new Term(1)))));

    try (JournalReader reader = reader(bytes)) {
      assertThat(all(reader)).hasSize(1);
      assertThat(reader.isWhole()).isFalse();
      assertThat(reader.isTorn()).isFalse();
    }
  }

  @Test
  void aMissingNumberIsDamage() {
    JournalWriter writer = new JournalWriter(0, 5);
    byte[] bytes =
        join(writer.header(), writer.blocks(List.of(entry(6, new Term(1)), entry(8, new Term(1)))));

    assertThatThrownBy(() -> all(reader(bytes)))
        .hasMessageContaining("entry 8 follows entry 6")
        .hasMessageContaining("journal.avro at byte");
  }

  @Test
  void aTailThatIsCutAnywhereLosesNothingThatWasWhole() throws IOException {
    List<byte[]> pieces = pieces();
    byte[] whole = join(pieces.toArray(new byte[0][]));
    int entries = 0;
    int wholeTo = 0;
    for (int length = 0; length <= whole.length; length++) {
      while (wholeTo < pieces.size() && length >= lengthOf(pieces, wholeTo + 1)) {
        entries = wholeTo++;
      }
      try (JournalReader reader = reader(Arrays.copyOf(whole, length))) {
        assertThat(all(reader)).as("cut at byte " + length).hasSize(entries);
        assertThat(reader.isTorn())
            .as("cut at byte " + length)
            .isEqualTo(length != lengthOf(pieces, wholeTo) || length == 0);
      }
    }
    assertThat(entries).isEqualTo(ONE_OF_EACH.size());
  }

  @Test
  void aSingleFlippedBitOfAWholeFileIsDamageAndNeverACut() {
    byte[] whole = join(pieces().toArray(new byte[0][]));
    int header = pieces().get(0).length;
    for (int bit = 0; bit < whole.length * 8; bit += bit < header * 8 ? 61 : 1) {
      byte[] damaged = whole.clone();
      damaged[bit / 8] ^= (byte) (1 << bit % 8);
      assertThatThrownBy(() -> all(reader(damaged)))
          .as("bit " + bit)
          .isInstanceOfSatisfying(
              FailureException.class,
              e -> assertThat(e.failure().kind()).isEqualTo(FailureKind.JOURNAL_DAMAGED))
          .hasMessageContaining("journal.avro at byte");
    }
  }

  @Test
  void aFlippedBitBeforeATornTailIsDamage() {
    List<byte[]> pieces = pieces();
    byte[] whole = join(pieces.toArray(new byte[0][]));
    int torn = whole.length - 1;
    for (int at = 0; at < lengthOf(pieces, pieces.size() - 1); at++) {
      byte[] damaged = Arrays.copyOf(whole, torn);
      damaged[at] ^= 0x10;
      assertThatThrownBy(() -> all(reader(damaged)))
          .as("byte " + at)
          .isInstanceOf(FailureException.class);
    }
  }

  @Test
  void namesTheFileTheByteAndBothChecksums() {
    List<byte[]> pieces = pieces();
    byte[] damaged = join(pieces.toArray(new byte[0][]));
    int block = lengthOf(pieces, 3);
    damaged[block + 6] ^= 2; // count and size take a byte each

    assertThatThrownBy(() -> all(reader(damaged)))
        .hasMessageContaining("does not match its checksum (expected ")
        .hasMessageContaining(", found ")
        .hasMessageMatching("(?s).*journal.avro at byte " + (block + 2) + ".*");
  }

  @Test
  void refusesAnArrayThatWouldFillTheMemory() {
    byte[] endless = {'O', 'b', 'j', 1, 2, 2, 'k', -1, -1, -1, -1, 15};
    assertThatThrownBy(() -> reader(endless)).hasMessageContaining("bytes");
  }

  /** The header, then a block for each fact. */
  private static List<byte[]> pieces() {
    JournalWriter writer = new JournalWriter(0, 0);
    List<byte[]> pieces = new ArrayList<>(List.of(writer.header()));
    for (int i = 0; i < ONE_OF_EACH.size(); i++) {
      pieces.add(writer.blocks(List.of(new Entry(i + 1, new Term(3), ONE_OF_EACH.get(i)))));
    }
    return pieces;
  }

  private static int lengthOf(List<byte[]> pieces, int first) {
    return pieces.subList(0, first).stream().mapToInt(piece -> piece.length).sum();
  }

  private static byte[] join(byte[]... pieces) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (byte[] piece : pieces) {
      bytes.writeBytes(piece);
    }
    return bytes.toByteArray();
  }

  private static Entry entry(long number, Term term) {
    return new Entry(number, term, new TrainingFact.WindowOpened(number * 10));
  }

  private static byte[] write(List<Fact> facts) {
    List<Entry> entries = new ArrayList<>();
    facts.forEach(fact -> entries.add(new Entry(entries.size() + 1, new Term(3), fact)));
    JournalWriter writer = new JournalWriter(0, 0);
    return join(writer.header(), writer.blocks(entries));
  }

  private static List<Fact> read(byte[] bytes) throws IOException {
    return all(reader(bytes)).stream().map(Entry::fact).toList();
  }

  private static JournalReader reader(byte[] bytes) throws IOException {
    return new JournalReader(new ByteArrayInputStream(bytes), "journal.avro");
  }

  private static List<Entry> all(JournalReader reader) throws IOException {
    List<Entry> entries = new ArrayList<>();
    for (Entry next = reader.next(); next != null; next = reader.next()) {
      entries.add(next);
    }
    return entries;
  }
}
