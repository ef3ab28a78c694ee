package trainer.master.job.members;

import trainer.core.id.Line;

/**
 * The keys of the shares that a worker reported last, to detect repeated reports. A worker holds at
 * most eleven shares, so a report repeated after a repeated order is among them.
 */
final class RecentShares {
  private static final int KEPT = 32;

  private final long[] lines = new long[KEPT];
  private final long[] versions = new long[KEPT];
  private final int[] shares = new int[KEPT];
  private int next;

  boolean contains(Line line, long version, int share) {
    for (int i = 0; i < KEPT; i++) {
      if (versions[i] == version && lines[i] == line.number() && shares[i] == share) {
        return true;
      }
    }
    return false;
  }

  void add(Line line, long version, int share) {
    lines[next] = line.number();
    versions[next] = version;
    shares[next] = share;
    next = (next + 1) % KEPT;
  }
}
