package trainer.appmaster.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.security.token.TokenIdentifier;
import org.apache.hadoop.yarn.security.AMRMTokenIdentifier;
import org.apache.hadoop.yarn.security.client.RMDelegationTokenIdentifier;
import org.junit.jupiter.api.Test;

class ContainerContextsTest {
  @Test
  void containersGetFileSystemTokensAndTheJobsSecretOnly() {
    Credentials ours = new Credentials();
    ours.addToken(new Text("master"), token(AMRMTokenIdentifier.KIND_NAME));
    ours.addToken(new Text("rm"), token(RMDelegationTokenIdentifier.KIND_NAME));
    ours.addToken(new Text("hdfs"), token(new Text("HDFS_DELEGATION_TOKEN")));
    ours.addSecretKey(new Text("trainer.job.secret"), new byte[] {1});
    ours.addSecretKey(new Text("trainer.control.secret"), new byte[] {2});

    Credentials theirs = ContainerContexts.forContainers(ours, "trainer.job.secret");

    assertThat(theirs.getTokenMap()).containsOnlyKeys(new Text("hdfs"));
    assertThat(theirs.getAllSecretKeys()).containsExactly(new Text("trainer.job.secret"));
    assertThat(theirs.getSecretKey(new Text("trainer.job.secret"))).containsExactly(1);
  }

  private static Token<TokenIdentifier> token(Text kind) {
    return new Token<>(new byte[0], new byte[0], kind, new Text("service"));
  }
}
