package trainer.client.submit;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import trainer.avro.job.JobFile;
import trainer.client.config.ClientConfiguration;
import trainer.client.config.ConfiguredValue;
import trainer.container.files.ExtraClasses;
import trainer.container.identity.HadoopFile;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobFolder;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.protocol.auth.Secret;

/**
 * The files that the client puts into an application's folder: job, configuration, control secret,
 * the bundle's address. Folders are 0700, files 0600.
 */
public final class JobFiles {
  private static final FsPermission FOLDER = new FsPermission((short) 0700);
  private static final FsPermission FILE = new FsPermission((short) 0600);

  private final FileSystem files;
  private final Configuration hadoop;

  private JobFiles(FileSystem files, Configuration hadoop) {
    this.files = files;
    this.hadoop = hadoop;
  }

  /** On the file system of a path. */
  public static JobFiles on(Path path, Configuration hadoop) throws IOException {
    return new JobFiles(path.getFileSystem(hadoop), hadoop);
  }

  /**
   * Makes the parent of the job folders and checks whether its file system can flush. If it cannot,
   * the folders made here are deleted again.
   *
   * @throws FailureException JOB_DIR_CANNOT_FLUSH
   */
  public void checkCanFlush(Path jobDir) throws IOException {
    check(jobDir, true);
  }

  /**
   * Checks the same and deletes the folders made here in any case.
   *
   * @throws FailureException JOB_DIR_CANNOT_FLUSH
   */
  public void tryCanFlush(Path jobDir) throws IOException {
    check(jobDir, false);
  }

  private void check(Path jobDir, boolean keeps) throws IOException {
    Path made = null;
    boolean good = false;
    try {
      made = topmostMissing(jobDir);
      makeFolder(jobDir);
      // On a local disk the journal writes through the raw file system, which flushes.
      if (!files.getScheme().equals("file")) {
        probe(jobDir);
      }
      good = true;
    } catch (IOException e) {
      throw UnwritableFolder.of("the job's folder", jobDir, "set trainer.job.dir to another", e);
    } finally {
      if ((!good || !keeps) && made != null) {
        deleteEmpty(jobDir, made);
      }
    }
  }

  /**
   * Deletes empty folders from the innermost out. It stops at a folder that meanwhile holds other
   * files.
   */
  private void deleteEmpty(Path innermost, Path outermost) {
    try {
      Path at = innermost;
      while (files.delete(at, false) && !at.equals(outermost)) {
        at = at.getParent();
      }
    } catch (IOException e) {
      return; // not empty or not deletable, so it stays
    }
  }

  private void probe(Path jobDir) throws IOException {
    Path probe = new Path(jobDir, ".probe-" + UUID.randomUUID());
    try (FSDataOutputStream out = files.create(probe)) {
      if (!out.hasCapability("hflush")) {
        throw new FailureException(
            FailureKind.JOB_DIR_CANNOT_FLUSH,
            "the file system cannot hflush, so nothing could be kept safe there",
            jobDir.toString(),
            "set trainer.job.dir to a folder on HDFS");
      }
      out.write(0);
      out.hflush();
    } finally {
      forget(probe);
    }
  }

  private Path topmostMissing(Path folder) throws IOException {
    Path missing = null;
    for (Path at = folder; at != null && !files.exists(at); at = at.getParent()) {
      missing = at;
    }
    return missing;
  }

  /**
   * Deletes the folder of a job that will not run. A failure is ignored, so that it hides none
   * before it.
   */
  public void forget(Path folder) {
    try {
      files.delete(folder, true);
    } catch (IOException e) {
      return; // the failed write before it is reported
    }
  }

  /**
   * Writes all files of an application: of its only job, or of a session.
   *
   * @param control null where the cluster's tokens authenticate commands
   * @param bundle the bundle's URI, or null when no bundle has to be fetched
   */
  public void write(JobSpec spec, Secret control, String bundle) throws IOException {
    JobFolder folder = spec.files();
    makeFolder(new Path(spec.folder()));
    makeFolder(new Path(folder.fleet()));
    makeFolder(new Path(spec.folder() + "/logs"));
    writeJob(spec);
    try (OutputStream out = create(folder.hadoopConfiguration())) {
      HadoopFile.write(hadoop, out);
    }
    if (control != null) {
      try (OutputStream out = create(folder.controlSecret())) {
        out.write(control.toBytes());
      }
    }
    if (bundle != null) {
      try (OutputStream out = create(folder.bundleUri())) {
        out.write((bundle + "\n").getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private void writeJob(JobSpec spec) throws IOException {
    JobFolder folder = spec.files();
    makeFolder(new Path(folder.jobs()));
    makeJobFolder(spec.id(), folder);
    JobFile.write(spec, create(folder.jobFile(spec.id())));
  }

  /** Writes the values of all keys with their sources. */
  public void writeConfiguration(JobSpec spec, ClientConfiguration configuration)
      throws IOException {
    String json =
        ConfiguredValue.document(ConfiguredValue.ofJob(spec, configuration)).toPrettyString();
    writeWhole(spec.files().configuration(spec.id()), json.getBytes(StandardCharsets.UTF_8));
  }

  /** Makes the folder of one job. */
  public void makeJobFolder(JobId job, JobFolder folder) throws IOException {
    makeFolder(new Path(folder.job(job)));
  }

  /** Writes a file that nobody sees before it is whole. */
  public void writeWhole(String place, byte[] text) throws IOException {
    Path part = new Path(place + "._" + UUID.randomUUID());
    try (OutputStream out = create(part.toString())) {
      out.write(text);
    }
    if (!files.rename(part, new Path(place))) {
      throw new IOException(part + " cannot be renamed to " + place);
    }
  }

  /** Writes the name of the machine of a run. */
  public void writeHost(JobSpec spec, String host) throws IOException {
    try (OutputStream out = create(spec.files().host())) {
      out.write((host + "\n").getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Writes the user's jars, under their hashes; one that is there already stays untouched. */
  public void writeJars(JobSpec spec, UserJars jars) throws IOException {
    makeFolder(new Path(spec.folder() + "/jars"));
    Map<Path, Path> parts = new LinkedHashMap<>();
    jars.copyTo(
        jar -> {
          Path place = new Path(spec.files().jar(jar));
          if (files.exists(place)) {
            return OutputStream.nullOutputStream();
          }
          Path part = place.suffix("._" + UUID.randomUUID());
          parts.put(part, place);
          return create(part.toString());
        });
    for (Map.Entry<Path, Path> part : parts.entrySet()) {
      if (!files.rename(part.getKey(), part.getValue())) {
        files.delete(part.getKey(), false); // another client was faster
      }
    }
  }

  /** Writes the jars of {@code trainer.classpath.extra}; returns the names of the files. */
  public List<String> writeExtraJars(JobSpec spec) throws IOException {
    List<String> names = new ArrayList<>();
    for (java.nio.file.Path jar : ExtraClasses.jars(hadoop)) {
      String name = ExtraClasses.name(names.size(), jar);
      makeFolder(new Path(spec.files().classPath()));
      try (OutputStream out = create(spec.files().classPath() + "/" + name)) {
        Files.copy(jar, out);
      }
      names.add(name);
    }
    return names;
  }

  private OutputStream create(String path) throws IOException {
    return FileSystem.create(files, new Path(path), FILE);
  }

  private void makeFolder(Path folder) throws IOException {
    if (!files.exists(folder)) {
      FileSystem.mkdirs(files, folder, FOLDER);
    }
  }
}
