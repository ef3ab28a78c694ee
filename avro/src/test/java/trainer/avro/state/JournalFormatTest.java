package trainer.avro.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import trainer.core.fact.Fact;
import trainer.core.fact.QueueChange;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobState;
import trainer.core.math.ExactSum;
import trainer.core.message.Metrics;
import trainer.core.table.PartitionMap;

class JournalFormatTest {
  private static final Metrics METRICS = new Metrics(10, new ExactSum(1, 2), new ExactSum(3, 4), 5);

  private static final List<Fact> ONE_OF_EACH =
      List.of(
          new Fact.TermTaken(1, "host:1", 17),
          new Fact.JobDefined("spec", -4, "groups", "abcd", 12, 36),
          new Fact.StateEntered(JobState.INIT, 18, null),
          new Fact.StateEntered(
              JobState.FAILED,
              19,
              new Failure(FailureKind.INPUT_GONE, "gone", "/a", "put it back")),
          new Fact.MapDefined(
              new PartitionMap(
                  1,
                  List.of(new PartitionMap.Pserver(7, 0, "h", 99, 2)),
                  List.of(List.of(0), List.of(0)))),
          new Fact.LineOpened(
              2, 5, 1, true, "new master", List.of(new Fact.Discard(3, 6, "DATA", "line 4"))),
          new Fact.PlanSet(4, 9, "alice", 19),
          new Fact.WindowOpened(400),
          new Fact.Progressed(
              8, new Metrics(1000, new ExactSum(-3, 5), new ExactSum(7, 11)), 9000, 8000, 2, 20),
          new Fact.FinalVersion(36),
          new Fact.PublishingBegun(36, "hdfs:/m._1"),
          new Fact.Exported("00ff", "hdfs:/m"),
          new Fact.EndDecided(
              JobState.FAILED,
              new Failure(FailureKind.INPUT_GONE, "gone", "/a", "put it back"),
              20),
          new Fact.EndDecided(JobState.EXITED, null, 21),
          new Fact.Ended(JobState.EXITED, 21),
          new Fact.ContainerNoted("c_1", "a.1", "worker", 0, "h", "granted", null, 22),
          new Fact.ContainerNoted("c_1", "a.1", "worker", 0, "h", "ended", -100, 23),
          queue(new QueueChange.Opened(3, 100, 2)),
          queue(new QueueChange.Given(1 << 20, List.of(4L, 7L))),
          queue(new QueueChange.Done(4, METRICS)),
          queue(new QueueChange.Returned(7, QueueChange.Cause.TIMED_OUT)),
          queue(new QueueChange.Discarded(7, 12, "DATA_INVALID", "block 12 of /a")),
          queue(
              new QueueChange.Stood(
                  3,
                  100,
                  2,
                  true,
                  8,
                  List.of(11L),
                  List.of(new QueueChange.Held(5, List.of(6L, 11L))),
                  List.of(new QueueChange.Back(2, 5)),
                  List.of(new QueueChange.Counter(2, 1, 2)),
                  List.of(7L),
                  List.of(new QueueChange.Discard(12, "DATA_INVALID", "block 12 of /a")),
                  1,
                  METRICS)));

  private static Fact queue(QueueChange change) {
    return new Fact.QueueChanged(change);
  }

  @Test
  void readsBackEveryKindOfFact() throws IOException {
    assertThat(read(write(ONE_OF_EACH))).isEqualTo(ONE_OF_EACH);
    TreeSet<String> covered = new TreeSet<>();
    ONE_OF_EACH.forEach(fact -> covered.add(fact.getClass().getSimpleName()));
    for (Class<?> kind : Fact.class.getPermittedSubclasses()) {
      assertThat(covered).contains(kind.getSimpleName());
    }
    TreeSet<String> changes = new TreeSet<>();
    for (Fact fact : ONE_OF_EACH) {
      if (fact instanceof Fact.QueueChanged changed) {
        changes.add(changed.change().getClass().getSimpleName());
      }
    }
    assertThat(changes).hasSize(QueueChange.class.getPermittedSubclasses().length);
  }

  @Test
  void readsWhatWasFlushedThoughTheFileIsStillOpen() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    JournalWriter writer = new JournalWriter(bytes);
    writer.append(1, ONE_OF_EACH.get(0));
    writer.flush();
    assertThat(read(bytes.toByteArray())).isEqualTo(ONE_OF_EACH.subList(0, 1));
  }

  @Test
  void findsAFlippedBitInAnyEntry() throws IOException {
    byte[] bytes = write(ONE_OF_EACH);
    int header = write(List.of()).length;
    for (int at = header; at < bytes.length; at++) {
      byte[] damaged = bytes.clone();
      damaged[at] ^= 4;
      assertThatThrownBy(() -> assertThat(read(damaged)).isEqualTo(ONE_OF_EACH))
          .as("byte " + at)
          .isNotNull();
    }
  }

  @Test
  void namesTheEntryWhoseChecksumIsWrong() throws IOException {
    byte[] bytes = write(List.of(new Fact.FinalVersion(36)));
    String text = new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1);
    int at = bytes.length - 16 - 6;
    byte[] damaged = bytes.clone();
    damaged[at] ^= 2;
    assertThat(text).contains("formatVersion");
    assertThatThrownBy(() -> read(damaged))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("journal.avro");
  }

  private static byte[] write(List<Fact> facts) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JournalWriter writer = new JournalWriter(bytes)) {
      long number = 0;
      for (Fact fact : facts) {
        writer.append(++number, fact);
      }
    }
    return bytes.toByteArray();
  }

  private static List<Fact> read(byte[] bytes) throws IOException {
    List<Fact> facts = new ArrayList<>();
    try (JournalReader reader =
        new JournalReader(new ByteArrayInputStream(bytes), "journal.avro")) {
      for (JournalReader.Numbered next = reader.next(); next != null; next = reader.next()) {
        facts.add(next.fact());
      }
    }
    return facts;
  }
}
