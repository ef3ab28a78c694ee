package trainer.client.cli.job;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import trainer.client.cli.option.HadoopOptions;
import trainer.client.cli.option.Verb;
import trainer.client.config.ClientConfiguration;
import trainer.client.history.HistoryServer;
import trainer.client.run.OwnJobs;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** Serves the jobs of a folder as a web page. */
@Command(
    name = "history",
    description = {
      "Serves the jobs of a folder as a web page, until Ctrl-C.",
      "The folder is that of trainer.job.dir, or your jobs on the cluster of HADOOP_CONF_DIR, or"
          + " those of this machine. The page lists the jobs, the newest first, and shows each from"
          + " its report. It only reads, with your rights, and asks no visitor for a name: on"
          + " another address than localhost everybody who reaches the port sees the jobs."
    },
    footer = {
      "",
      "Examples:",
      "  trainer history",
      "  trainer history hdfs:///user/ads/.trainer/jobs --port 18089"
    })
public final class HistoryCommand extends Verb {
  private static final int PORT = 18089;
  private static final int MOST_PORT = 65535;

  @Mixin private HadoopOptions hadoop;

  @Parameters(arity = "0..1", paramLabel = "FOLDER", description = "The folder of job folders.")
  private String folder;

  @Option(names = "--port", paramLabel = "PORT", description = "Default 18089; 0 for any.")
  private int port = PORT;

  @Option(
      names = "--host",
      paramLabel = "HOST",
      description = "The address to listen at; default localhost.")
  private String host = "localhost";

  @Override
  public Integer call() throws InterruptedException {
    if (port < 0 || port > MOST_PORT) {
      throw new FailureException(
          FailureKind.BAD_FLAGS, "port " + port + " is none", "--port", "give 0 to 65535");
    }
    ClientConfiguration configuration = hadoop.configuration(Map.of());
    List<String> roots = OwnJobs.roots(configuration);
    Path root = new Path(folder == null ? roots.get(roots.size() - 1) : folder);
    long began = System.nanoTime();
    try (HistoryServer server = serve(configuration, root)) {
      System.out.printf(
          "%d jobs of %s, read in %.1f s%npage: http://%s:%d/%n",
          server.jobs(), root, (System.nanoTime() - began) / 1e9, host, server.port());
      new CountDownLatch(1).await(); // until the process is ended
    }
    return 0;
  }

  private HistoryServer serve(ClientConfiguration configuration, Path root) {
    try {
      FileSystem files = root.getFileSystem(configuration.hadoop());
      if (!files.exists(root)) {
        throw new FailureException(
            FailureKind.INPUT_NOT_FOUND,
            "there is no such folder",
            root.toString(),
            "give the folder in which job folders lie");
      }
      return new HistoryServer(files, root, new InetSocketAddress(host, port));
    } catch (IOException e) {
      throw new FailureException(
          FailureKind.STORAGE_FAILED,
          "the history cannot be served: " + e,
          root + ", " + host + ":" + port,
          "another port may be free (--port), or the folder needs other rights");
    }
  }
}
