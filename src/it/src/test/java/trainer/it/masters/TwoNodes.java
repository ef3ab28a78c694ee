package trainer.it.masters;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.client.HdfsAdmin;
import trainer.client.embedded.EmbeddedCluster;

/** An HDFS and a YARN of two nodes in this process, for jobs one after another. */
public final class TwoNodes implements AutoCloseable {
  private final EmbeddedCluster cluster;
  private final Path site;

  /**
   * @param folder receives the configuration of clients
   * @param base what the cluster is configured with
   */
  public TwoNodes(Path folder, Configuration base) throws IOException {
    this.cluster = EmbeddedCluster.start(base, EmbeddedCluster.NODES);
    this.site = folder.resolve("site.xml");
    try (OutputStream out = Files.newOutputStream(site)) {
      cluster.configuration().writeXml(out);
    }
  }

  /** What a client is configured with. */
  public Path site() {
    return site;
  }

  /** Where its nodes keep what they need. */
  public List<Path> folders() throws IOException {
    String ours = "trainer-embedded-" + ProcessHandle.current().pid() + "-";
    try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return all.filter(one -> one.getFileName().toString().startsWith(ours)).toList();
    }
  }

  /** Lets a folder of its HDFS take no more than so many bytes. */
  void spaceQuota(String folder, long bytes) throws IOException {
    Configuration conf = cluster.configuration();
    new HdfsAdmin(FileSystem.getDefaultUri(conf), conf)
        .setSpaceQuota(new org.apache.hadoop.fs.Path(folder), bytes);
  }

  @Override
  public void close() {
    cluster.close();
  }
}
