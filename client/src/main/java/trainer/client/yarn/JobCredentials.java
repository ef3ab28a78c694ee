package trainer.client.yarn;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.yarn.api.records.Token;
import org.apache.hadoop.yarn.client.ClientRMProxy;
import org.apache.hadoop.yarn.client.util.YarnClientUtils;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.util.ConverterUtils;
import trainer.client.submit.JobPreparation;
import trainer.container.secret.Secrets;
import trainer.protocol.auth.Secret;

/**
 * The content of YARN's protected credentials for a job's master: the secrets of the application
 * and, on a secure cluster, tokens for all services that it uses. The ResourceManager renews the
 * tokens until their maximum lifetime, by default seven days.
 */
final class JobCredentials {
  private final Credentials credentials = new Credentials();

  /**
   * @param control the control secret; null where the cluster's tokens authenticate commands
   */
  JobCredentials(Secret control) {
    credentials.addSecretKey(new Text(Secrets.APPLICATION), JobPreparation.newSecret().toBytes());
    if (control != null) {
      credentials.addSecretKey(new Text(Secrets.CONTROL), control.toBytes());
    }
  }

  /**
   * Obtains the tokens with the user's ticket. A file system without security needs none. For a
   * file system composed of others (ViewFS), their tokens are obtained.
   *
   * @param touched paths on all file systems that the job uses
   * @param yarn source of a token with which the master queries the queue
   */
  void addTokens(Configuration hadoop, Collection<Path> touched, YarnConnection yarn)
      throws IOException {
    YarnConfiguration conf = new YarnConfiguration(hadoop);
    String renewer = YarnClientUtils.getRmPrincipal(conf);
    for (Path path : touched) {
      // Hadoop skips tokens that are present already.
      path.getFileSystem(hadoop).addDelegationTokens(renewer, credentials);
    }
    Token ofResourceManager = yarn.call(client -> client.getRMDelegationToken(new Text(renewer)));
    Text service = ClientRMProxy.getRMDelegationTokenService(conf);
    credentials.addToken(service, ConverterUtils.convertFromYarn(ofResourceManager, service));
  }

  /** The number of tokens obtained. */
  int tokens() {
    return credentials.numberOfTokens();
  }

  ByteBuffer toBytes() throws IOException {
    DataOutputBuffer out = new DataOutputBuffer();
    credentials.writeTokenStorageToStream(out);
    return ByteBuffer.wrap(out.getData(), 0, out.getLength());
  }
}
