package trainer.appmaster.local;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
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
    List<String> userFiles =
        UserFile.of(Settings.of(spec.settings())).stream().map(UserFile::link).toList();
    jobs.put(spec.id(), new OfJob(written(spec), userFiles, secret));
  }

  /** Forgets a job, which has no containers any more. */
  void remove(JobId job) {
    jobs.remove(job);
  }

  private Path written(JobSpec spec) throws IOException {
    Path file = root.resolve("work").resolve("job-" + spec.id().number() + ".avro");
    Files.createDirectories(file.getParent());
    JobFile.write(spec, Files.newOutputStream(file));
    return file;
  }

  /** Makes a container's folders and returns its working directory. */
  Path prepare(String id, JobId job) throws IOException {
    Path work = work(id);
    Files.createDirectories(work.resolve(CommandLine.TEMPORARY));
    Files.createDirectories(logs(id));
    OfJob of = jobs.get(job);
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

  /** Deletes everything but the logs. */
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
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, IOException failed) throws IOException {
      Files.deleteIfExists(folder);
      return FileVisitResult.CONTINUE;
    }
  }
}
