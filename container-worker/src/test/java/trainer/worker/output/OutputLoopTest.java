package trainer.worker.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.config.Keys;
import trainer.core.digest.Sha256;
import trainer.core.failure.FailureException;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Slot;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.input.Labels;
import trainer.core.message.Evaluation;
import trainer.core.message.FromMember;
import trainer.core.message.FromWorker;
import trainer.core.message.OutputFile;
import trainer.core.message.ToWorker;
import trainer.core.message.WorkerTotals;
import trainer.worker.score.OutputColumns;
import trainer.worker.score.OutputFormat;

class OutputLoopTest {
  private static final Incarnation WORKER = new Incarnation(3);
  private static final Duration MOMENT = Duration.ofMillis(101);
  private static final OutputColumns COLUMNS =
      OutputColumns.of(List.of(), Labels.BINARY, List.of("score"));

  @TempDir private Path home;
  private final ScoringTasks tasks = new ScoringTasks();
  private final List<FromMember> sent = new ArrayList<>();
  private long now = 7;

  private Path folder() {
    return home.resolve("out");
  }

  private OutputLoop loop(long most) {
    OutputFormat format = OutputFormat.of(Keys.ScoreFormat.CSV, COLUMNS);
    OutputFiles files =
        new OutputFiles(new Configuration(), folder().toUri().toString(), format, most);
    return new OutputLoop(files, tasks, sent::addAll, () -> WorkerTotals.NOTHING, () -> now);
  }

  private static String sha256(byte[] bytes) {
    MessageDigest digest = Sha256.create();
    digest.update(bytes);
    return Sha256.hex(digest);
  }

  private static ToWorker.Task task(long slot) {
    return new ToWorker.Task(new Slot(slot), List.of());
  }

  private void give(ToWorker.Task... given) {
    ToWorker.Steps steps = new ToWorker.Steps(1);
    tasks.onAssigned(
        new ToWorker.AssignTasks(
            new Term(1), new Line(1), new Version(1), 0, steps, false, List.of(given)));
  }

  /** Computes the next task to a row of this score, and offers it. */
  private void offer(OutputLoop loop, float score) throws InterruptedException {
    ToWorker.Task next = tasks.next().orElseThrow();
    RowBytes rows = new RowBytes();
    OutputFormat.of(Keys.ScoreFormat.CSV, COLUMNS).encode(new String[0], new float[] {score}, rows);
    OutputFile.Task done = new OutputFile.Task(next.slot(), 1, "00");
    loop.offer(next, new ScoredTask(done, rows, Evaluation.NONE));
  }

  private List<OutputFile> files() {
    return sent.stream()
        .filter(FromWorker.FileWritten.class::isInstance)
        .map(message -> ((FromWorker.FileWritten) message).file())
        .toList();
  }

  private void stepAfter(OutputLoop loop, Duration pause) throws InterruptedException {
    now += pause.toNanos();
    loop.step(WORKER);
  }

  @Test
  void closesAFileOnceTheWorkerHasNoTask() throws Exception {
    OutputLoop loop = loop(1 << 20);
    give(task(12), task(13));
    offer(loop, 0.5f);
    loop.step(WORKER);
    assertThat(sent).containsExactly(tasks.done(12, 1));
    offer(loop, 0.25f);
    loop.step(WORKER);
    assertThat(files()).as("more tasks may come").isEmpty();
    stepAfter(loop, MOMENT);
    OutputFile file = files().get(0);
    Path stored = folder().resolve("part-00012-3-1.csv");
    assertThat(file.name()).isEqualTo(stored.getFileName().toString());
    assertThat(stored).hasContent("score\n0.5\n0.25\n");
    assertThat(file.bytes()).isEqualTo(Files.size(stored));
    assertThat(file.sha256()).isEqualTo(sha256(Files.readAllBytes(stored)));
    assertThat(file.tasks()).extracting(one -> one.slot().number()).containsExactly(12L, 13L);
  }

  @Test
  void closesAFullFileWhileTasksWait() throws Exception {
    OutputLoop loop = loop(1);
    give(task(1), task(2));
    offer(loop, 0.5f);
    loop.step(WORKER);
    assertThat(files()).hasSize(1);
    assertThat(tasks.isIdle()).isFalse();
  }

  @Test
  void closesAnOldFileWhileTasksWait() throws Exception {
    OutputLoop loop = loop(1 << 20);
    give(task(1), task(2));
    offer(loop, 0.5f);
    loop.step(WORKER);
    stepAfter(loop, Duration.ofSeconds(29));
    assertThat(files()).isEmpty();
    stepAfter(loop, Duration.ofSeconds(2));
    assertThat(files()).hasSize(1);
  }

  @Test
  void closesTheFileOfAWorkerThatLeavesWithoutTheRowsThatWait() throws Exception {
    OutputLoop loop = loop(1 << 20);
    give(task(1), task(2));
    offer(loop, 0.5f);
    loop.step(WORKER);
    offer(loop, 0.25f);
    loop.closeLast();
    assertThat(folder().resolve("part-00001-3-1.csv")).hasContent("score\n0.5\n");
    assertThat(sent.get(sent.size() - 1)).isInstanceOf(FromWorker.FileWritten.class);
    int all = sent.size();
    loop.closeLast();
    assertThat(sent).hasSize(all);
  }

  /** Loses the open file with the row of task 1. */
  private OutputLoop losing() throws Exception {
    OutputLoop loop = loop(1 << 20);
    give(task(1));
    offer(loop, 0.5f);
    loop.step(WORKER);
    FileUtil.fullyDelete(folder().toFile());
    stepAfter(loop, MOMENT);
    assertThat(files()).isEmpty();
    return loop;
  }

  @Test
  void computesTheTasksOfALostFileAgain() throws Exception {
    OutputLoop loop = losing();
    assertThat(loop.isPausing()).isTrue();
    now += Duration.ofSeconds(1).toNanos();
    assertThat(loop.isPausing()).isFalse();
    Files.createDirectory(folder());
    offer(loop, 0.5f);
    loop.step(WORKER);
    stepAfter(loop, MOMENT);
    assertThat(files()).hasSize(1);
    assertThat(folder().resolve("part-00001-3-2.csv")).hasContent("score\n0.5\n");
  }

  @Test
  void endsAfterMinutesWithoutAFile() throws Exception {
    OutputLoop loop = losing();
    now += Duration.ofMinutes(2).toNanos();
    offer(loop, 0.5f);
    loop.step(WORKER);
    now += Duration.ofMinutes(2).toNanos();
    offer(loop, 0.5f);
    assertThatThrownBy(() -> loop.step(WORKER))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining(folder().toString());
  }

  /** The output is published, or the job is over. */
  @Test
  void doesNotMakeTheFolderOnceMore() throws Exception {
    OutputLoop loop = losing();
    offer(loop, 0.5f);
    loop.step(WORKER);
    assertThat(folder()).doesNotExist();
    assertThat(files()).isEmpty();
  }

  private static RowBytes row(float score) {
    RowBytes rows = new RowBytes();
    OutputFormat.of(Keys.ScoreFormat.CSV, COLUMNS).encode(new String[0], new float[] {score}, rows);
    return rows;
  }

  private static ScoredTask end(ToWorker.Task task, float score) {
    return new ScoredTask(new OutputFile.Task(task.slot(), 3, "00"), row(score), Evaluation.NONE);
  }

  /** The next task, whose first row is in the open file. */
  private ToWorker.Task begun(OutputLoop loop) throws Exception {
    ToWorker.Task task = tasks.next().orElseThrow();
    loop.offerPart(task, row(0.5f));
    loop.step(WORKER);
    return task;
  }

  @Test
  void aFileOfOneTaskIsClosedWithItsLastRows() throws Exception {
    OutputLoop loop = loop(0);
    give(task(1), task(2));
    ToWorker.Task task = begun(loop);
    loop.offerPart(task, row(0.25f));
    stepAfter(loop, Duration.ofSeconds(31));
    assertThat(files()).as("the task has more rows").isEmpty();
    loop.offer(task, end(task, 0.125f));
    loop.step(WORKER);
    assertThat(files()).hasSize(1);
    assertThat(folder().resolve("part-00001-3-1.csv")).hasContent("score\n0.5\n0.25\n0.125\n");
  }

  @Test
  void aTaskWhoseFirstRowsAreLostIsComputedAgain() throws Exception {
    OutputLoop loop = loop(0);
    give(task(1), task(2));
    ToWorker.Task task = begun(loop);
    FileUtil.fullyDelete(folder().toFile());
    loop.offer(task, end(task, 0.25f));
    loop.step(WORKER);
    assertThat(files()).isEmpty();
    assertThat(tasks.next()).as("the lost one comes first").contains(task(1));

    ToWorker.Task unwritable = task(2);
    assertThat(tasks.next()).contains(unwritable);
    loop.offerPart(unwritable, row(0.5f)); // the folder is gone
    loop.step(WORKER);
    Files.createDirectory(folder());
    loop.offerPart(unwritable, row(0.25f));
    loop.step(WORKER);
    loop.offer(unwritable, end(unwritable, 0.125f));
    loop.step(WORKER);
    assertThat(files()).as("its first row is missing").isEmpty();
    assertThat(tasks.next()).contains(task(2));
  }

  @Test
  void rowsOfATaskThatFailedOrWasTakenBackAreInNoFile() throws Exception {
    OutputLoop loop = loop(0);
    give(task(1), task(2), task(3));
    ToWorker.Task failed = begun(loop);
    loop.drop(failed);
    loop.step(WORKER);
    ToWorker.Task taken = begun(loop);
    tasks.onAssigned(
        new ToWorker.AssignTasks(
            new Term(1),
            new Line(1),
            new Version(1),
            0,
            new ToWorker.Steps(1),
            true,
            List.of(task(3))));
    loop.offer(taken, end(taken, 0.25f));
    loop.step(WORKER);
    assertThat(files()).isEmpty();
    ToWorker.Task kept = begun(loop);
    loop.offer(kept, end(kept, 0.25f));
    loop.step(WORKER);
    assertThat(files()).hasSize(1);
    assertThat(files().get(0).tasks()).extracting(one -> one.slot().number()).containsExactly(3L);
    assertThat(folder().resolve(files().get(0).name())).hasContent("score\n0.5\n0.25\n");
  }
}
