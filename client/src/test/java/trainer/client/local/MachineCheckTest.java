package trainer.client.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import trainer.container.launch.MachineRoom;
import trainer.core.config.Settings;

class MachineCheckTest {
  private static final MachineRoom ROOM = new MachineRoom(8192, 2);

  private static Optional<String> check(MachineRoom room, String... keysAndValues) {
    Map<String, String> settings = new HashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      settings.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return MachineCheck.check(Settings.of(settings), room);
  }

  @Test
  void passesARunThatFits() {
    assertThat(check(ROOM, "trainer.workers", "6")).isEmpty();
  }

  @Test
  void warnsOfARunThatMayUseMoreMemoryThanThereIs() {
    assertThat(check(ROOM, "trainer.workers", "7").orElseThrow())
        .contains("may use 9,216 MB together, and this machine has 8,192 MB");
  }

  @Test
  void triesTheSmallestRunOnAnyMachine() {
    assertThat(check(new MachineRoom(500, 1))).isPresent();
    assertThat(check(ROOM, "trainer.workers.max", "200")).isEmpty();
  }

  @Test
  void namesTheMostWorkersThatCoresAndMemoryCarry() {
    assertThatThrownBy(() -> check(new MachineRoom(1 << 20, 2), "trainer.workers", "10000"))
        .hasMessageContaining("RESOURCE_TOO_LARGE")
        .hasMessageContaining("10,002 processes, the master among them, are more than the 24")
        .hasMessageContaining("trainer.workers — set it to 22 or less");
    assertThatThrownBy(() -> check(new MachineRoom(2100, 64), "trainer.workers", "6"))
        .hasMessageContaining("more than the 7")
        .hasMessageContaining("set it to 5 or less");
  }

  @Test
  void namesTheMostPserversWhereNoWorkerWouldFitBesideThem() {
    assertThatThrownBy(() -> check(ROOM, "trainer.pservers", "50"))
        .hasMessageContaining("trainer.pservers — set it to 22 or less");
  }

  @Test
  void countsAStandbyAsAnotherMaster() {
    assertThat(check(ROOM, "trainer.workers", "5", "trainer.standby", "true")).isEmpty();
    assertThat(check(ROOM, "trainer.workers", "6", "trainer.standby", "true").orElseThrow())
        .contains("may use 9,216 MB together");
    MachineRoom large = new MachineRoom(1 << 20, 2);
    assertThatThrownBy(() -> check(large, "trainer.workers", "22", "trainer.standby", "true"))
        .hasMessageContaining("25 processes, the master among them, are more than the 24")
        .hasMessageContaining("trainer.workers — set it to 21 or less");
    assertThatThrownBy(() -> check(large, "trainer.pservers", "50", "trainer.standby", "true"))
        .hasMessageContaining("trainer.pservers — set it to 21 or less");
  }

  @Test
  void isLeftOutWhereTheUserSaysSo() {
    assertThat(check(ROOM, "trainer.workers", "10000", "trainer.overcommit", "true")).isEmpty();
  }

  @Test
  void knowsTheRoomOfThisMachine() {
    assertThat(MachineRoom.here().memoryMb()).isBetween(256L, 1L << 30);
    assertThat(MachineRoom.here().processes()).isGreaterThanOrEqualTo(3);
  }
}
