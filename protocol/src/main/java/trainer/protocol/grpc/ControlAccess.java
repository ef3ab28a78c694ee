package trainer.protocol.grpc;

import trainer.protocol.auth.Hello;

/**
 * Decides the rights of the user behind a control connection. Never called on event loops, so it
 * may block, for example to look up a user's groups.
 */
public interface ControlAccess {
  /** The rule where only owners have credentials. */
  ControlAccess OWNERS =
      new ControlAccess() {
        @Override
        public String userOf(Hello peer) {
          return null;
        }

        @Override
        public boolean mayView(String user) {
          return true;
        }

        @Override
        public boolean mayModify(String user) {
          return true;
        }
      };

  /**
   * The user that the peer has proved to be. Null when it holds the control secret, which only the
   * owner can read and which permits everything.
   */
  String userOf(Hello peer);

  /**
   * Whether the user may see the state of the job.
   *
   * @param user may be null: an unknown user
   */
  boolean mayView(String user);

  /** Whether the user may end the job or change it. */
  boolean mayModify(String user);
}
