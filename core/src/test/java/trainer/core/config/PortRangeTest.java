package trainer.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.BindException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

class PortRangeTest {
  private final List<Integer> tried = new ArrayList<>();

  private int openFrom(int free, int port) throws IOException {
    tried.add(port);
    if (port < free) {
      throw new IOException("cannot listen", new BindException("in use"));
    }
    return port;
  }

  @Test
  void takesTheFirstPortThatIsFree() throws IOException {
    PortRange range = PortRange.parse("20000-20010");
    int opened = range.open(Keys.MASTER_PORTS, port -> openFrom(20002, port));
    assertThat(opened).isEqualTo(20002);
    assertThat(tried).containsExactly(20000, 20001, 20002);
  }

  @Test
  void fullRangeNamesItsKey() {
    PortRange range = PortRange.parse("20000-20001");
    assertThatThrownBy(() -> range.open(Keys.PSERVER_PORTS, port -> openFrom(30000, port)))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> {
              assertThat(e.failure().kind()).isEqualTo(FailureKind.PORTS_TAKEN);
              assertThat(e.failure().message())
                  .contains("20000-20001")
                  .contains("trainer.pserver.ports");
            });
    assertThat(tried).containsExactly(20000, 20001);
  }

  @Test
  void otherTroubleIsNotTriedAway() {
    PortRange range = PortRange.parse("20000-20001");
    IOException trouble = new IOException("no such address");
    assertThatThrownBy(
            () ->
                range.open(
                    Keys.MASTER_PORTS,
                    port -> {
                      throw trouble;
                    }))
        .isSameAs(trouble);
  }

  @Test
  void parsesOnePortAndNone() throws IOException {
    int any = PortRange.parse("0").open(Keys.MASTER_PORTS, port -> port);
    assertThat(any).isZero();
    assertThat(PortRange.parse("8080")).isEqualTo(new PortRange(8080, 8080));
  }

  @Test
  void refusesWhatIsNoRange() {
    for (String bad : List.of("", "a", "-1", "2-1", "0-10", "1-2-3", "1-70000")) {
      assertThatThrownBy(() -> PortRange.parse(bad))
          .as(bad)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
