package trainer.master.job.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;

class LoggedCausesTest {
  private final LoggedCauses causes = new LoggedCauses();

  private static Failure failure(FailureKind kind, String what, String where) {
    return new Failure(kind, what, where, "");
  }

  @Test
  void theSameCauseFromAnotherPlaceIsNoNews() {
    assertThat(causes.isNews(failure(FailureKind.INPUT_GONE, "it is gone", "worker 0"))).isTrue();
    assertThat(causes.isNews(failure(FailureKind.INPUT_GONE, "it is gone", "worker 1"))).isFalse();
  }

  @Test
  void anotherCauseIsNews() {
    assertThat(causes.isNews(failure(FailureKind.INPUT_GONE, "it is gone", ""))).isTrue();
    assertThat(causes.isNews(failure(FailureKind.INPUT_GONE, "so is another", ""))).isTrue();
    assertThat(causes.isNews(failure(FailureKind.INPUT_CHANGED, "it is gone", ""))).isTrue();
  }

  @Test
  void remembersNoMoreThanALogHasUseFor() {
    for (int i = 0; i < 100; i++) {
      assertThat(causes.isNews(failure(FailureKind.UNEXPECTED, "cause " + i, ""))).isTrue();
    }
    assertThat(causes.isNews(failure(FailureKind.UNEXPECTED, "one more", ""))).isFalse();
  }
}
