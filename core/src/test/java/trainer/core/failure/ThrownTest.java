package trainer.core.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ThrownTest {
  @Test
  void saysWhatWasThrownAndWhere() {
    assertThat(Thrown.inWords(new IllegalStateException("gone")))
        .startsWith(
            "java.lang.IllegalStateException: gone at trainer.core.failure.ThrownTest.saysWhat")
        .contains("ThrownTest.java:")
        .doesNotContain("\n");
  }

  @Test
  void leavesJavasOwnFramesOut() {
    assertThat(Thrown.inWords(parsing("x")))
        .startsWith(
            "java.lang.NumberFormatException: For input string: \"x\" at"
                + " trainer.core.failure.ThrownTest.parsing(ThrownTest.java:")
        .doesNotContain("Integer.parseInt");
  }

  @Test
  void namesTheRootCause() {
    assertThat(Thrown.inWords(new IllegalStateException("outer", parsing("x"))))
        .startsWith(
            "java.lang.IllegalStateException: outer, caused by java.lang.NumberFormatException: For"
                + " input string: \"x\" at trainer.core.failure.ThrownTest.namesTheRootCause(");
  }

  @Test
  void whatIsTheMachinesIsThrownOn() {
    OutOfMemoryError error = new OutOfMemoryError();
    assertThatThrownBy(() -> Thrown.requireOfCode(error)).isSameAs(error);
    Thrown.requireOfCode(new StackOverflowError());
    Thrown.requireOfCode(new AssertionError());
  }

  @Test
  void isNotLedAstrayByWhatExceptionsSayOfThemselves() {
    Exception one = new Exception("x".repeat(1 << 20));
    one.initCause(new Exception("in a ring", one));
    assertThat(Thrown.inWords(one)).hasSizeLessThan(10_000).startsWith("java.lang.Exception: xxx");
    Throwable rude =
        new Throwable() {
          private static final long serialVersionUID = 1L;

          @Override
          public String getMessage() {
            throw new IllegalStateException("no words");
          }
        };
    assertThat(Thrown.inWords(rude)).startsWith(rude.getClass().getName());
  }

  private static RuntimeException parsing(String text) {
    try {
      throw new AssertionError(Integer.parseInt(text));
    } catch (NumberFormatException e) {
      return e;
    }
  }
}
