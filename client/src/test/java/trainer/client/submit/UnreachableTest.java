package trainer.client.submit;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import org.junit.jupiter.api.Test;

class UnreachableTest {
  @Test
  void leavesOutWhereHadoopExplainsItself() {
    String text =
        "Connection refused; For more details see:  http://wiki.apache.org/hadoop/ConnectionRefused";
    assertThat(Unreachable.of("rm:8032", new ConnectException(text)).failure().what())
        .isEqualTo("java.net.ConnectException: Connection refused");
  }
}
