package trainer.client.retention;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.avro.job.JobFile;
import trainer.client.watch.JobDocument;
import trainer.core.failure.Failpoint;
import trainer.core.job.JobFolder;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.master.report.LifecycleReport;

/**
 * A user's job folders below some roots. A folder is renamed before it is deleted, to a name that
 * no command takes for a job. After a crash in between, the next run deletes the rest.
 */
public final class JobFolders {
  private static final String DELETED = ".deleted-";
  private static final String ENDS = "EXITED|FAILED|KILLED";

  private final Configuration hadoop;
  private final List<String> roots;
  private final String user;
  private final ApplicationLife life;

  /**
   * @param roots folders of job folders, as URIs; they need not exist
   * @param user the owner on file systems of a cluster
   */
  public JobFolders(Configuration hadoop, List<String> roots, String user, ApplicationLife life) {
    this.hadoop = hadoop;
    this.roots = List.copyOf(roots);
    this.user = user;
    this.life = life;
  }

  /**
   * Reads every folder of the user.
   *
   * @param changedBefore in epoch milliseconds. A folder that was changed later counts as running;
   *     only its references are read
   * @throws IOException if a storage does not answer, or if a job file cannot be read: the job may
   *     need another folder
   */
  public List<StoredFolder> read(long changedBefore) throws IOException {
    List<StoredFolder> found = new ArrayList<>();
    for (String root : roots) {
      for (FileStatus folder : children(new Path(root))) {
        if (isOurs(folder) && JobFolder.isApplication(folder.getPath().getName())) {
          found.add(stored(folder, folder.getModificationTime() >= changedBefore));
        }
      }
    }
    return found;
  }

  /** The bytes of a folder's files, each counted once. */
  public long bytes(StoredFolder folder) throws IOException {
    Path path = new Path(folder.path());
    try {
      return path.getFileSystem(hadoop).getContentSummary(path).getLength();
    } catch (FileNotFoundException e) {
      return 0; // deleted meanwhile
    }
  }

  /**
   * Deletes a folder.
   *
   * @return false if it is gone already
   */
  public boolean delete(StoredFolder folder) throws IOException {
    Path path = new Path(folder.path());
    FileSystem files = path.getFileSystem(hadoop);
    Path renamed = new Path(path.getParent(), DELETED + path.getName());
    try {
      if (!files.rename(path, renamed)) {
        return false;
      }
    } catch (FileNotFoundException e) {
      return false; // another client deletes it
    }
    Failpoint.hit("client.afterFolderRenamed");
    files.delete(renamed, true);
    return true;
  }

  /** Deletes the rest of folders whose deletion was cut off. */
  public void finishDeletions() throws IOException {
    for (String root : roots) {
      for (FileStatus folder : children(new Path(root))) {
        String name = folder.getPath().getName();
        if (name.startsWith(DELETED)
            && JobFolder.isApplication(name.substring(DELETED.length()))
            && isOurs(folder)) {
          folder.getPath().getFileSystem(hadoop).delete(folder.getPath(), true);
        }
      }
    }
  }

  private boolean isOurs(FileStatus folder) throws IOException {
    Path path = folder.getPath();
    if (!path.toUri().getScheme().equals("file")) {
      return folder.isDirectory() && folder.getOwner().equals(user);
    }
    java.nio.file.Path local = java.nio.file.Path.of(path.toUri().getPath());
    return Files.isDirectory(local)
        && Files.getOwner(local).getName().equals(System.getProperty("user.name"));
  }

  /** The end of an application by the reports of its jobs. */
  private static final class Ends {
    private final Set<String> states = new HashSet<>();
    private boolean isComplete = true;
    private boolean holdsModel;
    private long last;

    private void add(byte[] report, Path folder) throws IOException {
      LifecycleReport job = report == null ? null : JobDocument.parse(report).report().lifecycle();
      if (job == null || job.state() == null || !job.state().matches(ENDS)) {
        isComplete = false;
        return;
      }
      states.add(job.state());
      job.states().forEach(state -> last = Math.max(last, state.at()));
      holdsModel |= isWithin(job.modelLocation(), folder);
      holdsModel |= job.scores() != null && isWithin(job.scores().output(), folder);
      holdsModel |= job.imported() != null && isWithin(job.imported().output(), folder);
    }

    private static boolean isWithin(String location, Path folder) {
      return location != null && location.contains("/" + folder.getName() + "/");
    }

    private String state() {
      return states.contains("FAILED") || states.isEmpty()
          ? "FAILED"
          : states.contains("KILLED") ? "KILLED" : "EXITED";
    }
  }

  private StoredFolder stored(FileStatus status, boolean isRecent) throws IOException {
    String application = status.getPath().getName();
    JobFolder folder = new JobFolder(status.getPath().toString());
    Set<String> references = new HashSet<>();
    Ends ends = new Ends();
    long changed = status.getModificationTime();
    boolean hasJobs = false;
    for (FileStatus job : children(new Path(folder.jobs()))) {
      String number = job.getPath().getName();
      if (number.matches("[0-9]{1,9}")) {
        JobId id = new JobId(application, Integer.parseInt(number));
        references.addAll(references(new Path(folder.jobFile(id))));
        changed = Math.max(changed, job.getModificationTime());
        if (!id.isSession() && !isRecent) {
          ends.add(bytesOf(new Path(folder.report(id))), status.getPath());
          hasJobs = true;
        }
      }
    }
    references.remove(application);
    String state = isRecent ? StoredFolder.RUNNING : state(application, folder, ends, hasJobs);
    long endedAt = ends.isComplete && ends.last > 0 ? ends.last : changed;
    return new StoredFolder(
        application, folder.root(), state, endedAt, references, ends.holdsModel);
  }

  private String state(String application, JobFolder folder, Ends ends, boolean hasJobs)
      throws IOException {
    byte[] host = bytesOf(new Path(folder.host()));
    String machine = host == null ? "" : new String(host, StandardCharsets.UTF_8).strip();
    boolean isReported = hasJobs && ends.isComplete;
    return switch (life.of(application, machine)) {
      case RUNNING -> StoredFolder.RUNNING;
      case OVER -> hasJobs ? ends.state() : "EXITED";
      case UNKNOWN -> isReported ? ends.state() : StoredFolder.UNKNOWN;
    };
  }

  /** The applications in the settings of a job; none if it has no file. */
  private Set<String> references(Path jobFile) throws IOException {
    Set<String> found = new HashSet<>();
    try (InputStream in = jobFile.getFileSystem(hadoop).open(jobFile)) {
      JobSpec spec = JobFile.read(in, jobFile.toString());
      for (String value : spec.settings().values()) {
        Matcher application = JobFolder.APPLICATION.matcher(value);
        while (application.find()) {
          found.add(application.group());
        }
      }
    } catch (FileNotFoundException e) {
      return Set.of();
    }
    return found;
  }

  private byte[] bytesOf(Path file) throws IOException {
    try (InputStream in = file.getFileSystem(hadoop).open(file)) {
      return in.readAllBytes();
    } catch (FileNotFoundException e) {
      return null;
    }
  }

  private List<FileStatus> children(Path folder) throws IOException {
    try {
      return List.of(folder.getFileSystem(hadoop).listStatus(folder));
    } catch (FileNotFoundException e) {
      return List.of();
    }
  }
}
