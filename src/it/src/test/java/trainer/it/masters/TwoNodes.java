package trainer.it.masters;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import trainer.client.embedded.EmbeddedCluster;
import trainer.client.submit.JobFiles;

/** An HDFS and a YARN of two nodes in this process, for jobs one after another. */
final class TwoNodes implements AutoCloseable {
  private final EmbeddedCluster cluster;
  private final Path site;

  TwoNodes(Path folder, Configuration base) throws IOException {
    this.cluster = EmbeddedCluster.start(base, EmbeddedCluster.NODES);
    this.site = folder.resolve("site.xml");
    try (OutputStream out = Files.newOutputStream(site)) {
      JobFiles.writeConfiguration(cluster.configuration(), out);
    }
  }

  /** What a client is configured with. */
  Path site() {
    return site;
  }

  /**
   * From now on the node that runs this container fails when it wants to end its processes: it
   * finds another process's number where it wrote theirs.
   */
  void forget(String containerId, ProcessHandle instead) throws IOException {
    String ours = "trainer-embedded-" + ProcessHandle.current().pid() + "-";
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    try (Stream<Path> folders = Files.list(temporary)) {
      for (Path folder :
          folders.filter(one -> one.getFileName().toString().startsWith(ours)).toList()) {
        try (Stream<Path> files = Files.walk(folder)) {
          for (Path file : files.filter(one -> one.endsWith(containerId + ".pid")).toList()) {
            Files.writeString(file, instead.pid() + "\n");
          }
        }
      }
    }
  }

  @Override
  public void close() {
    cluster.close();
  }
}
