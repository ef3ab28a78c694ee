package trainer.it.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.client.api.YarnClient;
import trainer.client.bundle.LocalBundle;
import trainer.client.config.ClientConfiguration;
import trainer.client.run.SubmittingUser;
import trainer.client.submit.JobFiles;
import trainer.client.submit.JobPreparation;
import trainer.client.submit.OutputReservation;
import trainer.client.yarn.YarnConnection;
import trainer.client.yarn.YarnSubmission;
import trainer.core.job.JobFolder;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;

/**
 * One application of several jobs on a cluster in this process. The first job is submitted as every
 * job is. The files of the others are in the application's folder before, where its master finds
 * them.
 */
final class ApplicationOfJobs implements AutoCloseable {
  private static final String BUNDLE = "trainer.client.bundle";
  private static final String VERSION = "test";

  private final Configuration cluster;
  private final YarnClient yarn;
  private final ApplicationId id;
  private final JobFolder folder;

  private ApplicationOfJobs(Configuration cluster, String id, JobFolder folder) {
    this.cluster = cluster;
    this.id = ApplicationId.fromString(id);
    this.folder = folder;
    this.yarn = YarnClient.createYarnClient();
    yarn.init(cluster);
    yarn.start();
  }

  /**
   * Submits it.
   *
   * @param bundles the cache into which a client has unpacked its bundle
   * @param jobs the settings of each job
   */
  static ApplicationOfJobs submit(
      Configuration cluster, Path bundles, List<Map<String, String>> jobs) throws IOException {
    System.setProperty(BUNDLE, bundles.resolve(bundleHash()).toAbsolutePath().toString());
    List<JobPreparation> prepared = new ArrayList<>();
    for (Map<String, String> settings : jobs) {
      prepared.add(prepare(cluster, settings));
    }
    JobPreparation first = prepared.get(0);
    Configuration hadoop = first.configuration().hadoop();
    long pid = ProcessHandle.current().pid();
    String user = SubmittingUser.user(hadoop);
    YarnSubmission submission = new YarnSubmission(first, user, VERSION, pid);
    try (YarnConnection yarn = YarnConnection.open(hadoop)) {
      submission.check(yarn);
      JobFolder folder = null;
      for (int i = 1; i < prepared.size(); i++) {
        JobPreparation job = prepared.get(i);
        JobSpec spec = job.spec(new JobId(submission.applicationId(), i + 1), user, VERSION);
        folder = spec.files();
        JobFiles files = JobFiles.on(new org.apache.hadoop.fs.Path(folder.root()), hadoop);
        files.writeJob(spec);
        files.writeJars(spec, job.jars());
      }
      OutputReservation output =
          new OutputReservation(
              hadoop, first.settings(), (claim, age) -> false, news -> {}, "", pid);
      var unused = submission.submit(yarn, output);
      return new ApplicationOfJobs(cluster, submission.applicationId(), folder);
    } finally {
      System.clearProperty(BUNDLE);
    }
  }

  private static JobPreparation prepare(Configuration cluster, Map<String, String> settings) {
    Map<String, String> all = new TreeMap<>(settings);
    all.put("trainer.java.home", System.getProperty("java.home"));
    all.put("trainer.bundle", LocalBundle.find().archive().toUri().toString());
    return JobPreparation.check(
        ClientConfiguration.of(List.of(), all, Map.of()).on(cluster),
        FileSystem.getDefaultUri(cluster) + "/tmp/jobs");
  }

  /** The name of the client's bundle in a cache. */
  private static String bundleHash() throws IOException {
    try (JarFile jar = new JarFile(TrainerClient.JAR.toFile())) {
      var entry =
          jar.stream().filter(one -> one.getName().endsWith("bundle.zip.sha256")).findFirst();
      try (InputStream in = jar.getInputStream(entry.orElseThrow())) {
        return new String(in.readAllBytes(), StandardCharsets.US_ASCII).strip();
      }
    }
  }

  JobId job(int number) {
    return new JobId(id.toString(), number);
  }

  /** The answer of the master's page about a job; empty while no master gives one. */
  Optional<JsonNode> status(int number) throws Exception {
    String page = application().getTrackingUrl();
    if (page == null) {
      return Optional.empty();
    }
    String address = page.replaceAll("/$", "") + "/ws/v1/trainer/status?job=" + job(number);
    try {
      return Optional.of(new ObjectMapper().readTree(URI.create(address).toURL()));
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** The final report of a job. */
  JsonNode report(int number) throws IOException {
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(folder.report(job(number)));
    try (InputStream in = path.getFileSystem(cluster).open(path)) {
      return new ObjectMapper().readTree(in);
    }
  }

  ApplicationReport application() throws Exception {
    return yarn.getApplicationReport(id);
  }

  /** The process of the present master. */
  Optional<ProcessHandle> master() {
    String mark = "-Dtrainer.job=" + job(1) + " -Dtrainer.role=master ";
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      return all.filter(one -> one.info().command().orElse("").endsWith("/java"))
          .filter(one -> one.info().commandLine().orElse("").contains(mark))
          .findFirst();
    }
  }

  @Override
  public void close() throws IOException {
    yarn.close();
  }
}
