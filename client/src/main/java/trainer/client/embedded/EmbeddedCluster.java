package trainer.client.embedded;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * A NameNode, a DataNode, a ResourceManager and NodeManagers in this process, with all their files
 * in one temporary folder. Jobs use it like a real cluster.
 */
public final class EmbeddedCluster implements AutoCloseable {
  /** The number of NodeManagers of an embedded run. */
  public static final int NODES = 2;

  private final ScratchFolder folder;
  private final EmbeddedYarn yarn;

  private EmbeddedCluster(ScratchFolder folder, EmbeddedYarn yarn) {
    this.folder = folder;
    this.yarn = yarn;
  }

  /**
   * Starts the daemons, and returns when every NodeManager has registered.
   *
   * @param base further configuration of the daemons and the jobs
   */
  public static EmbeddedCluster start(Configuration base, int nodeManagers) throws IOException {
    ScratchFolder folder = ScratchFolder.create();
    YarnConfiguration conf = new YarnConfiguration(base);
    EmbeddedSettings.apply(conf, folder.path());
    MiniDFSCluster hdfs = startHdfs(conf, folder.path());
    conf.set(CommonConfigurationKeysPublic.FS_DEFAULT_NAME_KEY, hdfs.getURI().toString());
    // The value is MiniDFSCluster's own, a class that containers do not have.
    conf.unset(CommonConfigurationKeysPublic.NET_TOPOLOGY_NODE_SWITCH_MAPPING_IMPL_KEY);
    return new EmbeddedCluster(folder, EmbeddedYarn.start(conf, folder.path(), nodeManagers));
  }

  private static MiniDFSCluster startHdfs(Configuration conf, Path folder) throws IOException {
    MiniDFSCluster hdfs =
        new MiniDFSCluster.Builder(conf, folder.resolve("hdfs").toFile()).numDataNodes(1).build();
    FileSystem files = hdfs.getFileSystem();
    for (String open : new String[] {"/user", "/tmp"}) {
      org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(open);
      files.mkdirs(path);
      files.setPermission(path, new FsPermission((short) 01777));
    }
    return hdfs;
  }

  /** The configuration for clients of this cluster. */
  public Configuration configuration() {
    return yarn.configuration();
  }

  /** Deletes the files. The daemons end with the process, since stopping them takes 15 s. */
  @Override
  public void close() {
    folder.close();
  }
}
