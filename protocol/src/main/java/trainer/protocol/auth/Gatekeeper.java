package trainer.protocol.auth;

import java.util.function.Function;
import java.util.function.Supplier;
import trainer.core.job.JobId;

/** Decides which claims may be proved. Called on the thread that feeds the handshake. */
@FunctionalInterface
public interface Gatekeeper {
  /**
   * The secret under which this claim may be proved. Null refuses it: another job, another process
   * than this one, an incarnation that is known to be dead.
   */
  Secret secretFor(Hello hello);

  /** Admits processes of {@code job} that connect to the process that {@code self} is now. */
  static Gatekeeper forMembers(JobId job, Secret secret, Supplier<Party> self) {
    return hello ->
        hello.purpose() == Purpose.MEMBER
                && hello.isFor(job.toString())
                && hello.to().equals(self.get())
            ? secret
            : null;
  }

  /** Admits commands on {@code application} that hold its control secret. */
  static Gatekeeper forControl(String application, Secret secret) {
    return forControl(application, (byte[] token) -> token.length == 0 ? secret : null);
  }

  /**
   * Admits commands on {@code application}.
   *
   * @param secrets maps a token's identifier, or the empty one of no token, to the secret; null
   *     refuses it
   */
  static Gatekeeper forControl(String application, Function<byte[], Secret> secrets) {
    return hello ->
        hello.purpose() == Purpose.CONTROL && hello.isFor(application)
            ? secrets.apply(hello.token())
            : null;
  }

  /** Passes claims that this one refuses to {@code other}. */
  default Gatekeeper or(Gatekeeper other) {
    return hello -> {
      Secret secret = secretFor(hello);
      return secret == null ? other.secretFor(hello) : secret;
    };
  }
}
