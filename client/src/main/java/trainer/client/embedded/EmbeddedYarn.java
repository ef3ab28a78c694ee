package trainer.client.embedded;

import java.io.IOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;

/**
 * A ResourceManager and NodeManagers in this process. They are started directly: Hadoop's
 * MiniYARNCluster needs JUnit and waits in steps of a second and a half.
 */
final class EmbeddedYarn {
  private static final String HOST = "localhost";
  private static final long START_TIMEOUT_NANOS = 180_000_000_000L;
  private static final long POLL_MILLIS = 20;
  private static final int LEAST_PORT = 20_000;
  private static final int PORTS = 12_000;

  /**
   * Referenced, so that the logger and its level are not collected. It would warn at every second
   * web page.
   */
  private static final Logger GUICE = Logger.getLogger("com.google.inject.servlet");

  private final YarnConfiguration conf;

  private EmbeddedYarn(YarnConfiguration conf) {
    this.conf = conf;
  }

  /** Starts the daemons, and returns when every NodeManager has registered. */
  static EmbeddedYarn start(YarnConfiguration conf, Path folder, int nodeManagers)
      throws IOException {
    GUICE.setLevel(Level.SEVERE);
    DefaultMetricsSystem.setMiniClusterMode(true);
    conf.setBoolean(YarnConfiguration.IS_MINI_YARN_CLUSTER, true);
    for (String key :
        List.of(
            YarnConfiguration.RM_ADDRESS,
            YarnConfiguration.RM_ADMIN_ADDRESS,
            YarnConfiguration.RM_SCHEDULER_ADDRESS,
            YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS)) {
      conf.set(key, HOST + ":0");
    }
    // Tracking URLs come from a copy of the configuration that is taken before the port is known.
    conf.set(YarnConfiguration.RM_WEBAPP_ADDRESS, HOST + ":" + freePort());
    ResourceManager resourceManager = new ResourceManager();
    resourceManager.init(conf);
    resourceManager.start(); // writes its ports into conf
    for (int i = 0; i < nodeManagers; i++) {
      startNode(conf, Files.createDirectories(folder.resolve("node" + i)));
    }
    await(resourceManager, nodeManagers);
    return new EmbeddedYarn(conf);
  }

  /**
   * A port that is free now. Systems assign ephemeral ports from 32768 or 49152 upwards, so it is
   * still free when the ResourceManager binds it.
   */
  private static int freePort() throws IOException {
    Random random = new Random();
    while (true) {
      try (ServerSocket socket = new ServerSocket(LEAST_PORT + random.nextInt(PORTS))) {
        return socket.getLocalPort();
      } catch (BindException e) {
        // The port is taken; try another.
      }
    }
  }

  private static void startNode(Configuration base, Path folder) throws IOException {
    YarnConfiguration conf = new YarnConfiguration(base);
    for (String key :
        List.of(
            YarnConfiguration.NM_ADDRESS,
            YarnConfiguration.NM_LOCALIZER_ADDRESS,
            YarnConfiguration.NM_COLLECTOR_SERVICE_ADDRESS,
            YarnConfiguration.NM_WEBAPP_ADDRESS)) {
      conf.set(key, HOST + ":0");
    }
    conf.set(
        YarnConfiguration.NM_LOCAL_DIRS, Files.createDirectory(folder.resolve("local")).toString());
    conf.set(
        YarnConfiguration.NM_LOG_DIRS, Files.createDirectory(folder.resolve("logs")).toString());
    NodeManager node = new NodeManager();
    node.init(conf);
    node.start();
  }

  private static void await(ResourceManager resourceManager, int nodes) throws IOException {
    long start = System.nanoTime();
    while (resourceManager.getResourceScheduler().getNumClusterNodes() < nodes) {
      if (System.nanoTime() - start > START_TIMEOUT_NANOS) {
        throw new IOException("not all of " + nodes + " embedded NodeManagers registered in 180 s");
      }
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while the embedded cluster started", e);
      }
    }
  }

  /** The configuration for clients of this cluster. */
  Configuration configuration() {
    return new YarnConfiguration(conf);
  }
}
