package trainer.appmaster.local;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.container.identity.HadoopFile;
import trainer.container.launch.CommandLine;
import trainer.container.secret.SecretFile;
import trainer.protocol.auth.Secret;

/**
 * The folders of local containers, set up as a NodeManager does. Each container has a working
 * directory with links to the resources, and a directory for logs. The root of the run serves as
 * the directory for local files. The secret is in a file that its reader deletes.
 */
public final class LocalContainers {
  /** The secret's file in a container's working directory. */
  public static final String SECRET_FILE = "job.secret";

  private static final Logger LOG = LoggerFactory.getLogger(LocalContainers.class);
  private static final List<String> RESOURCES =
      List.of("job.avro", HadoopFile.NAME, "bundle", "jars");

  private final Path root;
  private final Path resources;
  private final List<String> files;
  private final Secret secret;

  /**
   * @param root a folder of this run alone, on a local disk
   * @param resources the folder that holds the resources: the master's working directory
   * @param files the names of the user's files among them
   * @param secret the job's secret, for the processes in the containers
   */
  public LocalContainers(Path root, Path resources, List<String> files, Secret secret) {
    this.root = root;
    this.resources = resources;
    this.files = List.copyOf(files);
    this.secret = secret;
  }

  /** Makes a container's folders and returns its working directory. */
  Path prepare(String id) throws IOException {
    Path work = work(id);
    Files.createDirectories(work.resolve(CommandLine.TEMPORARY));
    Files.createDirectories(logs(id));
    for (String name : Stream.concat(RESOURCES.stream(), files.stream()).toList()) {
      Path resource = resources.resolve(name);
      if (Files.exists(resource)) {
        Files.createSymbolicLink(work.resolve(name), resource.toRealPath());
      }
    }
    SecretFile.write(work.resolve(SECRET_FILE), secret);
    return work;
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
