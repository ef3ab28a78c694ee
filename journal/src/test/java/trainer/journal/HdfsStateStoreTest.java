package trainer.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.id.Term;

/** The store on a real HDFS: every process is a client of its own, with leases of its own. */
class HdfsStateStoreTest extends StateStoreContract {
  @TempDir static File temp;
  private static MiniDFSCluster cluster;
  private static int folders;

  private final Path folder = new Path("/jobs/" + folders++);
  private final List<FileSystem> clients = new ArrayList<>();

  @BeforeAll
  static void start() throws IOException {
    Configuration conf = new Configuration();
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, temp.getPath());
    conf.setInt("dfs.heartbeat.interval", 1); // a lease is recovered with the next one
    cluster = new MiniDFSCluster.Builder(conf).numDataNodes(2).build();
    cluster.waitActive();
  }

  @AfterAll
  static void stop() {
    cluster.shutdown(true);
  }

  @AfterEach
  void closeClients() throws IOException {
    for (FileSystem client : clients) {
      client.close();
    }
  }

  @Override
  StateStore another() {
    return new FileStateStore(client(), folder);
  }

  @Test
  void theOldMastersFileIsTakenFromIt() throws IOException {
    StateStore old = leader();
    old.log(job).append(entries(new Term(1), 1, 2));
    DistributedFileSystem files = (DistributedFileSystem) client();
    Path segment = new Path(folder, "jobs/1/state/journal-1-0.avro");
    assertThat(files.isFileClosed(segment)).isFalse();

    assertThat(numbers(leader().log(job).read())).containsExactly(1L, 2L);

    await().atMost(Duration.ofMinutes(5)).until(() -> files.isFileClosed(segment));
    long length = files.getFileStatus(segment).getLen();
    assertThat(catchIo(() -> old.log(job).append(entries(new Term(1), 3, 3)))).isNotNull();
    assertThat(files.getFileStatus(segment).getLen()).isEqualTo(length);
  }

  private static Exception catchIo(Appending appending) {
    try {
      appending.run();
      return null;
    } catch (IOException | SupersededException e) {
      return e;
    }
  }

  private FileSystem client() {
    try {
      FileSystem client = FileSystem.newInstance(cluster.getURI(), cluster.getConfiguration(0));
      clients.add(client);
      return client;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
