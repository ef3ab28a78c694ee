package trainer.appmaster.yarn;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.Map;
import javax.crypto.SecretKey;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.SecretManager;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAccessType;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.security.client.ClientToAMTokenIdentifier;
import org.apache.hadoop.yarn.security.client.ClientToAMTokenSecretManager;
import org.apache.hadoop.yarn.server.security.ApplicationACLsManager;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.protocol.auth.Hello;
import trainer.protocol.auth.Secret;
import trainer.protocol.grpc.ControlAccess;

/**
 * The rights of users to view and to command this application, in YARN's terms. They are the
 * application's ACLs and, on a secure cluster, the tokens that the ResourceManager issues for the
 * application. The key of these tokens comes with the registration. Until then every token is
 * rejected.
 *
 * <p>Thread-safe.
 */
public final class ClientAccess implements ControlAccess {
  private final ApplicationAttemptId attempt;
  private final String owner;
  private final ApplicationACLsManager acls;
  private volatile ClientToAMTokenSecretManager tokens;

  /**
   * @param containerId this master's container
   * @param owner the submitting user's short name
   * @param settings have the ACLs that the client gave to YARN; a master that YARN did not start
   *     gets none from YARN
   */
  public ClientAccess(Configuration hadoop, String containerId, String owner, Settings settings) {
    this.attempt = ContainerId.fromString(containerId).getApplicationAttemptId();
    this.owner = owner;
    this.acls = new ApplicationACLsManager(hadoop);
    acls.addApplication(
        attempt.getApplicationId(),
        Map.of(
            ApplicationAccessType.VIEW_APP, settings.get(Keys.ACL_VIEW),
            ApplicationAccessType.MODIFY_APP, settings.get(Keys.ACL_MODIFY)));
    SecretManager.update(hadoop);
  }

  /** Takes ACLs and token key from the ResourceManager's answer to the registration. */
  void registered(RegisterApplicationMasterResponse answer) {
    Map<ApplicationAccessType, String> given = answer.getApplicationACLs();
    if (given != null) {
      acls.addApplication(attempt.getApplicationId(), given);
    }
    if (answer.getClientToAMTokenMasterKey() != null
        && answer.getClientToAMTokenMasterKey().hasRemaining()) {
      byte[] key = new byte[answer.getClientToAMTokenMasterKey().remaining()];
      answer.getClientToAMTokenMasterKey().duplicate().get(key);
      tokens = new ClientToAMTokenSecretManager(attempt, key);
    }
  }

  /** The secret that belongs to a token, or null if the token is not of this attempt. */
  public Secret secretOf(byte[] identifier) {
    ClientToAMTokenSecretManager manager = tokens;
    ClientToAMTokenIdentifier token = read(identifier);
    if (manager == null || token == null || !attempt.equals(token.getApplicationAttemptID())) {
      return null;
    }
    SecretKey key = manager.getMasterKey(attempt);
    return Secret.ofPassword(SecretManager.createPassword(identifier, key));
  }

  private static ClientToAMTokenIdentifier read(byte[] identifier) {
    if (identifier.length == 0) {
      return null;
    }
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(identifier))) {
      ClientToAMTokenIdentifier token = new ClientToAMTokenIdentifier();
      token.readFields(in);
      return token;
    } catch (IOException e) {
      return null; // not a token
    }
  }

  @Override
  public String userOf(Hello peer) {
    ClientToAMTokenIdentifier token = read(peer.token());
    return token == null ? null : token.getClientName();
  }

  @Override
  public boolean mayView(String user) {
    return may(user, ApplicationAccessType.VIEW_APP);
  }

  @Override
  public boolean mayModify(String user) {
    return may(user, ApplicationAccessType.MODIFY_APP);
  }

  private boolean may(String user, ApplicationAccessType what) {
    if (!acls.areACLsEnabled()) {
      return true;
    }
    if (user == null) {
      return false;
    }
    try {
      UserGroupInformation asking = UserGroupInformation.createRemoteUser(user);
      return acls.checkAccess(asking, what, owner, attempt.getApplicationId());
    } catch (IllegalArgumentException e) {
      return false; // a realm without a rule in hadoop.security.auth_to_local
    }
  }
}
