package trainer.container.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessMarkTest {
  private static final ProcessMark OWN = ProcessMark.of("here", ProcessHandle.current().pid());

  @Test
  void knowsALiveProcess() {
    assertThat(OWN.isGone("here")).isFalse();
    assertThat(ProcessMark.parse(OWN.toString())).isEqualTo(OWN);
  }

  @Test
  void knowsThatANumberIsAnotherProcessByNow() {
    assertThat(new ProcessMark("here", OWN.boot(), OWN.space(), OWN.pid(), 1).isGone("here"))
        .isTrue();
    assertThat(new ProcessMark("here", "another boot", OWN.space(), OWN.pid(), 1).isGone("here"))
        .isTrue();
  }

  @Test
  void saysNothingOfOtherMachinesAndContainers() {
    assertThat(OWN.isGone("there")).isFalse();
    assertThat(new ProcessMark("here", OWN.boot(), "pid:[1]", OWN.pid(), 1).isGone("here"))
        .isFalse();
    assertThat(ProcessMark.NONE.isGone("here")).isFalse();
    assertThat(ProcessMark.parse("torn")).isEqualTo(ProcessMark.NONE);
  }
}
