package trainer.container.secret;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import trainer.core.job.Role;
import trainer.protocol.auth.Secret;

final class SecretsTest {
  @AfterEach
  void forgetCredentials() {
    UserGroupInformation.reset();
  }

  @Test
  void hasTheSecretOfTheApplicationForProcessesThatMayLead() throws IOException {
    byte[] application = new byte[Secret.BYTES];
    byte[] job = new byte[Secret.BYTES];
    job[0] = 1;
    Credentials credentials = new Credentials();
    credentials.addSecretKey(new Text(Secrets.APPLICATION), application);
    credentials.addSecretKey(new Text(Secrets.JOB), job);
    UserGroupInformation.getLoginUser().addCredentials(credentials);

    for (Role role : Role.values()) {
      assertThat(Secrets.of(role).toBytes())
          .as(role.word())
          .isEqualTo(role == Role.MASTER || role == Role.STANDBY ? application : job);
    }
  }
}
