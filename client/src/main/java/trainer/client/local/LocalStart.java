package trainer.client.local;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileUtil;
import trainer.client.bundle.LocalBundle;
import trainer.client.submit.JobFiles;
import trainer.client.submit.JobPreparation;
import trainer.client.submit.Machine;
import trainer.client.submit.OutputHold;
import trainer.client.submit.Preparation;
import trainer.client.submit.ServiceFailure;
import trainer.container.files.ExtraClasses;
import trainer.container.identity.HadoopFile;
import trainer.container.launch.CommandLine;
import trainer.container.launch.MachineRoom;
import trainer.container.launch.MasterCommand;
import trainer.core.config.Keys;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.protocol.auth.Secret;

/**
 * The start of a prepared job on this machine. The run's working folders are below {@code local/}
 * of its job folder, in the layout of a NodeManager.
 */
public final class LocalStart {
  private static final String HOST = "localhost";
  private static final String SECRET_FILE = "job.secret";

  /**
   * Makes the run ignore SIGINT and SIGHUP; all its processes inherit this. A terminal sends both
   * to all of the client's processes. The client alone reacts, and lets the master end the run in
   * order.
   */
  private static final String UNHURT = "trap '' INT HUP; ";

  private final Preparation job;
  private final String user;
  private final String version;
  private Path scratch;

  public LocalStart(Preparation job, String user, String version) {
    this.job = job;
    this.user = user;
    this.version = version;
  }

  /** An id for a run that begins now. */
  static String newId() {
    String time =
        LocalDateTime.now(ZoneId.systemDefault())
            .format(DateTimeFormatter.ofPattern("yyyyMMddHHmmssSSS"));
    return "local_" + time + "_" + ProcessHandle.current().pid();
  }

  /** Checks that the machine has room for the run, and that the job folder can be used. */
  public void check() {
    MachineCheck.check(job.settings(), MachineRoom.here())
        .ifPresent(warning -> System.err.println("WARNING " + warning));
    if (!job.settings().get(Keys.OVERCOMMIT)) {
      ProcessLimits.check();
    }
    org.apache.hadoop.fs.Path jobDir = jobDir();
    try {
      JobFiles.on(jobDir, job.configuration().hadoop()).checkCanFlush(jobDir);
    } catch (IOException e) {
      throw ServiceFailure.of(jobDir.toString(), e);
    }
  }

  /**
   * Starts the master.
   *
   * @param output the output, which is claimed first
   */
  public LocalJob start(OutputHold output) {
    JobSpec spec = job.spec(new JobId(newId(), job.number()), user, version);
    output.take(spec);
    Process master = null;
    try {
      JobFiles files = JobFiles.on(jobDir(), job.configuration().hadoop());
      files.write(spec, JobPreparation.newSecret(), null);
      files.writeConfiguration(spec, job.configuration());
      files.writeHost(spec, Machine.name());
      scratch = scratchOf(spec);
      master = startMaster(spec, scratch);
      return new LocalJob(spec.id(), spec.files(), job.configuration().hadoop(), user, master);
    } catch (IOException e) {
      throw ServiceFailure.of(spec.folder(), e);
    } finally {
      if (master == null) {
        output.release(spec.id().toString());
        forget(spec);
      }
    }
  }

  /** Deletes the files of a run that could not be started. */
  private void forget(JobSpec spec) {
    org.apache.hadoop.fs.Path folder = new org.apache.hadoop.fs.Path(spec.folder());
    try {
      JobFiles.on(folder, job.configuration().hadoop()).forget(folder);
    } catch (IOException e) {
      return; // the file system cannot be opened, so nothing is deleted
    }
    if (scratch != null) {
      clear();
    }
  }

  /** Deletes the working folders of a job that has ended and whose logs are complete. */
  public void clear() {
    FileUtil.fullyDelete(scratch.toFile()); // all their content is also in the job's folder
  }

  private org.apache.hadoop.fs.Path jobDir() {
    return new org.apache.hadoop.fs.Path(job.settings().get(Keys.JOB_DIR));
  }

  /**
   * The working folder: below the job folder if that is on a local disk, else in the temporary
   * folder.
   */
  private static Path scratchOf(JobSpec spec) throws IOException {
    java.net.URI folder = new org.apache.hadoop.fs.Path(spec.folder()).toUri();
    if ("file".equals(folder.getScheme())) {
      return makePrivate(Path.of(folder.getPath(), "local"));
    }
    return Files.createTempDirectory("trainer-" + spec.id().application() + "-");
  }

  private static Path makePrivate(Path folder) throws IOException {
    return Files.createDirectories(
        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  private Process startMaster(JobSpec spec, Path scratch) throws IOException {
    String id = "container_" + spec.id().application() + "_01_000001";
    Path work = makePrivate(scratch.resolve("work").resolve(id));
    Path logs = makePrivate(scratch.resolve("logs").resolve(id));
    trainer.avro.job.JobFile.write(spec, newFile(work.resolve("job.avro")));
    try (OutputStream out = newFile(work.resolve(HadoopFile.NAME))) {
      HadoopFile.write(job.configuration().hadoop(), out);
    }
    makePrivate(work.resolve(CommandLine.TEMPORARY));
    makePrivate(work.resolve("jars"));
    job.jars().copyTo(jar -> newFile(work.resolve(jar.path())));
    Path extra = makePrivate(work.resolve(ExtraClasses.FOLDER));
    List<Path> extraJars = ExtraClasses.jars(job.configuration().hadoop());
    for (int i = 0; i < extraJars.size(); i++) {
      Path jar = extraJars.get(i);
      Files.createSymbolicLink(extra.resolve(ExtraClasses.name(i, jar)), jar.toAbsolutePath());
    }
    job.files().localize(work);
    Files.createSymbolicLink(work.resolve("bundle"), LocalBundle.find().folder());
    Secret secret = JobPreparation.newSecret();
    try (OutputStream out = newFile(work.resolve(SECRET_FILE))) {
      out.write(secret.toBytes());
    }
    MasterCommand command =
        MasterCommand.ofLocal(
            spec, job.settings(), ProcessHandle.current().pid(), SECRET_FILE, job.readBytes());
    ProcessBuilder builder =
        new ProcessBuilder(List.of("/bin/bash", "-c", UNHURT + String.join(" ", command.line())))
            .directory(work.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    Map<String, String> environment = builder.environment();
    environment.putAll(command.environment());
    environment.put("CONTAINER_ID", id);
    environment.put("NM_HOST", HOST);
    environment.put("LOG_DIRS", logs.toString());
    environment.put("LOCAL_DIRS", scratch.toString());
    environment.put("PWD", work.toString());
    return builder.start();
  }

  private static OutputStream newFile(Path path) throws IOException {
    Files.createFile(
        path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    return Files.newOutputStream(path);
  }
}
