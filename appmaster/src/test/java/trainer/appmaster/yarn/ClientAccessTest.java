package trainer.appmaster.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAccessType;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.security.client.ClientToAMTokenIdentifier;
import org.apache.hadoop.yarn.security.client.ClientToAMTokenSecretManager;
import org.apache.hadoop.yarn.util.Records;
import org.junit.jupiter.api.Test;
import trainer.core.config.Settings;
import trainer.protocol.auth.Hello;
import trainer.protocol.auth.Secret;

class ClientAccessTest {
  private static final String CONTAINER = "container_1795000000000_0001_02_000001";
  private static final Settings NO_SETTINGS = Settings.of(Map.of());
  private static final byte[] KEY = {1, 2, 3, 4, 5, 6, 7, 8};

  private final Configuration hadoop = new Configuration(false);

  /** What the ResourceManager does with the same key. */
  private static byte[] password(ClientToAMTokenIdentifier token) {
    return new ClientToAMTokenSecretManager(token.getApplicationAttemptID(), KEY)
        .createPassword(token);
  }

  private static ClientToAMTokenIdentifier token(String user, String container) {
    ApplicationAttemptId attempt = ContainerId.fromString(container).getApplicationAttemptId();
    return new ClientToAMTokenIdentifier(attempt, user);
  }

  /** A standby in a container gets none from YARN. */
  @Test
  void theAclsOfTheSettingsHoldWithoutRegistration() {
    hadoop.setBoolean("yarn.acl.enable", true);
    hadoop.set("yarn.admin.acl", "root");
    Settings settings = Settings.of(Map.of("trainer.acl.view", "bob"));
    ClientAccess access = new ClientAccess(hadoop, CONTAINER, "alice", settings);
    assertThat(access.mayView("bob")).isTrue();
    assertThat(access.mayView("alice")).isTrue();
    assertThat(access.mayView("eve")).isFalse();
    assertThat(access.mayModify("bob")).isFalse();
  }

  private ClientAccess registered() {
    ClientAccess access = new ClientAccess(hadoop, CONTAINER, "alice", NO_SETTINGS);
    RegisterApplicationMasterResponse answer =
        Records.newRecord(RegisterApplicationMasterResponse.class);
    answer.setClientToAMTokenMasterKey(ByteBuffer.wrap(KEY));
    answer.setApplicationACLs(
        Map.of(
            ApplicationAccessType.VIEW_APP, "bob,carol",
            ApplicationAccessType.MODIFY_APP, "carol"));
    access.registered(answer);
    return access;
  }

  @Test
  void aTokensPasswordIsTheOneTheResourceManagerGave() {
    ClientToAMTokenIdentifier token = token("bob", CONTAINER);
    byte[] identifier = token.getBytes();
    assertThat(registered().secretOf(identifier).toBytes())
        .isEqualTo(Secret.ofPassword(password(token)).toBytes());
    assertThat(registered().userOf(Hello.control("a", identifier))).isEqualTo("bob");
  }

  @Test
  void thereIsNoSecretOfWhatIsNoTokenOfThisAttempts() {
    byte[] ofTheLastAttempt = token("bob", "container_1795000000000_0001_01_000001").getBytes();
    byte[] ofAnother = token("bob", "container_1795000000000_0002_02_000001").getBytes();
    for (byte[] refused :
        new byte[][] {ofTheLastAttempt, ofAnother, {}, {1, 2, 3}, new byte[1024]}) {
      assertThat(registered().secretOf(refused)).isNull();
    }
    byte[] early = token("bob", CONTAINER).getBytes();
    assertThat(new ClientAccess(hadoop, CONTAINER, "alice", NO_SETTINGS).secretOf(early)).isNull();
  }

  @Test
  void theAclsDecideBesideOwnerAndAdministrators() {
    hadoop.set("yarn.acl.enable", "true");
    hadoop.set("yarn.admin.acl", "root");
    ClientAccess access = registered();
    assertThat(access.mayView("alice")).isTrue();
    assertThat(access.mayModify("alice")).isTrue();
    assertThat(access.mayModify("root")).isTrue();
    assertThat(access.mayView("bob")).isTrue();
    assertThat(access.mayModify("bob")).isFalse();
    assertThat(access.mayModify("carol")).isTrue();
    assertThat(access.mayView("eve")).isFalse();
    assertThat(access.mayView(null)).isFalse();
  }

  @Test
  void withoutAclsEveryoneWhomTheClusterKnowsMay() {
    assertThat(registered().mayModify("eve")).isTrue();
    assertThat(registered().mayView(null)).isTrue();
  }
}
