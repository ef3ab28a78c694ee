package trainer.client.embedded;

import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/** The settings that differ from Hadoop's defaults for daemons in one small process. */
final class EmbeddedSettings {
  private static final String SCHEDULER = "yarn.scheduler.capacity.";

  /** The memory of one NodeManager. It may exceed this machine's, since demos are small. */
  private static final int NODE_MEMORY_MB = 16384;

  private static final int NODE_VCORES = 16;
  private static final int MASTERS = 1000;

  private EmbeddedSettings() {}

  static void apply(Configuration conf, Path folder) {
    conf.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
    conf.set("hadoop.http.temp.dir", folder.resolve("web").toString());
    hdfs(conf, folder);
    resourceManager(conf);
    nodeManagers(conf);
    clients(conf);
  }

  private static void hdfs(Configuration conf, Path folder) {
    conf.set("hdfs.minidfs.basedir", folder.resolve("hdfs").toString());
    conf.setLong(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, 16L << 20);
    conf.setInt(DFSConfigKeys.DFS_REPLICATION_KEY, 1);
    // A disk that is nearly full is no reason to refuse a demo.
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_DU_RESERVED_KEY, 1L << 20);
  }

  private static void resourceManager(Configuration conf) {
    conf.set(
        YarnConfiguration.RM_SCHEDULER,
        "org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler");
    conf.setInt(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, 64);
    conf.setInt(YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MS, 200);
    // Raised so that trainer.master.attempts is the limit.
    conf.setInt(YarnConfiguration.RM_AM_MAX_ATTEMPTS, MASTERS);
    conf.setIfUnset(SCHEDULER + "root.queues", "default");
    conf.set(SCHEDULER + "root.default.capacity", "100");
    conf.set(SCHEDULER + "maximum-am-resource-percent", "1.0");
    conf.set(
        SCHEDULER + "resource-calculator",
        "org.apache.hadoop.yarn.util.resource.DominantResourceCalculator");
  }

  private static void nodeManagers(Configuration conf) {
    conf.setInt(YarnConfiguration.NM_PMEM_MB, NODE_MEMORY_MB);
    conf.setInt(YarnConfiguration.NM_VCORES, NODE_VCORES);
    conf.setFloat(YarnConfiguration.NM_MAX_PER_DISK_UTILIZATION_PERCENTAGE, 100f);
    conf.setLong(YarnConfiguration.NM_MIN_PER_DISK_FREE_SPACE_MB, 0);
    conf.setInt(YarnConfiguration.NM_CONTAINER_MON_INTERVAL_MS, 1000);
    // Files of a finished application are deleted at once; none is kept for debugging.
    conf.setLong(YarnConfiguration.DEBUG_NM_DELETE_DELAY_SEC, 0);
  }

  private static void clients(Configuration conf) {
    conf.setLong(YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, 500);
    conf.setLong(YarnConfiguration.RESOURCEMANAGER_CONNECT_MAX_WAIT_MS, 5_000);
    conf.setLong(YarnConfiguration.CLIENT_NM_CONNECT_MAX_WAIT_MS, 5_000);
    conf.setLong(YarnConfiguration.CLIENT_NM_CONNECT_RETRY_INTERVAL_MS, 500);
    conf.setInt("ipc.client.connect.max.retries", 5);
    conf.setInt("ipc.client.connect.retry.interval", 200);
  }
}
