package trainer.appmaster.local;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.avro.job.JobFile;
import trainer.container.files.ExtraClasses;
import trainer.container.identity.HadoopFile;
import trainer.container.launch.CommandLine;
import trainer.container.secret.SecretFile;
import trainer.core.config.Settings;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.Role;
import trainer.core.job.UserFile;
import trainer.protocol.auth.Secret;

/**
 * The folders of local containers, set up as a NodeManager does. Each container has a working
 * directory with links to the resources, and a directory for logs. The root of the run serves as
 * the directory for local files. The job's secret is in a file that its reader deletes.
 */
public final class LocalContainers {
  /** The secret's file in a container's working directory. */
  public static final String SECRET_FILE = "job.secret";

  private static final Logger LOG = LoggerFactory.getLogger(LocalContainers.class);
  private static final List<String> RESOURCES =
      List.of(HadoopFile.NAME, "bundle", "jars", ExtraClasses.FOLDER);

  private final Path root;
  private final Path resources;
  private final Map<JobId, OfJob> jobs = new ConcurrentHashMap<>();

  /** For standbys; null without them. */
  private volatile OfJob standby;

  /** The part of the folders that differs from job to job. */
  private record OfJob(Path jobFile, List<String> userFiles, Secret secret) {}

  /**
   * @param root a folder of this run alone, on a local disk
   * @param resources the folder that holds the resources: the master's working directory
   */
  public LocalContainers(Path root, Path resources) {
    this.root = root;
    this.resources = resources;
  }

  /** Allows containers of a job. */
  void add(JobSpec spec, Secret secret) throws IOException {
    jobs.put(spec.id(), of(spec, secret));
  }

  /** Allows containers of standbys. */
  void addStandby(JobSpec application, Secret secret) throws IOException {
    standby = of(application, secret);
  }

  private OfJob of(JobSpec spec, Secret secret) throws IOException {
    List<String> userFiles =
        UserFile.of(Settings.of(spec.settings())).stream().map(UserFile::link).toList();
    return new OfJob(written(spec), userFiles, secret);
  }

  /** Forgets a job, which has no containers any more. */
  void remove(JobId job) {
    jobs.remove(job);
  }

  private Path written(JobSpec spec) throws IOException {
    Path file = root.resolve("work").resolve("job-" + spec.id().number() + ".avro");
    if (Files.exists(file)) {
      return file; // running containers may read it
    }
    Files.createDirectories(file.getParent());
    Path beside = file.resolveSibling(file.getFileName() + ".new");
    JobFile.write(spec, Files.newOutputStream(beside));
    Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
    return file;
  }

  /** Makes a container's folders and returns its working directory. */
  Path prepare(String id, JobId job, Role role) throws IOException {
    Path work = work(id);
    Files.createDirectories(work.resolve(CommandLine.TEMPORARY));
    Files.createDirectories(logs(id));
    OfJob of = role == Role.STANDBY ? standby : jobs.get(job);
    link(of.jobFile(), work.resolve(JobFile.NAME));
    for (String name : Stream.concat(RESOURCES.stream(), of.userFiles().stream()).toList()) {
      link(resources.resolve(name), work.resolve(name));
    }
    SecretFile.write(work.resolve(SECRET_FILE), of.secret());
    return work;
  }

  private static void link(Path resource, Path link) throws IOException {
    if (Files.exists(resource)) {
      Files.createSymbolicLink(link, resource.toRealPath());
    }
  }

  /** The variables that a NodeManager puts into a container's environment. */
  Map<String, String> environment(String id, String host) {
    return Map.of(
        "CONTAINER_ID", id,
        "NM_HOST", host,
        "LOG_DIRS", logs(id).toString(),
        "LOCAL_DIRS", root.toString(),
        "PWD", work(id).toString());
  }

  /** The processes that earlier masters started and that still run, by container. */
  Map<String, ChildProcess> running() throws IOException {
    Map<String, ChildProcess> running = new TreeMap<>();
    Path work = root.resolve("work");
    if (Files.isDirectory(work)) {
      try (Stream<Path> folders = Files.list(work)) {
        for (Path folder : folders.filter(Files::isDirectory).toList()) {
          ChildProcess.find(folder)
              .ifPresent(process -> running.put(folder.getFileName().toString(), process));
        }
      }
    }
    return running;
  }

  /** Deletes everything but the logs and the folder in which this process runs. */
  void clear() {
    Path work = root.resolve("work");
    if (!Files.isDirectory(work)) {
      return;
    }
    try {
      Files.walkFileTree(work, new Deletion());
    } catch (IOException e) {
      LOG.warn("{} was not deleted", work, e);
    }
  }

  private Path work(String id) {
    return root.resolve("work").resolve(id);
  }

  private Path logs(String id) {
    return root.resolve("logs").resolve(id);
  }

  /** Deletes a tree. Links are deleted, their targets are not. */
  private static final class Deletion extends SimpleFileVisitor<Path> {
    private static final Path HERE = Path.of("").toAbsolutePath();

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
      return folder.equals(HERE) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, IOException failed) throws IOException {
      if (!HERE.startsWith(folder)) {
        Files.deleteIfExists(folder);
      }
      return FileVisitResult.CONTINUE;
    }
  }
}
