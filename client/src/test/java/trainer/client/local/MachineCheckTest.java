package trainer.client.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.container.launch.MachineRoom;
import trainer.core.config.Settings;

class MachineCheckTest {
  /** Room for the master, a pserver and six workers of 1,024 MB. */
  private static final MachineRoom ROOM = new MachineRoom(8192, 24);

  private static void check(String... keysAndValues) {
    check(ROOM, keysAndValues);
  }

  private static void check(MachineRoom room, String... keysAndValues) {
    Map<String, String> settings = new HashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      settings.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    MachineCheck.check(Settings.of(settings), room);
  }

  @Test
  void passesARunThatFits() {
    assertThatCode(() -> check("trainer.workers", "6")).doesNotThrowAnyException();
  }

  @Test
  void namesTheMostWorkersThatFitIntoTheMemory() {
    assertThatThrownBy(() -> check("trainer.workers", "7"))
        .hasMessageContaining("RESOURCE_TOO_LARGE")
        .hasMessageContaining("the master, 1 pserver and 7 workers")
        .hasMessageContaining("9,216 MB of 8,192 MB")
        .hasMessageContaining("trainer.workers — set it to 6 or less");
    assertThatThrownBy(() -> check("trainer.workers.max", "7"))
        .hasMessageContaining("set it to 6 or less");
  }

  @Test
  void namesTheMostWorkersThatTheCoresCarry() {
    MachineRoom cores = new MachineRoom(1 << 20, 24);
    assertThatThrownBy(() -> check(cores, "trainer.workers", "10000"))
        .hasMessageContaining("10,002 processes of at most 24")
        .hasMessageContaining("set it to 22 or less");
  }

  @Test
  void namesTheMostPserversWhereNoWorkerWouldFitBesideThem() {
    assertThatThrownBy(() -> check("trainer.pservers", "50"))
        .hasMessageContaining("trainer.pservers — set it to 6 or less");
    assertThatThrownBy(() -> check("trainer.master.memory-mb", "9000"))
        .hasMessageContaining("memory-mb to less");
  }

  @Test
  void isLeftOutWhereTheUserSaysSo() {
    assertThatCode(() -> check("trainer.workers", "10000", "trainer.overcommit", "true"))
        .doesNotThrowAnyException();
  }

  @Test
  void knowsTheRoomOfThisMachine() {
    assertThat(MachineRoom.here().memoryMb()).isBetween(256L, 1L << 30);
    assertThat(MachineRoom.here().processes()).isGreaterThanOrEqualTo(24);
  }
}
