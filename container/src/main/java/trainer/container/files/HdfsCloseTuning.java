package trainer.container.files;

import org.apache.hadoop.conf.Configuration;

/**
 * How long HDFS's client sleeps when the NameNode has not heard yet that a file's last block is
 * there. That is so for nearly every small file, and Hadoop's first sleep of 400 ms is then most of
 * what it costs to write one; a model has as many as there are partitions. The first sleep is short
 * here, and as each is twice the one before, patience is as long as Hadoop's.
 */
public final class HdfsCloseTuning {
  static final String DELAY = "dfs.client.block.write.locateFollowingBlock.initial.delay.ms";
  static final String RETRIES = "dfs.client.block.write.locateFollowingBlock.retries";

  private static final int FIRST_MILLIS = 10;
  private static final int TRIES = 11;

  private HdfsCloseTuning() {}

  /** Sets both, unless a file or an option says something of either. */
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
