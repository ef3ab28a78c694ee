package trainer.it.errors;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;
import trainer.client.embedded.EmbeddedCluster;

/**
 * One HDFS, one ResourceManager and one node for all cases. Alice may submit to all queues, of
 * which one is stopped and one takes no application; Mallory may not.
 */
final class SharedCluster implements AutoCloseable {
  private static final String SCHEDULER = "yarn.scheduler.capacity.root.";

  private final EmbeddedCluster cluster;
  private final DistributedFileSystem files;
  private final Path site;

  SharedCluster(Path folder) throws IOException {
    Configuration base = new Configuration();
    base.setBoolean("yarn.acl.enable", true);
    base.set(SCHEDULER + "acl_submit_applications", " ");
    base.set(SCHEDULER + "acl_administer_queue", " ");
    base.set(SCHEDULER + "default.acl_administer_queue", " ");
    base.set(SCHEDULER + "default.acl_submit_applications", "alice");
    base.set(SCHEDULER + "queues", "default,full,stopped");
    base.set(SCHEDULER + "full.capacity", "0");
    base.set(SCHEDULER + "full.maximum-applications", "0");
    base.set(SCHEDULER + "full.acl_administer_queue", " ");
    base.set(SCHEDULER + "full.acl_submit_applications", "alice");
    base.set(SCHEDULER + "stopped.capacity", "0");
    base.set(SCHEDULER + "stopped.state", "STOPPED");
    base.set(SCHEDULER + "stopped.acl_administer_queue", " ");
    base.set(SCHEDULER + "stopped.acl_submit_applications", "alice");
    this.cluster = EmbeddedCluster.start(base, 1);
    this.files = (DistributedFileSystem) FileSystem.get(cluster.configuration());
    this.site = folder.resolve("site.xml");
    try (OutputStream out = Files.newOutputStream(site)) {
      cluster.configuration().writeXml(out);
    }
    write("/data/train", "1 1:1 2:0.5\n0 2:1\n", 0644);
    write("/data/secret", "1 1:1 2:0.5\n0 2:1\n", 0600);
    folder("/data", 0755);
    folder("/open", 0777);
    folder("/full", 0777);
    files.setQuota(new org.apache.hadoop.fs.Path("/full"), Long.MAX_VALUE - 1, 1 << 20);
  }

  private void write(String path, String text, int permission) throws IOException {
    org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(path);
    try (OutputStream out = files.create(file)) {
      out.write(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
    files.setPermission(file, new FsPermission((short) permission));
  }

  private void folder(String path, int permission) throws IOException {
    org.apache.hadoop.fs.Path folder = new org.apache.hadoop.fs.Path(path);
    files.mkdirs(folder);
    files.setPermission(folder, new FsPermission((short) permission));
  }

  /** What a client is configured with. */
  Path site() {
    return site;
  }

  DistributedFileSystem files() {
    return files;
  }

  /** An address of the same files over HTTP, where nothing can be flushed. */
  String overHttp(String path) {
    return "webhdfs://" + cluster.configuration().get("dfs.namenode.http-address") + path;
  }

  /** Every file and folder there is, and every application that was ever submitted. */
  Set<String> contents() throws IOException, YarnException {
    Set<String> found = new TreeSet<>();
    list(new org.apache.hadoop.fs.Path("/"), found);
    try (YarnClient yarn = YarnClient.createYarnClient()) {
      yarn.init(cluster.configuration());
      yarn.start();
      yarn.getApplications().forEach(one -> found.add(one.getApplicationId().toString()));
    }
    return found;
  }

  private void list(org.apache.hadoop.fs.Path folder, Set<String> found) throws IOException {
    RemoteIterator<LocatedFileStatus> entries = files.listLocatedStatus(folder);
    while (entries.hasNext()) {
      LocatedFileStatus entry = entries.next();
      found.add(entry.getPath().toUri().getPath());
      if (entry.isDirectory()) {
        list(entry.getPath(), found);
      }
    }
  }

  @Override
  public void close() {
    cluster.close();
  }
}
