package trainer.client.run;

import java.io.IOException;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import trainer.client.bundle.LocalBundle;
import trainer.client.config.ClientConfiguration;
import trainer.client.embedded.EmbeddedCluster;
import trainer.client.local.LocalStart;
import trainer.client.local.MachineCheck;
import trainer.client.submit.JobPreparation;
import trainer.client.submit.OutputReservation;
import trainer.client.submit.QualifiedPaths;
import trainer.client.submit.ServiceFailure;
import trainer.client.watch.JobDocument;
import trainer.client.watch.MasterLink;
import trainer.client.watch.Observation;
import trainer.client.watch.RunningJob;
import trainer.client.yarn.JavaOnNodes;
import trainer.client.yarn.YarnConnection;
import trainer.client.yarn.YarnJob;
import trainer.client.yarn.YarnSubmission;
import trainer.container.launch.MachineRoom;
import trainer.core.config.Keys;
import trainer.core.job.JobFolder;
import trainer.core.job.Role;
import trainer.master.report.JobReport;
import trainer.protocol.grpc.ControlListener;

/**
 * A job that is about to be started on some kind of cluster. Closing it closes the resources that
 * it opened.
 */
abstract class JobLaunch implements AutoCloseable {
  private final JobPreparation job;
  private final OutputReservation output;

  /**
   * @param pid the process with which the job ends; 0 if the job outlives its client
   */
  JobLaunch(JobPreparation job, PrintStream out, long pid) {
    this.job = job;
    Configuration hadoop = job.configuration().hadoop();
    this.output =
        new OutputReservation(
            hadoop,
            job.settings(),
            new ClaimingJobs(hadoop),
            out::println,
            pid == 0 ? ClaimingJobs.cluster(hadoop) : "",
            pid);
    this.output.check();
  }

  /** Checks everything that can be checked before the start. */
  static JobLaunch prepare(
      RunOptions options, ClientConfiguration configuration, String version, PrintStream out) {
    if (options.session() != null) {
      return InSession.prepare(
          JobHandle.session(options.session(), configuration), configuration, version, out);
    }
    String user = SubmittingUser.user(configuration.hadoop());
    return switch (options.master()) {
      case LOCAL -> {
        JobPreparation job = JobPreparation.check(configuration, UserFolders.localJobs());
        LocalStart start = new LocalStart(job, user, version);
        start.check();
        yield new OnThisMachine(job, start, out);
      }
      case YARN -> {
        YarnConnection yarn = YarnConnection.open(configuration.hadoop());
        yield OnYarn.prepare(configuration, user, version, yarn, null, out);
      }
      case EMBEDDED -> {
        // Paths without a scheme refer to the file system from before the embedded HDFS.
        ClientConfiguration fixed =
            configuration.withPaths(
                QualifiedPaths.of(configuration.hadoop(), configuration.settings()));
        MachineCheck.check(configuration.settings(), MachineRoom.here())
            .ifPresent(warning -> System.err.println("WARNING " + warning));
        out.println("starting HDFS and YARN in this process");
        EmbeddedCluster cluster = start(fixed.hadoop());
        yield embedded(fixed.on(cluster.configuration()), version, cluster, out);
      }
    };
  }

  /** A launch on an embedded cluster that runs already. Closing it stops the cluster. */
  static JobLaunch embedded(
      ClientConfiguration configuration, String version, EmbeddedCluster cluster, PrintStream out) {
    String user = SubmittingUser.user(configuration.hadoop());
    YarnConnection yarn = YarnConnection.open(configuration.hadoop());
    try {
      return OnYarn.prepare(onThisMachine(configuration), user, version, yarn, cluster, out);
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  /**
   * The configuration for nodes that are this process. Its Java is theirs, and is new enough. The
   * bundle is the client's own file, which saves copying a hundred megabytes through a short-lived
   * HDFS.
   */
  static ClientConfiguration onThisMachine(ClientConfiguration configuration) {
    Map<String, String> known = new LinkedHashMap<>();
    if (!configuration.settings().isSet(Keys.JAVA_ARCHIVE)) {
      known.put(Keys.JAVA_HOME.name(), System.getProperty("java.home"));
    }
    if (!configuration.settings().isSet(Keys.BUNDLE_DIR)) {
      known.put(Keys.BUNDLE.name(), LocalBundle.find().archive().toUri().toString());
    }
    known.keySet().removeAll(configuration.settings().texts().keySet());
    return configuration.with(known);
  }

  static EmbeddedCluster start(Configuration hadoop) {
    try {
      return EmbeddedCluster.start(hadoop, EmbeddedCluster.NODES);
    } catch (IOException e) {
      throw ServiceFailure.of("the embedded cluster", e);
    }
  }

  /** The job, as it was checked. */
  JobPreparation job() {
    return job;
  }

  /** What the job works on, in lines. */
  List<String> summary() {
    return job.summary();
  }

  /** The claim to the output. */
  OutputReservation output() {
    return output;
  }

  /** The path of the output. */
  String outputOf() {
    return job.outputs().get(0);
  }

  /** Starts the job. */
  abstract RunningJob start();

  /**
   * The end of the job and the folder of its report. Releases a claim to the output that no master
   * released.
   */
  final JobEnd end(JobDocument document, JobFolder folder) throws IOException {
    output.release(document.report().identity().jobId());
    return onEnd(document, folder);
  }

  /**
   * The end of the job and the folder of its report. Keeps the files that would go with the
   * cluster.
   */
  JobEnd onEnd(JobDocument document, JobFolder folder) throws IOException {
    return new JobEnd(document, folder);
  }

  @Override
  public void close() {}

  private static final class OnThisMachine extends JobLaunch {
    private final LocalStart start;

    OnThisMachine(JobPreparation job, LocalStart start, PrintStream out) {
      super(job, out, ProcessHandle.current().pid());
      this.start = start;
    }

    @Override
    RunningJob start() {
      return start.start(output());
    }

    @Override
    JobEnd onEnd(JobDocument document, JobFolder folder) throws IOException {
      JobReport report = document.report();
      boolean complete =
          report.hasProcesses()
              && report.processes().containers().stream()
                  .allMatch(container -> container.end().logState().equals("complete"));
      if (complete) {
        start.clear();
      }
      return super.onEnd(document, folder);
    }
  }

  private static final class OnYarn extends JobLaunch {
    private final YarnSubmission submission;
    private final YarnConnection yarn;
    private final EmbeddedCluster cluster;
    private final PrintStream out;

    private OnYarn(
        JobPreparation job,
        YarnSubmission submission,
        YarnConnection yarn,
        EmbeddedCluster cluster,
        PrintStream out,
        long pid) {
      super(job, out, pid);
      this.submission = submission;
      this.yarn = yarn;
      this.cluster = cluster;
      this.out = out;
    }

    static OnYarn prepare(
        ClientConfiguration configuration,
        String user,
        String version,
        YarnConnection yarn,
        EmbeddedCluster cluster,
        PrintStream out) {
      JobPreparation job =
          YarnConnection.within(
              YarnConnection.PATIENCE_SECONDS,
              "the file systems of input and output",
              () ->
                  JobPreparation.check(
                      JavaOnNodes.check(configuration), UserFolders.jobs(configuration, user)));
      long pid = cluster == null ? 0 : ProcessHandle.current().pid();
      YarnSubmission submission = new YarnSubmission(job, user, version, pid);
      submission.check(yarn);
      out.println("java on the nodes: " + JavaOnNodes.words(job.settings()));
      if (!submission.room().isEmpty()) {
        out.println("room: " + submission.room());
      }
      return new OnYarn(job, submission, yarn, cluster, out, pid);
    }

    @Override
    RunningJob start() {
      YarnJob running = submission.submit(yarn, output());
      return cluster == null ? running : new Bound(running, cluster);
    }

    @Override
    JobEnd onEnd(JobDocument document, JobFolder folder) throws IOException {
      if (cluster == null) {
        return super.onEnd(document, folder);
      }
      JobEnd kept = EmbeddedRunArchive.copy(document, folder, outputOf(), submission.hadoop());
      out.println("HDFS ends with this process; kept on this machine: " + kept.folder().root());
      return kept;
    }

    @Override
    public void close() {
      yarn.close();
      if (cluster != null) {
        cluster.close();
      }
    }
  }

  /** A job on a cluster that ends with this process. */
  private record Bound(YarnJob job, EmbeddedCluster cluster) implements RunningJob {
    @Override
    public String jobId() {
      return job.jobId();
    }

    @Override
    public Observation observe() throws IOException {
      return job.observe();
    }

    @Override
    public ControlListener.Answer kill(String reason) throws IOException {
      return job.kill(reason);
    }

    @Override
    public ControlListener.Answer stop(String reason) throws IOException {
      return job.stop(reason);
    }

    @Override
    public ControlListener.Answer scale(Role role, int count) throws IOException {
      return job.scale(role, count);
    }

    @Override
    public MasterLink link() {
      return job.link();
    }

    @Override
    public boolean survivesClient() {
      return false;
    }

    @Override
    public void close() {
      job.close();
      cluster.close();
    }
  }
}
