package trainer.protocol.grpc;

import java.nio.charset.StandardCharsets;
import trainer.protocol.auth.Hello;

/** A token's identifier is its user's name. alice may everything, bob look, eve nothing. */
final class UsersByToken implements ControlAccess {
  @Override
  public String userOf(Hello peer) {
    return peer.token().length == 0 ? null : new String(peer.token(), StandardCharsets.UTF_8);
  }

  @Override
  public boolean mayView(String user) {
    return !user.equals("eve");
  }

  @Override
  public boolean mayModify(String user) {
    return user.equals("alice");
  }
}
