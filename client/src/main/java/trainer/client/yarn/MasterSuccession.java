package trainer.client.yarn;

import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import trainer.core.config.Keys;
import trainer.core.config.Settings;

/**
 * The rules for replacing a master that dies: the number of attempts, and that containers are kept
 * across them.
 *
 * @param attempts the maximum number of masters
 */
record MasterSuccession(int attempts) {
  /**
   * The period in which failures count. A master needs part of it to take over. A master that dies
   * repeatedly without progress ends its job by itself, sooner.
   */
  static final Duration VALIDITY = Duration.ofMinutes(10);

  private static final String GLOBAL = "yarn.resourcemanager.am.global.max-attempts";

  static MasterSuccession of(Settings settings) {
    return new MasterSuccession(settings.get(Keys.MASTER_ATTEMPTS));
  }

  /**
   * The warning when YARN will start fewer masters than requested. The ResourceManager only logs
   * this, so the client's own configuration is the source.
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

  /** Applies the rules to a submission. */
  void applyTo(ApplicationSubmissionContext context) {
    context.setMaxAppAttempts(attempts);
    context.setKeepContainersAcrossApplicationAttempts(attempts > 1);
    context.setAttemptFailuresValidityInterval(VALIDITY.toMillis());
  }
}
