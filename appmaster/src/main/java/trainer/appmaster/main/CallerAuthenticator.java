package trainer.appmaster.main;

import java.util.function.BooleanSupplier;
import trainer.appmaster.yarn.ClientAccess;
import trainer.core.config.Keys;
import trainer.core.job.JobSpec;
import trainer.protocol.auth.Gatekeeper;
import trainer.protocol.auth.Party;
import trainer.protocol.auth.Secret;
import trainer.protocol.grpc.ControlAccess;

/**
 * The authentication of callers at this master's port, and their rights. The processes of a job use
 * its secret. Users have a token of the cluster if it is secure, and the control secret otherwise.
 *
 * @param yarn the users' identity and rights in YARN; null without YARN
 */
record CallerAuthenticator(Gatekeeper gatekeeper, ClientAccess yarn) {
  /**
   * @param yarn null without YARN
   * @param jobs of this master, whose processes are admitted
   * @param takesCommands whether this master takes commands
   */
  static CallerAuthenticator of(
      MasterInputs given, ClientAccess yarn, JobRuntimes jobs, BooleanSupplier takesCommands) {
    Gatekeeper users =
        given.isSecure()
            ? Gatekeeper.forControl(
                given.application(),
                (byte[] token) -> token.length == 0 ? ofMasters(given) : yarn.secretOf(token))
            : Gatekeeper.forControl(given.application(), given.controlSecret());
    return new CallerAuthenticator(
        processes(given, jobs.gatekeeper())
            .or(hello -> takesCommands.getAsBoolean() ? users.secretFor(hello) : null),
        yarn);
  }

  /** With this secret another master passes on what users command it; null if there is none. */
  private static Secret ofMasters(MasterInputs given) {
    return given.settings().get(Keys.STANDBY) ? given.credentialOfMasters().secret() : null;
  }

  /** Admits the processes of every job, those of a session's pool, and other masters. */
  private static Gatekeeper processes(MasterInputs given, Gatekeeper ofJobs) {
    JobSpec spec = given.spec();
    Gatekeeper members = spec.hasPool() ? ofJobs.or(gate(spec, given.secretOf(spec))) : ofJobs;
    Gatekeeper masters =
        given.settings().get(Keys.STANDBY) ? gate(spec, given.secretOfMasters()) : hello -> null;
    return hello -> (hello.from().role().mayLead() ? masters : members).secretFor(hello);
  }

  private static Gatekeeper gate(JobSpec application, Secret secret) {
    return Gatekeeper.forMembers(application.id(), secret, () -> Party.MASTER);
  }

  ControlAccess access() {
    return yarn == null ? ControlAccess.OWNERS : yarn;
  }
}
