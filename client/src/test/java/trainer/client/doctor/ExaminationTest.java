package trainer.client.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

class ExaminationTest {
  private static final Finding GOOD = Finding.ok("good");

  private record Fixed(String name, String needs, Callable<Finding> call) implements Check {
    @Override
    public Finding find() throws Exception {
      return call.call();
    }
  }

  @Test
  void showsEachLineInOrderAsSoonAsItIsThere() {
    List<Examination.Line> watched = new ArrayList<>();
    List<Examination.Line> lines =
        new Examination(Duration.ofMinutes(1))
            .run(List.of(check("a", "", GOOD), check("b", "a", GOOD)), watched::add);
    assertThat(lines).extracting(Examination.Line::check).containsExactly("a", "b");
    assertThat(watched).isEqualTo(lines);
  }

  @Test
  void failureOfACheckIsItsLineInTheWordsOfTheError() {
    FailureException failure =
        new FailureException(FailureKind.QUEUE_NOT_FOUND, "there is no queue", "k", "give one");
    Finding finding =
        only(
            () -> {
              throw failure;
            });
    assertThat(finding).isEqualTo(Finding.fail("there is no queue (k)", "give one"));
  }

  @Test
  void defectOrErrorOfTheServiceIsALineThatFails() {
    Finding defect =
        only(
            () -> {
              throw new IllegalStateException("odd\nmore");
            });
    assertThat(defect.state()).isEqualTo(Finding.State.FAIL);
    assertThat(defect.found()).contains("IllegalStateException: odd").doesNotContain("more");
    assertThat(defect.mend()).isNotEmpty();
    Finding service =
        only(
            () -> {
              throw new IOException("connection refused");
            });
    assertThat(service.state()).isEqualTo(Finding.State.FAIL);
    assertThat(service.found()).contains("connection refused");
    Finding error =
        only(
            () -> {
              throw new NoClassDefFoundError("x/Y");
            });
    assertThat(error.found()).contains("NoClassDefFoundError");
  }

  @Test
  void checkThatTakesTooLongIsALineThatFailsAndTheNextOnesRun() {
    CountDownLatch never = new CountDownLatch(1);
    Check slow =
        new Fixed(
            "slow",
            "",
            () -> {
              never.await();
              return GOOD;
            });
    List<Examination.Line> lines =
        new Examination(Duration.ofMillis(50))
            .run(List.of(slow, check("next", "other", GOOD)), line -> {});
    assertThat(lines.get(0).finding().isFail()).isTrue();
    assertThat(lines.get(0).finding().found()).startsWith("no answer within");
    assertThat(lines.get(1).finding()).isEqualTo(GOOD);
  }

  @Test
  void leavesOutWhatNeedsAFailedCheckAndWhatNeedsThat() {
    List<Examination.Line> lines =
        new Examination(Duration.ofMinutes(1))
            .run(
                List.of(
                    check("a", "", Finding.fail("bad", "mend")),
                    check("b", "a", GOOD),
                    check("c", "b", GOOD),
                    check("d", "", GOOD)),
                line -> {});
    assertThat(lines)
        .extracting(line -> line.finding().state())
        .containsExactly(
            Finding.State.FAIL, Finding.State.WARN, Finding.State.WARN, Finding.State.OK);
    assertThat(lines.get(2).finding().found()).isEqualTo("not checked: it needs b");
  }

  @Test
  void warningKeepsNothingFromRunning() {
    List<Examination.Line> lines =
        new Examination(Duration.ofMinutes(1))
            .run(
                List.of(check("a", "", Finding.warn("slow", "wait")), check("b", "a", GOOD)),
                line -> {});
    assertThat(lines.get(1).finding()).isEqualTo(GOOD);
    assertThat(new Doctor.Diagnosis(true, lines).isGood()).isTrue();
  }

  private static Check check(String name, String needs, Finding finding) {
    return new Fixed(name, needs, () -> finding);
  }

  private static Finding only(Callable<Finding> call) {
    return new Examination(Duration.ofMinutes(1))
        .run(List.of(new Fixed("one", "", call)), line -> {})
        .get(0)
        .finding();
  }
}
