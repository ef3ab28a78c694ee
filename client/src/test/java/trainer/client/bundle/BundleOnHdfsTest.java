package trainer.client.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.client.submit.QualifiedPaths;
import trainer.core.config.Keys;
import trainer.core.config.Settings;

/** The store on a real HDFS, which is also reached by logical names and through a ViewFS. */
class BundleOnHdfsTest {
  private static final int CLIENTS = 6;

  @TempDir private static java.nio.file.Path folder;
  private static MiniDFSCluster hdfs;
  private static LocalBundle bundle;
  private static Configuration logical;

  @BeforeAll
  static void start() throws Exception {
    byte[] content = new byte[300_000];
    new Random(1).nextBytes(content);
    bundle = BundleStoreTest.write(folder, content);
    Configuration conf = new Configuration();
    conf.set("dfs.namenode.fs-limits.min-block-size", "0");
    conf.set("dfs.blocksize", "65536"); // several blocks, so that their checksums are combined
    conf.set("dfs.namenode.resource.du.reserved", "1048576");
    hdfs = new MiniDFSCluster.Builder(conf, folder.resolve("hdfs").toFile()).build();
    String address = "localhost:" + hdfs.getNameNodePort();
    logical = new Configuration(conf);
    logical.set("dfs.nameservices", "one,two");
    for (String name : List.of("one", "two")) {
      logical.set("dfs.ha.namenodes." + name, "nn1,nn2");
      logical.set("dfs.namenode.rpc-address." + name + ".nn1", "localhost:1"); // the dead one
      logical.set("dfs.namenode.rpc-address." + name + ".nn2", address);
      logical.set(
          "dfs.client.failover.proxy.provider." + name,
          "org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider");
    }
    logical.set("dfs.client.failover.sleep.base.millis", "1");
    logical.set("fs.defaultFS", "hdfs://one");
    logical.set("fs.viewfs.mounttable.cluster.link./apps", "hdfs://one/apps");
    logical.set("fs.viewfs.mounttable.cluster.link./data", "hdfs://two/data");
    hdfs.getFileSystem().mkdirs(new Path("/apps"));
    hdfs.getFileSystem().mkdirs(new Path("/data"));
  }

  @AfterAll
  static void stop() {
    hdfs.shutdown();
  }

  @Test
  void clientsThatRaceLeaveOneCopyAndNeverReplaceIt() throws Exception {
    Path root = new Path(hdfs.getURI() + "/raced");
    CyclicBarrier start = new CyclicBarrier(CLIENTS);
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    List<Future<FileStatus>> seen = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      seen.add(
          threads.submit(
              () -> {
                Configuration own = new Configuration(hdfs.getConfiguration(0));
                start.await();
                Path put = new BundleStore(root, own).put(bundle);
                return put.getFileSystem(own).getFileStatus(put);
              }));
    }
    Set<Long> changed = new HashSet<>();
    Path put = null;
    for (Future<FileStatus> one : seen) {
      changed.add(one.get().getModificationTime());
      put = one.get().getPath();
    }
    threads.shutdown();
    FileSystem files = hdfs.getFileSystem();
    changed.add(files.getFileStatus(put).getModificationTime());
    assertThat(changed).as("containers would refuse a copy that changed").hasSize(1);
    List<String> left = new ArrayList<>();
    for (FileStatus file : files.listStatus(put.getParent())) {
      left.add(file.getPath().getName());
    }
    assertThat(left).containsExactlyInAnyOrder("bundle.zip", "_used");
    try (java.io.InputStream in = files.open(put)) {
      assertThat(in.readAllBytes()).isEqualTo(Files.readAllBytes(bundle.archive()));
    }
  }

  @Test
  void otherBytesOfTheSameLengthAreFoundByTheChecksum() throws Exception {
    Path root = new Path(hdfs.getURI() + "/changed");
    BundleStore store = new BundleStore(root, hdfs.getConfiguration(0));
    Path put = store.put(bundle);
    byte[] content = Files.readAllBytes(bundle.archive());
    content[200_000] ^= 1;
    try (java.io.OutputStream out = hdfs.getFileSystem().create(put, true)) {
      out.write(content);
    }
    store.put(bundle);
    try (java.io.InputStream in = hdfs.getFileSystem().open(put)) {
      assertThat(in.readAllBytes()).isEqualTo(Files.readAllBytes(bundle.archive()));
    }
  }

  @Test
  void logicalNamesAndMountTablesLeadToIt() throws Exception {
    Path byName = new BundleStore(new Path("hdfs://two/apps/bundles"), logical).put(bundle);
    assertThat(byName.toString()).startsWith("hdfs://two/apps/bundles/");
    Path mounted = new BundleStore(new Path("viewfs://cluster/apps/bundles"), logical).put(bundle);
    assertThat(mounted.getFileSystem(logical).getFileStatus(mounted).getModificationTime())
        .as("found, not put again")
        .isEqualTo(byName.getFileSystem(logical).getFileStatus(byName).getModificationTime());
    BundleStore.requireSame(bundle, mounted, logical);
  }

  @Test
  void pathsOfSettingsKeepTheNamesTheyWereGiven() {
    Configuration viewed = new Configuration(logical);
    viewed.set("fs.defaultFS", "viewfs://cluster");
    Settings settings =
        Settings.of(
            java.util.Map.of(
                Keys.INPUT.name(), "/data/train,hdfs://two/data/more",
                Keys.OUTPUT.name(), "/apps/model",
                Keys.JOB_DIR.name(), "hdfs://one/jobs"));
    assertThat(QualifiedPaths.of(viewed, settings))
        .containsEntry(Keys.INPUT.name(), "viewfs://cluster/data/train,hdfs://two/data/more")
        .containsEntry(Keys.OUTPUT.name(), "viewfs://cluster/apps/model")
        .containsEntry(Keys.JOB_DIR.name(), "hdfs://one/jobs");
  }
}
