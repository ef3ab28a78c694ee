package trainer.client.history;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.job.JobFolder;
import trainer.journal.report.ReportFile;

/**
 * The jobs of a folder of job folders. A report is read once, and again when it has changed. Any
 * thread.
 */
final class HistoryFolder {
  private static final Logger LOG = LoggerFactory.getLogger(HistoryFolder.class);
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");
  private static final int READERS = 8;

  private record Known(Path report, long changedAt, HistoryEntry entry) {}

  private final FileSystem files;
  private final Path root;
  private final Map<String, Known> known = new ConcurrentHashMap<>();
  private volatile List<HistoryEntry> newestFirst = List.of();

  HistoryFolder(FileSystem files, Path root) {
    this.files = files;
    this.root = root;
  }

  /** The jobs as of the last refresh, the newest first. */
  List<HistoryEntry> jobs() {
    return newestFirst;
  }

  /**
   * Reads what is new, and forgets the jobs whose folders have gone. A report that cannot be read
   * is left out, with a warning in the log.
   */
  synchronized void refresh() throws IOException {
    Set<String> present = ConcurrentHashMap.newKeySet();
    ExecutorService readers = Executors.newFixedThreadPool(READERS);
    try {
      List<Future<?>> open = new ArrayList<>();
      for (FileStatus application : children(root)) {
        if (JobFolder.isApplication(application.getPath().getName())) {
          open.add(readers.submit(() -> readJobs(application.getPath(), present)));
        }
      }
      for (Future<?> one : open) {
        one.get();
      }
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    } finally {
      readers.shutdownNow();
    }
    known.keySet().retainAll(present);
    newestFirst =
        known.values().stream()
            .map(Known::entry)
            .sorted(Comparator.comparingLong(HistoryEntry::startedAt).reversed())
            .toList();
  }

  private void readJobs(Path application, Set<String> present) {
    try {
      for (FileStatus job : children(new Path(application, "jobs"))) {
        String number = job.getPath().getName();
        if (NUMBER.matcher(number).matches()) {
          String id =
              number.equals("0") ? application.getName() : application.getName() + "." + number;
          present.add(id);
          read(id, job);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void read(String id, FileStatus job) {
    Path report = ReportFile.in(job.getPath().toString());
    Known before = known.get(id);
    try {
      long changedAt = files.getFileStatus(report).getModificationTime();
      if (before == null || before.changedAt() != changedAt) {
        try (InputStream in = files.open(report)) {
          known.put(id, new Known(report, changedAt, HistoryEntry.read(in, id)));
        }
      }
    } catch (FileNotFoundException e) {
      known.put(id, new Known(report, 0, HistoryEntry.unknown(id, job.getModificationTime())));
    } catch (IOException e) {
      LOG.warn("{} cannot be read", report, e);
    }
  }

  private List<FileStatus> children(Path folder) throws IOException {
    try {
      return Arrays.asList(files.listStatus(folder));
    } catch (FileNotFoundException e) {
      return List.of();
    }
  }

  /** The text of a file in the folder of a job; empty if there is none any more. */
  Optional<String> text(String jobId, String name) throws IOException {
    Known one = known.get(jobId);
    if (one == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(ReportFile.read(files, new Path(one.report().getParent(), name)));
    } catch (FileNotFoundException e) {
      return Optional.empty(); // deleted since the refresh
    }
  }
}
