package trainer.appmaster.main;

import trainer.appmaster.yarn.ClientAccess;
import trainer.protocol.auth.Gatekeeper;
import trainer.protocol.auth.Party;
import trainer.protocol.grpc.ControlAccess;

/**
 * Who is let in at this master's port, and what they may do there: the job's processes with its
 * secret; users on a secure cluster with a token of the cluster's, elsewhere with the control
 * secret.
 *
 * @param yarn who they are in YARN's terms; null where there is no YARN
 */
record CallerAuthenticator(Gatekeeper gatekeeper, ClientAccess yarn) {
  static CallerAuthenticator of(MasterInputs given) {
    Gatekeeper members =
        Gatekeeper.forMembers(given.job(), given.process().secret(), () -> Party.MASTER);
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
