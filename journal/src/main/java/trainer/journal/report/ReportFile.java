package trainer.journal.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.container.files.Replacement;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobFolder;
import trainer.core.job.JobState;
import trainer.master.report.LifecycleReport;
import trainer.master.report.ReportJson;

/**
 * The files {@code report.json} and {@code report.html} in the job's folder. Each is written under
 * another name and renamed, so that it is always whole.
 */
public final class ReportFile {
  private static final Logger LOG = LoggerFactory.getLogger(ReportFile.class);

  /** The name of the report in the job's folder. */
  public static final String NAME = "report.json";

  private static final FsPermission PERMISSION = new FsPermission((short) 0600);

  private ReportFile() {}

  /** The path of a job's report. */
  public static Path in(String jobFolder) {
    return new Path(jobFolder, NAME);
  }

  /**
   * The end of a job.
   *
   * @param failure null where there is none; its {@code what} is all of the message
   */
  public record End(JobState state, Failure failure) {}

  /** The end in a report; empty if there is no whole report or the job has not ended. */
  public static Optional<End> end(FileSystem files, Path report) throws IOException {
    try (InputStream in = files.open(report)) {
      return end(ReportJson.read(new ObjectMapper().readTree(in)).lifecycle());
    } catch (FileNotFoundException | JsonProcessingException e) {
      return Optional.empty();
    }
  }

  private static Optional<End> end(LifecycleReport report) {
    return Arrays.stream(JobState.values())
        .filter(state -> state.isEnd() && state.name().equals(report.state()))
        .findFirst()
        .map(state -> new End(state, failure(report.failure())));
  }

  private static Failure failure(LifecycleReport.Cause cause) {
    return Arrays.stream(FailureKind.values())
        .filter(kind -> cause != null && kind.name().equals(cause.kind()))
        .findFirst()
        .map(kind -> new Failure(kind, what(cause), "", ""))
        .orElse(null);
  }

  private static String what(LifecycleReport.Cause cause) {
    return cause.message().replaceFirst("^" + cause.kind() + ": ", "");
  }

  /** The report as it is, JSON. */
  public static String read(FileSystem files, Path report) throws IOException {
    try (InputStream in = files.open(report)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /**
   * Writes the report in place of any earlier one, and {@code report.html} beside it. A page that
   * cannot be written is left out.
   */
  public static void write(FileSystem files, Path report, String json) throws IOException {
    replace(files, report, json);
    Path page = new Path(report.getParent(), ReportPage.NAME);
    try {
      replace(files, page, ReportPage.of(json, configuration(files, report.getParent())));
    } catch (IOException e) {
      LOG.warn("There is no {}", page, e);
    }
  }

  private static String configuration(FileSystem files, Path jobFolder) {
    Path file = new Path(jobFolder, JobFolder.CONFIGURATION);
    try {
      return read(files, file);
    } catch (IOException e) {
      LOG.warn("{} lacks the configuration", ReportPage.NAME, e);
      return "null";
    }
  }

  private static void replace(FileSystem files, Path file, String text) throws IOException {
    Path beside = new Path(file.getParent(), "_" + file.getName());
    try (OutputStream out = files.create(beside, true)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    files.setPermission(beside, PERMISSION);
    Replacement.rename(files, beside, file);
  }
}
