package trainer.container.files;

import org.apache.hadoop.conf.Configuration;

/**
 * Shorter sleeps of HDFS's client while the NameNode does not yet have the report of a file's last
 * block. This happens for nearly every small file, and Hadoop's first sleep of 400 ms then
 * dominates the cost of writing it. A model has as many such files as partitions.
 *
 * <p>The first sleep here is 10 ms. Each sleep is twice the one before, so the total time limit is
 * as long as Hadoop's.
 */
public final class HdfsCloseTuning {
  static final String DELAY = "dfs.client.block.write.locateFollowingBlock.initial.delay.ms";
  static final String RETRIES = "dfs.client.block.write.locateFollowingBlock.retries";

  private static final int FIRST_MILLIS = 10;
  private static final int TRIES = 11;

  private HdfsCloseTuning() {}

  /** Sets both keys, unless a site file or an option sets either. */
  public static void use(Configuration hadoop) {
    if (isDefault(hadoop, DELAY) && isDefault(hadoop, RETRIES)) {
      hadoop.setInt(DELAY, FIRST_MILLIS);
      hadoop.setInt(RETRIES, TRIES);
    }
  }

  private static boolean isDefault(Configuration hadoop, String key) {
    String[] sources = hadoop.getPropertySources(key);
    return sources == null
        || sources.length == 0
        || sources[sources.length - 1].endsWith("-default.xml");
  }
}
