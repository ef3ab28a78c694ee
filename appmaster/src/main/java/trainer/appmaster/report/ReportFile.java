package trainer.appmaster.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import trainer.container.files.Replacement;
import trainer.core.job.JobState;

/** {@code report.json} in the job's folder: written beside and renamed, so that it is whole. */
public final class ReportFile {
  private static final String NAME = "report.json";
  private static final FsPermission PERMISSION = new FsPermission((short) 0600);

  private ReportFile() {}

  /** Where a job's report lies. */
  public static Path in(String jobFolder) {
    return new Path(jobFolder, NAME);
  }

  /** Whether a report is there that says that the job ended so. */
  public static boolean says(FileSystem files, Path report, JobState end) throws IOException {
    try (InputStream in = files.open(report)) {
      return end.name().equals(new ObjectMapper().readTree(in).path("state").asText());
    } catch (FileNotFoundException | JsonProcessingException e) {
      return false;
    }
  }

  /** Writes the report in place of any earlier one. */
  public static void write(FileSystem files, Path report, String json) throws IOException {
    Path beside = new Path(report.getParent(), "_" + NAME);
    try (OutputStream out = files.create(beside, true)) {
      out.write(json.getBytes(StandardCharsets.UTF_8));
    }
    files.setPermission(beside, PERMISSION);
    Replacement.rename(files, beside, report);
  }
}
