package trainer.protocol.grpc;

import trainer.protocol.auth.Hello;

/**
 * Decides what the user behind a control connection may do. It may take its time, to look a user's
 * groups up: it is not asked on event loops.
 */
public interface ControlAccess {
  /** Where only the owner holds what commands are proved with. */
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
   * Whom the peer has proved to be; null when it holds the control secret, which only the owner can
   * read and which opens everything.
   */
  String userOf(Hello peer);

  /**
   * Whether the user may see how the job is.
   *
   * @param user may be null: somebody of whom nothing is known
   */
  boolean mayView(String user);

  /** Whether the user may end the job or change it. */
  boolean mayModify(String user);
}
