package trainer.data.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import org.junit.jupiter.api.Test;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;

class StorageFailuresTest {
  @Test
  void leavesOutTheAddressOfHadoopsWiki() {
    ConnectException refused =
        new ConnectException(
            "Call From a/127.0.0.1 to b:1 failed on connection exception: Connection refused; For"
                + " more details see:  http://wiki.apache.org/hadoop/ConnectionRefused");
    Failure failure = StorageFailures.of(refused, "hdfs://b:1/x", FailureKind.INPUT_GONE).failure();
    assertThat(failure.kind()).isEqualTo(FailureKind.CLUSTER_UNREACHABLE);
    assertThat(failure.what()).endsWith("Connection refused").doesNotContain("wiki");
  }
}
