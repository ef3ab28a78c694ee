package trainer.data.format.hadoop;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.StringUtils;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.data.file.PinnedFile;

/** The splits of one file. Confined to one thread. */
final class FileSplits {
  /** The characters that have a meaning in a path with wildcards. */
  private static final String WILDCARDS = "[*?{}\\[\\]\\\\]";

  private final InputFormat<?, ?> format;
  private final PinnedFile file;
  private final int maxRecordBytes;
  private final JobConf job;
  private final FormatFailures failures;
  private final List<SplitPlace> places;

  /**
   * Asks a format for the splits of a file.
   *
   * @throws FailureException INPUT_BAD_FILE for splits that are no ranges of this file;
   *     INPUT_CORRUPT
   */
  FileSplits(InputFormat<?, ?> format, Configuration hadoop, PinnedFile file, int maxRecordBytes) {
    this.format = format;
    this.file = file;
    this.maxRecordBytes = maxRecordBytes;
    this.failures = new FormatFailures(format.getClass().getName(), path());
    this.job = job(hadoop);
    this.places = file.length() == 0 ? List.of() : ranges(given());
  }

  /** A job whose input is the file alone, with this process's tokens for file systems. */
  private JobConf job(Configuration hadoop) {
    JobConf conf = new JobConf(hadoop);
    String escaped = path().replaceAll(WILDCARDS, "\\\\$0");
    conf.set(FileInputFormat.INPUT_DIR, StringUtils.escapeString(escaped));
    try {
      conf.getCredentials().mergeAll(UserGroupInformation.getCurrentUser().getCredentials());
    } catch (IOException e) {
      throw failures.of(e, path());
    }
    return conf;
  }

  private List<InputSplit> given() {
    try {
      return format.getSplits(new JobContextImpl(job, new JobID()));
    } catch (Throwable e) { // any exception of the class is reported with its name
      throw failures.of(e, path());
    }
  }

  private List<SplitPlace> ranges(List<InputSplit> given) {
    List<SplitPlace> ranges = new ArrayList<>();
    for (InputSplit split : given) {
      if (!(split instanceof FileSplit range)) {
        throw refused("makes splits of the class " + split.getClass().getName());
      }
      if (!range.getPath().equals(new Path(path()))) {
        throw refused("makes a split of another file, " + range.getPath());
      }
      ranges.add(new SplitPlace(range));
    }
    ranges.sort(Comparator.comparingLong(SplitPlace::offset));
    for (int i = 1; i < ranges.size(); i++) {
      if (ranges.get(i).offset() == ranges.get(i - 1).offset()) {
        throw refused("makes two splits that begin at byte " + ranges.get(i).offset());
      }
    }
    return List.copyOf(ranges);
  }

  private FailureException refused(String what) {
    return new FailureException(
        FailureKind.INPUT_BAD_FILE,
        format.getClass().getName() + " " + what,
        path(),
        "name an InputFormat whose splits are ranges of each file, FileSplit");
  }

  PinnedFile file() {
    return file;
  }

  String path() {
    return file.file().path();
  }

  /** The splits in the order of their offsets. */
  List<SplitPlace> places() {
    return places;
  }

  /**
   * The split of a block.
   *
   * @throws FailureException INPUT_CHANGED if there is none
   */
  SplitPlace at(long offset, long length) {
    return places.stream()
        .filter(place -> place.offset() == offset && place.length() == length)
        .findFirst()
        .orElseThrow(() -> changed("there is no split of " + length + " bytes now", offset));
  }

  /** The failure of a file or a class that gives other records than the index has. */
  FailureException changed(String what, long offset) {
    return new FailureException(
        FailureKind.INPUT_CHANGED, what, path() + " at byte " + offset, "start a new job");
  }

  /**
   * Opens the records of a split.
   *
   * @throws FailureException INPUT_CORRUPT, INPUT_CHANGED, STORAGE_FAILED
   */
  SplitReader open(SplitPlace place) {
    file.verify();
    return new SplitReader(format, job, place, failures, maxRecordBytes);
  }
}
