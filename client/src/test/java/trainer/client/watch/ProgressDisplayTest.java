package trainer.client.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trainer.client.terminal.Terminal;

class ProgressDisplayTest {
  private static final long SECOND = 1_000_000_000L;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

  @Test
  void elsewhereItIsOneLineEveryFewSeconds() {
    ProgressDisplay display = new ProgressDisplay(out, Terminal.none());
    for (long second = 1; second <= 12; second++) {
      display.show(at(second), second * SECOND);
    }
    assertThat(printed().lines()).hasSize(3);
    assertThat(printed())
        .contains("RUNNING")
        .contains("epoch 1/2")
        .contains("2 workers")
        .contains("  4 %");
  }

  @Test
  void newStateIsSaidAtOnce() {
    ProgressDisplay display = new ProgressDisplay(out, Terminal.none());
    display.show(new Observation("INIT", false, "", null), SECOND);
    display.show(new Observation("SUBMITTED", false, "", null), SECOND + 1);
    assertThat(printed().lines()).hasSize(2);
  }

  @Test
  void onTerminalOneLineIsDrawnOver() {
    ProgressDisplay display = new ProgressDisplay(out, Terminal.ofColumns(60));
    display.show(at(1), SECOND);
    display.show(at(2), 2 * SECOND);
    display.finish();
    assertThat(printed().chars().filter(c -> c == '\r')).hasSize(2);
    assertThat(printed().lines().filter(line -> line.contains("RUNNING"))).isNotEmpty();
  }

  @Test
  void lineIsCutToTheTerminalAndNeedsNoEscapeSequence() {
    ProgressDisplay display = new ProgressDisplay(out, Terminal.ofColumns(60));
    display.show(at(1), SECOND);
    display.show(at(12), 2 * SECOND);
    assertThat(printed().split("\r", -1)).allMatch(line -> line.length() < 60);
    assertThat(printed()).contains("RUNNING [").doesNotContain("\033");
  }

  @Test
  void shorterLineCoversTheOneBefore() {
    ProgressDisplay display = new ProgressDisplay(out, Terminal.ofColumns(60));
    display.show(new Observation("SCHEDULED", false, "", null), SECOND);
    display.show(new Observation("INIT", false, "", null), 2 * SECOND);
    assertThat(printed()).isEqualTo("\rSCHEDULED\rINIT     ");
  }

  @Test
  void reasonIsSaidOnceAndAgainWhenItsWordsChange() {
    ProgressDisplay display = new ProgressDisplay(out, Terminal.none());
    for (int second = 1; second <= 20; second++) {
      display.show(
          waiting(second < 15 ? "the queue is full" : "no node has room"), second * SECOND);
    }
    assertThat(printed().lines().filter(line -> line.contains("the queue is full"))).hasSize(1);
    assertThat(printed().lines().filter(line -> line.contains("no node has room"))).hasSize(1);
    assertThat(printed()).contains("SCHEDULED; waiting for workers: 0 there, 8 needed, 5 granted");
  }

  @Test
  void noticeOnATerminalHasALineOfItsOwn() {
    ProgressDisplay display = new ProgressDisplay(out, Terminal.ofColumns(30));
    display.show(new Observation("INIT", false, "", null), SECOND);
    display.show(waiting("the queue is full and its reason is long"), 2 * SECOND);
    assertThat(printed().lines().toList().toString())
        .contains("waiting for workers: the queue is full and its reason is long");
  }

  @Test
  void saysHowFastItIsAndHowLongItTakes() {
    ProgressDisplay display = new ProgressDisplay(out, Terminal.ofColumns(200));
    display.show(counted(0, 0), SECOND);
    display.show(counted(1000, 0.25), 2 * SECOND);
    assertThat(printed()).contains(" 1:05 elapsed, 0:03 left 1,000 records/s");
  }

  @Test
  void jobThatHasEndedEarlyHasNothingLeft() {
    ProgressDisplay display = new ProgressDisplay(out, Terminal.none());
    display.show(counted(0, 0), SECOND);
    display.show(counted(1000, 0.25), 2 * SECOND);
    Observation end = counted(1000, 0.25);
    display.show(new Observation("EXITED", true, "", end.document()), 3 * SECOND);
    assertThat(printed().lines().toList()).last().asString().doesNotContain(" left");
  }

  @Test
  void lossHasRoomOnANarrowTerminalAndNoNumberIsCut() {
    ObjectNode report = counted(0, 0).document().json();
    ObjectNode metrics = report.putObject("metrics");
    metrics.putObject("train").put("logLoss", 0.512344).put("accuracy", 0.75);
    metrics.putObject("validation").put("logLoss", 0.561234).put("auc", 0.7);
    for (int columns = 20; columns <= 120; columns++) {
      String line =
          ProgressLine.of(
              new Observation("RUNNING", false, "", JobDocument.of(report)), pace(), columns);
      assertThat(line).hasSizeLessThanOrEqualTo(columns);
      assertThat(whole(report)).startsWith(line.replaceFirst("\\[[#-]*]", "[]"));
      assertThat(whole(report).substring(line.replaceFirst("\\[[#-]*]", "[]").length()))
          .matches("([ ,;].*)?");
    }
    report.putObject("metrics").putObject("train").put("logLoss", 0.512344);
    assertThat(
            ProgressLine.of(
                new Observation("RUNNING", false, "", JobDocument.of(report)), pace(), 79))
        .isEqualTo("RUNNING [-----]   0 % epoch 1/2 log loss 0.51234 1:05 elapsed, 0:03 left");
  }

  @Test
  void waitBeforeTrainingHasRoomOnANarrowTerminal() {
    ObjectNode report = waiting("").document().json();
    report.put("versions", 38).put("epoch", 0).put("epochs", 2).put("progress", 0);
    Observation seen = new Observation("SCHEDULED", false, "", JobDocument.of(report));
    assertThat(ProgressLine.of(seen, new ProgressRate(), 79))
        .isEqualTo("SCHEDULED; waiting for workers: 0 there, 8 needed, 5 granted");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 0, RUNNING measuring columns; task 0",
    "12, 64, 0, RUNNING measuring columns; task 12 of 64",
    "64, 64, 0, RUNNING [-----]   0 % epoch 1/2 1:05 elapsed",
    "12, 64, 1, RUNNING [-----]   0 % epoch 1/2 1:05 elapsed",
  })
  void theFirstPassTakesThePlaceOfTheEpoch(int done, int tasks, long version, String wanted) {
    ObjectNode report = counted(0, 0).document().json();
    report.put("version", version).putObject("firstPass").put("done", done).put("tasks", tasks);
    Observation seen = new Observation("RUNNING", false, "", JobDocument.of(report));
    assertThat(ProgressLine.of(seen, new ProgressRate(), 79).replace(',', ';')).startsWith(wanted);
  }

  private static String whole(ObjectNode report) {
    return ProgressLine.of(
            new Observation("RUNNING", false, "", JobDocument.of(report)),
            pace(),
            Integer.MAX_VALUE)
        .replaceFirst("\\[[#-]*]", "[]");
  }

  private static ProgressRate pace() {
    ProgressRate pace = new ProgressRate();
    pace.observe(0, 0, true, SECOND);
    pace.observe(1234567, 0.25, true, 2 * SECOND);
    return pace;
  }

  @Test
  void standstillTakesThePlaceOfRateAndTimeLeft() {
    ProgressDisplay display = new ProgressDisplay(out, Terminal.none());
    for (int second = 1; second <= 14; second++) {
      display.show(counted(second == 1 ? 0 : 1000, second == 1 ? 0 : 0.25), second * SECOND);
    }
    display.show(counted(1000, 0.25), 17 * SECOND);
    assertThat(printed().lines().toList())
        .last()
        .asString()
        .endsWith(
            "RUNNING [#######-----------------------]  25 % epoch 1/2"
                + " no progress for 15 s 1:05 elapsed");
  }

  @Test
  void tasksOfTheFirstPassAreProgress() {
    ProgressDisplay display = new ProgressDisplay(out, Terminal.none());
    for (int second = 1; second <= 12; second++) {
      display.show(measured(second), second * SECOND);
    }
    assertThat(printed()).contains("task 11 of 64").doesNotContain("no progress");
    display.show(measured(12), 19 * SECOND);
    assertThat(printed()).contains("no progress for 7 s");
  }

  private static Observation measured(int tasks) {
    ObjectNode report = counted(0, 0).document().json();
    report.putObject("firstPass").put("done", tasks).put("tasks", 64);
    return new Observation("RUNNING", false, "", JobDocument.of(report));
  }

  private static Observation counted(long records, double done) {
    ObjectNode report = Json.object();
    report.put("versions", 4).put("epoch", 1).put("epochs", 2).put("progress", done);
    report.put("recordsComputed", records).putObject("seconds").put("training", 65.3);
    return new Observation("RUNNING", false, "", JobDocument.of(report));
  }

  private static Observation waiting(String explanation) {
    ObjectNode report = Json.object();
    report
        .putArray("waitingFor")
        .addObject()
        .put("what", "workers")
        .put("granted", 5)
        .put("asked", 8)
        .put("explanation", explanation);
    return new Observation("SCHEDULED", false, "", JobDocument.of(report));
  }

  private static Observation at(long version) {
    ObjectNode report = Json.object();
    report.put("version", version).put("versions", 24).put("epoch", 1).put("epochs", 2);
    report.put("progress", version / 24.0);
    report.putObject("workersWanted");
    report.putArray("members").addObject().put("role", "worker").put("state", "dead");
    report.withArray("members").addObject().put("role", "worker").put("state", "live");
    report.withArray("members").addObject().put("role", "worker").put("state", "suspected");
    report.withArray("members").addObject().put("role", "pserver").put("state", "live");
    return new Observation("RUNNING", false, "", JobDocument.of(report));
  }

  private String printed() {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aWaitThatIsGoingToEndSaysWhen() {
    ObjectNode report = Json.object();
    ObjectNode wait = report.putArray("waitingFor").addObject().put("what", "workers");
    wait.put("granted", 5).put("asked", 8).put("beginsAt", 1_700_000_000_000L);
    report.putArray("members").addObject().put("role", "worker").put("state", "live");
    new ProgressDisplay(out, Terminal.none())
        .show(new Observation("SCHEDULED", false, "", JobDocument.of(report)), SECOND);
    assertThat(printed())
        .containsPattern(
            "waiting for workers: 1 there, 8 needed, 5 granted, begins with those there at \\d\\d:\\d\\d:\\d\\d");
  }
}
