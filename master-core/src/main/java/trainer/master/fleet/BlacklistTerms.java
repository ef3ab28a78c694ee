package trainer.master.fleet;

import java.time.Duration;

/**
 * When a node gets no containers any more, and for how long ({@code trainer.blacklist.*}).
 *
 * @param failures so many of our processes failed there within a parole's time
 * @param slowShare or this share of them is slow
 * @param parole how long it gets none
 * @param strikes after so many times it never gets one again
 */
public record BlacklistTerms(int failures, float slowShare, Duration parole, int strikes) {}
