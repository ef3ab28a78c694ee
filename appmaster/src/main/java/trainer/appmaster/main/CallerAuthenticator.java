package trainer.appmaster.main;

import trainer.appmaster.yarn.ClientAccess;
import trainer.protocol.auth.Gatekeeper;
import trainer.protocol.grpc.ControlAccess;

/**
 * The authentication of callers at this master's port, and their rights. The processes of a job use
 * its secret. Users have a token of the cluster if it is secure, and the control secret otherwise.
 *
 * @param yarn the users' identity and rights in YARN; null without YARN
 */
record CallerAuthenticator(Gatekeeper gatekeeper, ClientAccess yarn) {
  /**
   * @param members admits the processes of this master's jobs
   */
  static CallerAuthenticator of(MasterInputs given, Gatekeeper members) {
    ClientAccess yarn =
        given.isOnCluster()
            ? new ClientAccess(
                given.hadoop(), given.process().identity().containerId(), given.spec().user())
            : null;
    return new CallerAuthenticator(
        members.or(
            given.controlSecret() == null
                ? Gatekeeper.forControl(given.application(), yarn::secretOf)
                : Gatekeeper.forControl(given.application(), given.controlSecret())),
        yarn);
  }

  ControlAccess access() {
    return yarn == null ? ControlAccess.OWNERS : yarn;
  }
}
