package trainer.client.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TerminalTest {
  @Test
  void linesAreDrawnOverOnATerminalThatCanGoBack() {
    assertThat(Terminal.of(Map.of("TERM", "xterm"), true).isDrawable()).isTrue();
    assertThat(Terminal.of(Map.of("TERM", "dumb"), true).isDrawable()).isFalse();
    assertThat(Terminal.of(Map.of(), true).isDrawable()).isFalse();
    assertThat(Terminal.of(Map.of("TERM", "xterm"), false).isDrawable()).isFalse();
  }

  @Test
  void columnsOfTheEnvironmentComeFirst() {
    assertThat(Terminal.of(Map.of("COLUMNS", "60"), true).columns(0)).isEqualTo(60);
  }

  @Test
  void sizeThatTheTerminalDoesNotKnowIsTheUsualOne() {
    assertThat(Terminal.columnsIn("24 132\n")).isEqualTo(132);
    assertThat(Terminal.columnsIn("0 0\n")).isEqualTo(80);
    assertThat(Terminal.columnsIn("")).isEqualTo(80);
  }
}
