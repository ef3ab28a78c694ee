package trainer.client.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressDisplayTest {
  private static final long SECOND = 1_000_000_000L;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

  @Test
  void elsewhereItIsOneLineEveryFewSeconds() {
    ProgressDisplay display = new ProgressDisplay(out, false);
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
    ProgressDisplay display = new ProgressDisplay(out, false);
    display.show(new Observation("INIT", false, "", null), SECOND);
    display.show(new Observation("SUBMITTED", false, "", null), SECOND + 1);
    assertThat(printed().lines()).hasSize(2);
  }

  @Test
  void onTerminalOneLineIsDrawnOver() {
    ProgressDisplay display = new ProgressDisplay(out, true);
    display.show(at(1), SECOND);
    display.show(at(2), 2 * SECOND);
    display.finish();
    assertThat(printed().chars().filter(c -> c == '\r')).hasSize(2);
    assertThat(printed().lines().filter(line -> line.contains("RUNNING"))).isNotEmpty();
  }

  private static Observation at(long version) {
    ObjectNode report = Json.object();
    report.put("version", version).put("versions", 24).put("epoch", 1).put("epochs", 2);
    report.put("progress", version / 24.0);
    report.putArray("members").addObject().put("role", "worker").put("state", "dead");
    report.withArray("members").addObject().put("role", "worker").put("state", "live");
    report.withArray("members").addObject().put("role", "worker").put("state", "suspected");
    report.withArray("members").addObject().put("role", "pserver").put("state", "live");
    return new Observation("RUNNING", false, "", report);
  }

  private String printed() {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
