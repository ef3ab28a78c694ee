package trainer.protocol.auth;

import java.util.function.Function;
import java.util.function.Supplier;
import trainer.core.job.JobId;

/** Decides who may try to prove itself. Called on the thread that feeds the handshake. */
@FunctionalInterface
public interface Gatekeeper {
  /**
   * The secret under which this claim may be proved, or null to refuse it: another job, another
   * process than this one, an incarnation that is known to be dead.
   */
  Secret secretFor(Hello hello);

  /** Lets processes of {@code job} in that reach for the process which {@code self} is now. */
  static Gatekeeper forMembers(JobId job, Secret secret, Supplier<Party> self) {
    return hello ->
        hello.purpose() == Purpose.MEMBER
                && hello.isFor(job.toString())
                && hello.to().equals(self.get())
            ? secret
            : null;
  }

  /** Lets commands on {@code application} in that hold its control secret. */
  static Gatekeeper forControl(String application, Secret secret) {
    return forControl(application, (byte[] token) -> token.length == 0 ? secret : null);
  }

  /**
   * Lets commands on {@code application} in.
   *
   * @param secrets knows the secret of a token's identifier, and of none; null for what is refused
   */
  static Gatekeeper forControl(String application, Function<byte[], Secret> secrets) {
    return hello ->
        hello.purpose() == Purpose.CONTROL && hello.isFor(application)
            ? secrets.apply(hello.token())
            : null;
  }

  /** Asks {@code other} whom this one refuses. */
  default Gatekeeper or(Gatekeeper other) {
    return hello -> {
      Secret secret = secretFor(hello);
      return secret == null ? other.secretFor(hello) : secret;
    };
  }
}
