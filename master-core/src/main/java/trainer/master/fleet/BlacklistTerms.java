package trainer.master.fleet;

import java.time.Duration;
import trainer.core.config.Keys;
import trainer.core.config.Settings;

/**
 * The limits of the {@link Blacklist} ({@code trainer.blacklist.*}).
 *
 * @param failures failures within a parole time that put a node on the list
 * @param slowShare share of slow processes that puts a node on the list
 * @param parole time on the list
 * @param strikes the strike that keeps a node on the list for good
 */
public record BlacklistTerms(int failures, float slowShare, Duration parole, int strikes) {
  /** The limits in these settings. */
  public static BlacklistTerms of(Settings settings) {
    return new BlacklistTerms(
        settings.get(Keys.BLACKLIST_FAILURES),
        settings.get(Keys.BLACKLIST_SLOW_SHARE),
        settings.get(Keys.BLACKLIST_PAROLE),
        settings.get(Keys.BLACKLIST_STRIKES));
  }
}
