package trainer.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import trainer.core.id.Term;
import trainer.journal.keys.EtcdKeys;
import trainer.journal.keys.GuardedKeys;

/** The store on a real etcd server; without one on this machine there is nothing to test. */
class EtcdStateStoreTest extends ServedStateStoreContract {
  private static String address;
  private static ServerProcess server;

  @BeforeAll
  static void start() throws IOException {
    assumeTrue(isInstalled("etcd"), "no etcd on the PATH (Debian: apt-get install etcd-server)");
    address = "127.0.0.1:" + ServerProcess.freePort();
    String peers = "http://127.0.0.1:" + ServerProcess.freePort();
    server =
        new ServerProcess(
            List.of(
                "etcd",
                "--name=one",
                "--data-dir=" + new File(temp, "data"),
                "--listen-client-urls=http://" + address,
                "--advertise-client-urls=http://" + address,
                "--listen-peer-urls=" + peers,
                "--initial-advertise-peer-urls=" + peers,
                "--initial-cluster=one=" + peers),
            new File(temp, "log"));
    server.start();
    ServedStateStoreContract.awaitAnswer(() -> client(Duration.ofSeconds(5)));
  }

  @AfterAll
  static void stop() throws InterruptedException {
    if (server != null) {
      server.kill();
    }
  }

  private static GuardedKeys client(Duration patience) {
    return new EtcdKeys(List.of(address), patience);
  }

  private static boolean isInstalled(String program) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
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
  void aWatcherOfEtcdsOwnSeesEveryGroup() throws Exception {
    assumeTrue(isInstalled("etcdctl"), "no etcdctl (Debian: apt-get install etcd-client)");
    File seen = new File(temp, "watch-" + application);
    ProcessBuilder watch =
        new ProcessBuilder(
            "etcdctl", "--endpoints=" + address, "watch", "/trainer/" + job + "/task_queues");
    watch.environment().put("ETCDCTL_API", "3");
    Process watcher = watch.redirectErrorStream(true).redirectOutput(seen).start();
    try {
      StateStore store = leader();
      store.log(job).append(entries(new Term(1), 1, 1));
      for (int number = 2; number <= 5_000 && Files.size(seen.toPath()) == 0; number++) {
        store.log(job).append(entries(new Term(1), number, number)); // until the watcher is there
        TimeUnit.MILLISECONDS.sleep(50);
      }
      long next = store.log(job).next();
      store.log(job).append(entries(new Term(1), next, next));
      await()
          .atMost(Duration.ofMinutes(5))
          .untilAsserted(
              () -> assertThat(Files.readString(seen.toPath())).contains("\"last\":" + next));
    } finally {
      watcher.destroy();
    }
  }
}
