package trainer.appmaster.yarn;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.security.token.TokenIdentifier;
import org.apache.hadoop.yarn.api.records.ApplicationAccessType;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.LocalResource;
import org.apache.hadoop.yarn.api.records.LocalResourceType;
import org.apache.hadoop.yarn.api.records.LocalResourceVisibility;
import org.apache.hadoop.yarn.api.records.URL;
import org.apache.hadoop.yarn.security.AMRMTokenIdentifier;
import org.apache.hadoop.yarn.security.client.RMDelegationTokenIdentifier;
import org.apache.hadoop.yarn.security.client.TimelineDelegationTokenIdentifier;
import trainer.appmaster.loop.ContainerCommands;
import trainer.container.files.ExtraClasses;
import trainer.container.identity.HadoopFile;
import trainer.container.launch.Launch;
import trainer.container.secret.Secrets;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.Role;
import trainer.core.job.UserFile;
import trainer.core.job.UserJar;
import trainer.protocol.auth.Secret;

/**
 * The launch contexts of the containers of all jobs: resources, credentials, ACLs, environment and
 * command. The resources are the master's and the user's jars. The credentials are the job's secret
 * and the file systems' tokens. Environment and command contain no secret.
 */
public final class ContainerContexts {
  private static final Set<Text> YARNS =
      Set.of(
          AMRMTokenIdentifier.KIND_NAME,
          RMDelegationTokenIdentifier.KIND_NAME,
          TimelineDelegationTokenIdentifier.KIND_NAME);

  /** The part of the contexts that all containers of a job share. */
  private record OfJob(JobSpec spec, Map<String, LocalResource> resources, byte[] credentials) {}

  private final Configuration hadoop;
  private final Credentials ours;
  private final ContainerCommands commands;
  private final Map<JobId, OfJob> jobs = new ConcurrentHashMap<>();
  private volatile OfJob standby;
  private volatile Map<ApplicationAccessType, String> acls = Map.of();

  /**
   * @param ours this master's credentials
   */
  public ContainerContexts(Configuration hadoop, Credentials ours, ContainerCommands commands) {
    this.hadoop = hadoop;
    this.ours = ours;
    this.commands = commands;
  }

  /** Looks up a job's resources. Its containers can then be launched, with this secret. */
  void add(JobSpec spec, Secret secret) throws IOException {
    jobs.put(spec.id(), new OfJob(spec, resources(spec), bytes(forContainers(ours, secret))));
  }

  /** Allows standbys, which may lead and therefore have the secrets of a master. */
  void addStandby(JobSpec application, Secret secret) throws IOException {
    Credentials theirs = forContainers(ours, secret.ofJob(application.id()));
    theirs.addSecretKey(new Text(Secrets.APPLICATION), secret.toBytes());
    byte[] control = ours.getSecretKey(new Text(Secrets.CONTROL));
    if (control != null) {
      theirs.addSecretKey(new Text(Secrets.CONTROL), control);
    }
    standby = new OfJob(application, resources(application), bytes(theirs));
  }

  /** Forgets a job, whose containers are launched no more. */
  void remove(JobId job) {
    jobs.remove(job);
  }

  private Map<String, LocalResource> resources(JobSpec spec) throws IOException {
    Map<String, LocalResource> resources = new LinkedHashMap<>();
    resources.put("job.avro", file(hadoop, spec.files().jobFile(spec.id())));
    resources.put(HadoopFile.NAME, file(hadoop, spec.files().hadoopConfiguration()));
    resources.put("bundle", bundle(hadoop, spec));
    Settings settings = Settings.of(spec.settings());
    String java = settings.find(Keys.JAVA_ARCHIVE).orElse("");
    if (!java.isEmpty()) {
      resources.put(
          Launch.JAVA_ARCHIVE,
          resource(
              hadoop,
              new Path(java.substring(0, java.indexOf('#'))),
              LocalResourceType.ARCHIVE,
              LocalResourceVisibility.PRIVATE));
    }
    for (UserJar jar : spec.jars()) {
      resources.put(jar.path(), file(hadoop, spec.files().jar(jar)));
    }
    if (settings.isSet(Keys.CLASSPATH_EXTRA)) {
      resources.putAll(extraJars(spec));
    }
    for (UserFile file : UserFile.of(settings)) {
      resources.put(
          file.link(),
          resource(
              hadoop,
              new Path(file.place(spec.files(), spec.id())),
              file.archive() ? LocalResourceType.ARCHIVE : LocalResourceType.FILE,
              file.isCopied()
                  ? LocalResourceVisibility.APPLICATION
                  : LocalResourceVisibility.PRIVATE));
    }
    return resources;
  }

  private Map<String, LocalResource> extraJars(JobSpec spec) throws IOException {
    Map<String, LocalResource> jars = new LinkedHashMap<>();
    Path folder = new Path(spec.files().classPath());
    for (FileStatus jar : folder.getFileSystem(hadoop).listStatus(folder)) {
      jars.put(
          ExtraClasses.FOLDER + "/" + jar.getPath().getName(),
          file(hadoop, jar.getPath().toString()));
    }
    return jars;
  }

  /**
   * Sets the application's ACLs, as the ResourceManager returned them. They go with every
   * container.
   */
  void acls(Map<ApplicationAccessType, String> given) {
    acls = given == null ? Map.of() : Map.copyOf(given);
  }

  ContainerLaunchContext of(JobId job, Role role, int index, long memoryMb) {
    OfJob of = role == Role.STANDBY ? standby : jobs.get(job);
    ContainerCommands.Command command = commands.of(of.spec(), role, index, memoryMb);
    return ContainerLaunchContext.newInstance(
        of.resources(),
        command.environment(),
        command.line(),
        null,
        ByteBuffer.wrap(of.credentials()).asReadOnlyBuffer(),
        acls);
  }

  private static LocalResource file(Configuration hadoop, String path) throws IOException {
    return resource(
        hadoop, new Path(path), LocalResourceType.FILE, LocalResourceVisibility.APPLICATION);
  }

  private static LocalResource bundle(Configuration hadoop, JobSpec spec) throws IOException {
    Path named = new Path(spec.files().bundleUri());
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(
                named.getFileSystem(hadoop).open(named), StandardCharsets.UTF_8))) {
      String uri = in.readLine();
      if (uri == null || uri.isBlank()) {
        throw new IOException(named + " names no bundle");
      }
      return resource(
          hadoop,
          new Path(uri.strip()),
          LocalResourceType.ARCHIVE,
          LocalResourceVisibility.PRIVATE);
    }
  }

  private static LocalResource resource(
      Configuration hadoop, Path path, LocalResourceType type, LocalResourceVisibility visibility)
      throws IOException {
    FileSystem files = path.getFileSystem(hadoop);
    FileStatus status = files.getFileStatus(path);
    // NodeManagers fetch it, and may lack the client's ViewFS mounts.
    return LocalResource.newInstance(
        URL.fromPath(files.resolvePath(path)),
        type,
        visibility,
        status.getLen(),
        status.getModificationTime());
  }

  /**
   * The file systems' tokens and the job's secret, without YARN's tokens and the master's secrets.
   */
  static Credentials forContainers(Credentials ours, Secret secret) {
    Credentials theirs = new Credentials();
    for (Map.Entry<Text, Token<? extends TokenIdentifier>> token : ours.getTokenMap().entrySet()) {
      if (!YARNS.contains(token.getValue().getKind())) {
        theirs.addToken(token.getKey(), token.getValue());
      }
    }
    theirs.addSecretKey(new Text(Secrets.JOB), secret.toBytes());
    return theirs;
  }

  private static byte[] bytes(Credentials credentials) throws IOException {
    DataOutputBuffer out = new DataOutputBuffer();
    credentials.writeTokenStorageToStream(out);
    return Arrays.copyOf(out.getData(), out.getLength());
  }
}
