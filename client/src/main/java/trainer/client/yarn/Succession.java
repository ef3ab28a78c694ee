package trainer.client.yarn;

import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import trainer.core.config.Keys;
import trainer.core.config.Settings;

/**
 * What YARN is told of masters that die: how many may follow one another, and that their containers
 * stay.
 *
 * @param attempts how many masters there may be
 */
record Succession(int attempts) {
  /**
   * The failures of this time count. A master needs some of it to take over; one that dies again
   * and again without getting anywhere ends its job by itself, sooner.
   */
  static final Duration VALIDITY = Duration.ofMinutes(10);

  private static final String GLOBAL = "yarn.resourcemanager.am.global.max-attempts";

  static Succession of(Settings settings) {
    return new Succession(settings.get(Keys.MASTER_ATTEMPTS));
  }

  /**
   * What the user is to know when there will not be as many as asked for. The ResourceManager only
   * writes it into its log; what this client knows of its configuration has to do.
   */
  static Optional<String> shortfall(Settings settings, Configuration hadoop) {
    int each =
        hadoop.getInt(
            YarnConfiguration.RM_AM_MAX_ATTEMPTS, YarnConfiguration.DEFAULT_RM_AM_MAX_ATTEMPTS);
    int most = hadoop.getInt(GLOBAL, each);
    if (!settings.isSet(Keys.MASTER_ATTEMPTS) || settings.get(Keys.MASTER_ATTEMPTS) <= most) {
      return Optional.empty();
    }
    return Optional.of(
        Keys.MASTER_ATTEMPTS.name()
            + "="
            + settings.get(Keys.MASTER_ATTEMPTS)
            + ": YARN starts at most "
            + most
            + " here ("
            + (hadoop.get(GLOBAL) == null ? YarnConfiguration.RM_AM_MAX_ATTEMPTS : GLOBAL)
            + ")");
  }

  /** Puts it into what YARN is given. */
  void applyTo(ApplicationSubmissionContext context) {
    context.setMaxAppAttempts(attempts);
    context.setKeepContainersAcrossApplicationAttempts(attempts > 1);
    context.setAttemptFailuresValidityInterval(VALIDITY.toMillis());
  }
}
