package trainer.client.doctor;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import javax.security.auth.Subject;
import javax.security.auth.kerberos.KerberosTicket;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.AppConfigurationEntry.LoginModuleControlFlag;
import javax.security.auth.login.Configuration;
import javax.security.auth.login.LoginContext;
import javax.security.auth.login.LoginException;
import org.apache.hadoop.security.UserGroupInformation;

/** Who the user is, and with Kerberos how long the ticket holds. */
record CredentialsCheck(Place place) implements Check {
  static final String NAME = "credentials";

  /** A ticket that ends within this time may end before the job is submitted. */
  private static final Duration SHORT = Duration.ofHours(1);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String needs() {
    return ConfigurationCheck.NAME;
  }

  @Override
  public Finding find() throws IOException {
    String user = place.user();
    if (!UserGroupInformation.isSecurityEnabled()) {
      return Finding.ok("Kerberos is off; you are " + user);
    }
    Optional<Instant> end = KerberosCache.end();
    return judge(
        "Kerberos is on; you are " + UserGroupInformation.getCurrentUser().getUserName(),
        end.map(until -> Duration.between(Instant.now(), until)));
  }

  /**
   * The finding of a ticket.
   *
   * @param left how long it holds; empty if the credentials are no ticket of the cache
   */
  static Finding judge(String who, Optional<Duration> left) {
    if (left.isEmpty()) {
      return Finding.ok(who);
    }
    if (left.get().isNegative() || left.get().isZero()) {
      return Finding.fail(who + ", and the ticket has expired", "run kinit");
    }
    String found = who + ", and the ticket holds for " + left.get().toMinutes() + " minutes";
    return left.get().compareTo(SHORT) < 0 ? Finding.warn(found, "run kinit") : Finding.ok(found);
  }

  /** The ticket cache of {@code kinit}. Hadoop's login does not show when a ticket ends. */
  private static final class KerberosCache {
    private static final String MODULE = "com.sun.security.auth.module.Krb5LoginModule";
    private static final Map<String, String> OPTIONS =
        Map.of("useTicketCache", "true", "doNotPrompt", "true", "renewTGT", "false");

    /** When the ticket ends that holds longest; empty if the cache has none. */
    static Optional<Instant> end() {
      try {
        Subject subject = new Subject();
        LoginContext login = new LoginContext("trainer", subject, null, new OfCache());
        login.login();
        return subject.getPrivateCredentials(KerberosTicket.class).stream()
            .map(ticket -> ticket.getEndTime().toInstant())
            .max(Instant::compareTo);
      } catch (LoginException e) {
        return Optional.empty(); // such as a keytab's login
      }
    }

    private static final class OfCache extends Configuration {
      @Override
      public AppConfigurationEntry[] getAppConfigurationEntry(String name) {
        return new AppConfigurationEntry[] {
          new AppConfigurationEntry(MODULE, LoginModuleControlFlag.REQUIRED, OPTIONS)
        };
      }
    }
  }
}
