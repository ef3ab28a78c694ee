package trainer.client.yarn;

import java.io.IOException;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationAccessType;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.LocalResource;
import org.apache.hadoop.yarn.api.records.LocalResourceType;
import org.apache.hadoop.yarn.api.records.LocalResourceVisibility;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.URL;
import org.apache.hadoop.yarn.client.api.YarnClientApplication;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.client.bundle.BundleStore;
import trainer.client.bundle.BundleTag;
import trainer.client.bundle.LocalBundle;
import trainer.client.bundle.OldBundles;
import trainer.client.submit.JobFiles;
import trainer.client.submit.JobPreparation;
import trainer.client.submit.OutputHold;
import trainer.client.submit.Preparation;
import trainer.client.submit.ServiceFailure;
import trainer.container.files.ExtraClasses;
import trainer.container.identity.HadoopFile;
import trainer.container.launch.Launch;
import trainer.container.launch.MasterCommand;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobFolder;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.UserFile;
import trainer.core.job.UserJar;
import trainer.protocol.auth.Secret;

/**
 * The submission of a prepared job or session to YARN: checks that need the cluster, bundle, job
 * folder, secrets, submission context.
 */
public final class YarnSubmission {
  /** The application type in the ResourceManager's page. */
  public static final String TYPE = "TRAINER";

  private static final Logger LOG = LoggerFactory.getLogger(YarnSubmission.class);

  private final Preparation job;
  private final Configuration hadoop;
  private final Settings settings;
  private final String user;
  private final String version;
  private final long clientPid;
  private YarnClientApplication application;
  private String room = "";

  /**
   * A submission that is yet to be made.
   *
   * @param clientPid the process with which the job ends; 0 if the job outlives its client
   */
  public YarnSubmission(Preparation job, String user, String version, long clientPid) {
    this.job = job;
    this.hadoop = job.configuration().hadoop();
    this.settings = job.settings();
    this.user = user;
    this.version = version;
    this.clientPid = clientPid;
  }

  /** The checks that need the cluster. */
  public void check(YarnConnection yarn) {
    ClusterChecks.tags(tags());
    ClusterChecks.standby(settings);
    if (clientPid == 0) {
      ClusterChecks.onLocalDisks(job.inputs(), job.outputs(), FileSystem.getDefaultUri(hadoop))
          .forEach(warning -> System.err.println("WARNING " + warning));
    }
    ClusterChecks.queue(yarn, settings.get(Keys.QUEUE));
    application = yarn.call(client -> client.createApplication());
    ClusterChecks.sizes(
        settings, application.getNewApplicationResponse().getMaximumResourceCapability());
    if (!job.isSession() || settings.isSet(Keys.WORKERS)) {
      room =
          ClusterChecks.room(yarn, settings, hadoop).map(known -> known.check(settings)).orElse("");
    }
    MasterSuccession.shortfall(settings, hadoop)
        .ifPresent(shortfall -> System.err.println("WARNING " + shortfall));
    Path jobDir = new Path(settings.get(Keys.JOB_DIR));
    ClusterChecks.reachable(jobDir, FileSystem.getDefaultUri(hadoop));
    YarnConnection.within(
        YarnConnection.PATIENCE_SECONDS,
        jobDir.toString(),
        () -> {
          JobFiles.on(jobDir, YarnConnection.withShortRetries(hadoop)).checkCanFlush(jobDir);
          return null;
        });
    settings
        .find(Keys.BUNDLE)
        .filter(copy -> !copy.isEmpty())
        .ifPresent(
            copy ->
                YarnConnection.within(
                    YarnConnection.PATIENCE_SECONDS,
                    copy,
                    () -> {
                      BundleStore.requireSame(LocalBundle.find(), new Path(copy), hadoop);
                      return null;
                    }));
  }

  /**
   * Submits a job that {@link #check} has accepted. On return the job runs.
   *
   * @param output claimed once all files of the job are in place
   */
  public YarnJob submit(YarnConnection yarn, OutputHold output) {
    ApplicationSubmissionContext context = application.getApplicationSubmissionContext();
    JobSpec spec = job.spec(new JobId(applicationId(), job.number()), user, version);
    boolean whole = false;
    try {
      Path bundle = bundle(yarn);
      // On a secure cluster the ResourceManager gives tokens for commands.
      Secret control = UserGroupInformation.isSecurityEnabled() ? null : JobPreparation.newSecret();
      JobFiles files = JobFiles.on(new Path(spec.folder()), hadoop);
      files.write(spec, control, bundle.toString());
      files.writeConfiguration(spec, job.configuration());
      files.writeJars(spec, job.jars());
      List<String> extraJars = files.writeExtraJars(spec);
      job.files().copyTo(spec.files(), spec.id());
      describe(yarn, context, spec, resources(spec, bundle, extraJars), control);
      output.take(spec); // last, since the steps before it may take minutes
      whole = true;
    } catch (IOException e) {
      throw ServiceFailure.of(settings.get(Keys.JOB_DIR), e);
    } finally {
      if (!whole) {
        output.release(spec.id().toString());
        forget(spec);
      }
    }
    try {
      yarn.call(client -> client.submitApplication(context));
    } catch (FailureException e) {
      // If only the answer was lost, the job may run and need its files.
      if (e.failure().kind() != FailureKind.CLUSTER_UNREACHABLE) {
        output.release(spec.id().toString());
        forget(spec);
      }
      throw e;
    }
    return new YarnJob(yarn, spec.id(), spec.files(), hadoop, user);
  }

  /** The application's id, known after {@link #check}. */
  public String applicationId() {
    return application.getNewApplicationResponse().getApplicationId().toString();
  }

  private void forget(JobSpec spec) {
    Path folder = new Path(spec.folder());
    try {
      JobFiles.on(folder, hadoop).forget(folder);
    } catch (IOException e) {
      return; // the file system cannot be opened, so nothing is deleted
    }
  }

  /** A description of the room for the job in queue and cluster; empty if it is unknown. */
  public String room() {
    return room;
  }

  /** The Hadoop configuration for the cluster. */
  public Configuration hadoop() {
    return hadoop;
  }

  /** The administrator's bundle, or ours. Old bundles of ours are deleted. */
  private Path bundle(YarnConnection yarn) throws IOException {
    String copy = settings.find(Keys.BUNDLE).orElse("");
    if (!copy.isEmpty()) {
      return new Path(copy);
    }
    Path folder = BundleStore.folder(settings, user);
    BundleStore store = new BundleStore(folder, hadoop);
    Path bundle = store.put(LocalBundle.find());
    try {
      store.deleteUnused(
          new OldBundles.Retention(
              System.currentTimeMillis(),
              settings.get(Keys.BUNDLE_KEEP),
              () -> BundleTag.hashes(YarnJobs.tagsOfRunning(yarn))));
    } catch (IOException | FailureException e) {
      LOG.info("Old bundles in {} stay: {}", folder, e.toString());
    }
    return bundle;
  }

  private void describe(
      YarnConnection yarn,
      ApplicationSubmissionContext context,
      JobSpec spec,
      Map<String, LocalResource> resources,
      Secret control)
      throws IOException {
    context.setApplicationType(TYPE);
    context.setApplicationName(settings.get(Keys.NAME));
    context.setQueue(settings.get(Keys.QUEUE));
    context.setApplicationTags(tags());
    MasterSuccession.of(settings).applyTo(context);
    context.setResource(
        Resource.newInstance(
            settings.get(Keys.MASTER_MEMORY_MB), settings.get(Keys.MASTER_VCORES)));
    JobCredentials credentials = new JobCredentials(control);
    if (UserGroupInformation.isSecurityEnabled()) {
      credentials.addTokens(hadoop, accessedPaths(spec, resources.values()), yarn);
    }
    MasterCommand command = MasterCommand.of(spec, settings, clientPid);
    context.setAMContainerSpec(
        ContainerLaunchContext.newInstance(
            resources, command.environment(), command.line(), null, credentials.toBytes(), acls()));
  }

  /** The resources of the master. */
  private Map<String, LocalResource> resources(JobSpec spec, Path bundle, List<String> extraJars)
      throws IOException {
    JobFolder folder = spec.files();
    Map<String, LocalResource> resources = new LinkedHashMap<>();
    resources.put("job.avro", file(folder.jobFile(spec.id())));
    resources.put(HadoopFile.NAME, file(folder.hadoopConfiguration()));
    resources.put(
        "bundle", resource(bundle, LocalResourceType.ARCHIVE, LocalResourceVisibility.PRIVATE));
    for (UserJar jar : spec.jars()) {
      resources.put(jar.path(), file(folder.jar(jar))); // an InputFormat may be in one
    }
    String java = settings.find(Keys.JAVA_ARCHIVE).orElse("");
    if (!java.isEmpty()) {
      Path archive = new Path(java.substring(0, java.indexOf('#')));
      resources.put(
          Launch.JAVA_ARCHIVE,
          resource(archive, LocalResourceType.ARCHIVE, LocalResourceVisibility.PRIVATE));
    }
    for (String jar : extraJars) {
      resources.put(ExtraClasses.FOLDER + "/" + jar, file(folder.classPath() + "/" + jar));
    }
    return resources;
  }

  /**
   * The user's tags, one that names the bundle, and one for a session. The bundle's tag keeps the
   * bundle from being swept while the job runs.
   */
  private Set<String> tags() {
    Set<String> tags = new HashSet<>(Arrays.asList(settings.get(Keys.TAGS).split(",", -1)));
    tags.removeIf(String::isBlank);
    tags.add(BundleTag.of(LocalBundle.find()));
    if (job.isSession()) {
      tags.add(YarnJobs.SESSION_TAG);
    }
    return tags;
  }

  /** The view and modify ACLs. The owner and administrators always have both rights. */
  private Map<ApplicationAccessType, String> acls() {
    Map<ApplicationAccessType, String> acls = new LinkedHashMap<>();
    acls.put(ApplicationAccessType.VIEW_APP, settings.get(Keys.ACL_VIEW));
    acls.put(ApplicationAccessType.MODIFY_APP, settings.get(Keys.ACL_MODIFY));
    return acls;
  }

  /** All paths that the job's containers read or write, including the localized resources. */
  private Set<Path> accessedPaths(JobSpec spec, Collection<LocalResource> resources)
      throws IOException {
    Set<Path> touched = new LinkedHashSet<>();
    touched.add(new Path(spec.folder()));
    job.inputs().forEach(input -> touched.add(new Path(input)));
    job.outputs().forEach(output -> touched.add(new Path(output)));
    for (UserFile file : UserFile.of(settings)) {
      touched.add(new Path(file.place(spec.files(), spec.id())));
    }
    for (LocalResource resource : resources) {
      try {
        touched.add(resource.getResource().toPath());
      } catch (URISyntaxException e) {
        throw new IOException(e);
      }
    }
    return touched;
  }

  private LocalResource file(String path) throws IOException {
    return resource(new Path(path), LocalResourceType.FILE, LocalResourceVisibility.APPLICATION);
  }

  private LocalResource resource(
      Path path, LocalResourceType type, LocalResourceVisibility visibility) throws IOException {
    FileSystem files = path.getFileSystem(hadoop);
    FileStatus status = files.getFileStatus(path);
    // NodeManagers fetch it, and may lack this client's ViewFS mounts.
    return LocalResource.newInstance(
        URL.fromPath(files.resolvePath(path)),
        type,
        visibility,
        status.getLen(),
        status.getModificationTime());
  }
}
