package trainer.client.session;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.ipc.RemoteException;
import trainer.avro.job.JobFile;
import trainer.client.submit.JobFiles;
import trainer.client.submit.Preparation;
import trainer.core.digest.Sha256;
import trainer.core.job.JobFolder;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;

/**
 * The place of a new job in the folder of a session. The number is claimed first, so that two
 * clients never have the same; the job's files come next, and its job file last.
 */
public final class SessionPlace {
  private static final String CLAIM = "claim";

  /** What HDFS throws for a file that another client has made, or makes just now. */
  private static final Pattern OTHERS =
      Pattern.compile("(FileAlreadyExists|AlreadyBeingCreated|RecoveryInProgress)Exception$");

  private final FileSystem files;
  private final Configuration hadoop;
  private final JobFolder folder;

  private SessionPlace(FileSystem files, Configuration hadoop, JobFolder folder) {
    this.files = files;
    this.hadoop = hadoop;
    this.folder = folder;
  }

  /** In the folder of a session. */
  public static SessionPlace in(JobFolder folder, Configuration hadoop) throws IOException {
    return new SessionPlace(new Path(folder.root()).getFileSystem(hadoop), hadoop, folder);
  }

  /** The definition of the session; null if there is none in the folder. */
  public JobSpec session(String application) throws IOException {
    String place = folder.jobFile(JobId.ofSession(application));
    if (!files.exists(new Path(place))) {
      return null;
    }
    try (InputStream in = files.open(new Path(place))) {
      return JobFile.read(in, place);
    }
  }

  /** Claims the next number. */
  public JobId claim(String application) throws IOException {
    JobFiles target = JobFiles.on(new Path(folder.root()), hadoop);
    JobId job = new JobId(application, last());
    do {
      job = new JobId(application, job.number() + 1);
      target.makeJobFolder(job, folder);
    } while (!isClaimed(new Path(folder.job(job), CLAIM)));
    return job;
  }

  /** Whether this client has made the file; another one may be faster. */
  private boolean isClaimed(Path claim) throws IOException {
    try {
      create(claim);
      return true;
    } catch (FileAlreadyExistsException | java.nio.file.FileAlreadyExistsException e) {
      return false;
    } catch (RemoteException e) {
      if (OTHERS.matcher(e.getClassName()).find()) {
        return false;
      }
      throw e;
    }
  }

  /**
   * Creates the file exclusively. Hadoop's local file system would check and create in two steps.
   */
  private void create(Path claim) throws IOException {
    if ("file".equals(files.getUri().getScheme())) {
      Files.createFile(java.nio.file.Path.of(files.makeQualified(claim).toUri().getPath()));
    } else {
      files.create(claim, false).close();
    }
  }

  private int last() throws IOException {
    int last = 0;
    for (FileStatus one : files.listStatus(new Path(folder.jobs()))) {
      String name = one.getPath().getName();
      last = Math.max(last, name.matches("[0-9]{1,8}") ? Integer.parseInt(name) : 0);
    }
    return last;
  }

  /**
   * Writes the files of a job whose number is claimed.
   *
   * @return SHA-256 of the job file
   */
  public String write(JobSpec spec, Preparation job) throws IOException {
    JobFiles target = JobFiles.on(new Path(folder.root()), hadoop);
    target.writeConfiguration(spec, job.configuration());
    target.writeJars(spec, job.jars());
    job.files().copyTo(folder, spec.id());
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    JobFile.write(spec, text);
    target.writeWhole(folder.jobFile(spec.id()), text.toByteArray());
    return Sha256.hex(text.toByteArray());
  }

  /** Deletes the files of a job that the session did not accept; its number stays claimed. */
  public void forget(JobId job) throws IOException {
    files.delete(new Path(folder.jobFile(job)), false);
    files.delete(new Path(folder.configuration(job)), false);
  }
}
