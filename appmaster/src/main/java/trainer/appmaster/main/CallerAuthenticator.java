package trainer.appmaster.main;

import trainer.appmaster.yarn.ClientAccess;
import trainer.protocol.auth.Gatekeeper;
import trainer.protocol.auth.Party;
import trainer.protocol.grpc.ControlAccess;

/**
 * The authentication of callers at this master's port, and their rights. The job's processes use
 * its secret. Users have a token of the cluster if it is secure, and the control secret otherwise.
 *
 * @param yarn the users' identity and rights in YARN; null without YARN
 */
record CallerAuthenticator(Gatekeeper gatekeeper, ClientAccess yarn) {
  static CallerAuthenticator of(MasterInputs given) {
    Gatekeeper members =
        Gatekeeper.forMembers(given.job(), given.secretOf(given.job()), () -> Party.MASTER);
    String application = given.job().application();
    ClientAccess yarn =
        given.isOnCluster()
            ? new ClientAccess(
                given.hadoop(), given.process().identity().containerId(), given.spec().user())
            : null;
    return new CallerAuthenticator(
        members.or(
            given.controlSecret() == null
                ? Gatekeeper.forControl(application, yarn::secretOf)
                : Gatekeeper.forControl(application, given.controlSecret())),
        yarn);
  }

  ControlAccess access() {
    return yarn == null ? ControlAccess.OWNERS : yarn;
  }
}
