package trainer.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.CuratorWatcher;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import trainer.core.id.Term;
import trainer.journal.keys.GuardedKeys;
import trainer.journal.keys.ZooKeeperKeys;

/** The store on a real ZooKeeper server, in a process of its own. */
class ZooKeeperStateStoreTest extends ServedStateStoreContract {
  private static String address;
  private static ServerProcess server;

  @BeforeAll
  static void start() throws IOException {
    int port = ServerProcess.freePort();
    address = "127.0.0.1:" + port;
    File configuration = new File(temp, "zoo.cfg");
    Files.writeString(
        configuration.toPath(),
        "tickTime=500\nclientPortAddress=127.0.0.1\nadmin.enableServer=false\nmaxClientCnxns=0\n"
            + "clientPort="
            + port
            + "\ndataDir="
            + new File(temp, "data")
            + "\n");
    server =
        new ServerProcess(
            List.of(
                System.getProperty("java.home") + "/bin/java",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                "org.apache.zookeeper.server.ZooKeeperServerMain",
                configuration.getPath()),
            new File(temp, "log"));
    server.start();
    ServedStateStoreContract.awaitAnswer(() -> client(Duration.ofSeconds(5)));
  }

  @AfterAll
  static void stop() throws InterruptedException {
    server.kill();
  }

  private static GuardedKeys client(Duration patience) {
    return new ZooKeeperKeys(address, patience);
  }

  @Override
  ServerProcess server() {
    return server;
  }

  @Override
  GuardedKeys keys(Duration patience) {
    return client(patience);
  }

  @Test
  void aWatcherOfZooKeepersOwnSeesEveryGroup() throws Exception {
    StateStore store = leader();
    store.log(job).append(entries(new Term(1), 1, 1));
    BlockingQueue<Integer> versions = new LinkedBlockingQueue<>();
    try (CuratorFramework zooKeeper =
        CuratorFrameworkFactory.newClient(address, new RetryOneTime(100))) {
      zooKeeper.start();
      watch(zooKeeper, "/trainer/" + job + "/task_queues", versions);
      int before = versions.take();
      for (int number = 2; number <= 4; number++) {
        store.log(job).append(entries(new Term(1), number, number));
        Integer version = versions.poll(5, TimeUnit.MINUTES);
        assertThat(version).isNotNull().isGreaterThan(before);
        before = version;
      }
    }
  }

  /** Notes the version, now and with every change. */
  private static void watch(
      CuratorFramework zooKeeper, String path, BlockingQueue<Integer> versions) throws Exception {
    CuratorWatcher again = event -> watch(zooKeeper, path, versions);
    org.apache.zookeeper.data.Stat stat = new org.apache.zookeeper.data.Stat();
    zooKeeper.getData().storingStatIn(stat).usingWatcher(again).forPath(path);
    versions.add(stat.getVersion());
  }
}
