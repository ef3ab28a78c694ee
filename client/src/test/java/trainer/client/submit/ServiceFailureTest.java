package trainer.client.submit;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.junit.jupiter.api.Test;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;

class ServiceFailureTest {
  private static final String REJECTED =
      "Failed to submit application_1_0001 to YARN :"
          + "org.apache.hadoop.security.AccessControlException: ";

  private static Failure of(String text) {
    return ServiceFailure.of("ResourceManager rm:8032", new YarnException(text)).failure();
  }

  @Test
  void aQueueThatTakesNoApplicationIsFullAndNotForbidden() {
    Failure failure =
        of(
            REJECTED
                + "Queue root.night already has 0 applications, cannot accept submission of"
                + " application: application_1_0001");
    assertThat(failure.kind()).isEqualTo(FailureKind.QUEUE_FULL);
    assertThat(failure.what())
        .isEqualTo("Queue root.night already has 0 applications and takes no more");
  }

  @Test
  void aQueueThatTakesNoneOfThisUserIsFullToo() {
    Failure failure =
        of(
            REJECTED
                + "Queue root.night already has 3 applications from user alice cannot accept"
                + " submission of application: application_1_0001");
    assertThat(failure.kind()).isEqualTo(FailureKind.QUEUE_FULL);
    assertThat(failure.what())
        .isEqualTo("Queue root.night already has 3 applications from user alice and takes no more");
  }

  @Test
  void aPermissionThatIsMissingIsStillNamedAsThat() {
    assertThat(of(REJECTED + "User alice cannot submit to queue root.night").kind())
        .isEqualTo(FailureKind.ACCESS_DENIED);
  }

  @Test
  void aMissingTicketIsNoMissingPermission() {
    Failure failure = of(REJECTED + "Client cannot authenticate via:[TOKEN, KERBEROS]");
    assertThat(failure.kind()).isEqualTo(FailureKind.NO_CREDENTIALS);
    assertThat(failure.advice()).isEqualTo("run kinit");
  }

  @Test
  void aMissingPrincipalIsMendedByTheConfigurationAndNotByATicket() {
    Failure failure =
        of(
            "Bad Kerberos server principal configuration [Caused by IllegalArgumentException:"
                + " Failed to specify server's Kerberos principal name]");
    assertThat(failure.kind()).isEqualTo(FailureKind.CONFIG_INVALID);
    assertThat(failure.advice()).contains("yarn.resourcemanager.principal");
  }

  @Test
  void leavesOutWhereHadoopExplainsItself() {
    String text =
        "Connection refused; For more details see:  http://wiki.apache.org/hadoop/ConnectionRefused";
    assertThat(ServiceFailure.of("rm:8032", new ConnectException(text)).failure().what())
        .isEqualTo("java.net.ConnectException: Connection refused");
  }
}
