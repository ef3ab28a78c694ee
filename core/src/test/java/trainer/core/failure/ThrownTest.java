package trainer.core.failure;

import static org.assertj.core.api.Assertions.assertThat;

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
  void namesTheRootCauseAndItsPlaceUpToOurOwnCode() {
    Throwable thrown = new IllegalArgumentException("outer", parsing("x"));
    assertThat(Thrown.inWords(thrown))
        .startsWith("java.lang.IllegalArgumentException: outer, caused by java.lang.Number")
        .contains("java.lang.Integer.parseInt")
        .doesNotContain("ThrownTest");
  }

  private static RuntimeException parsing(String text) {
    try {
      throw new AssertionError(Integer.parseInt(text));
    } catch (NumberFormatException e) {
      return e;
    }
  }
}
