package trainer.appmaster.report;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;

/** {@code report.json} in the job's folder: written beside and renamed, so that it is whole. */
public final class ReportFile {
  private static final String NAME = "report.json";
  private static final FsPermission PERMISSION = new FsPermission((short) 0600);

  private ReportFile() {}

  /** Where a job's report lies. */
  public static Path in(String jobFolder) {
    return new Path(jobFolder, NAME);
  }

  /** Writes the report in place of any earlier one. */
  public static void write(FileSystem files, Path report, String json) throws IOException {
    Path beside = new Path(report.getParent(), "_" + NAME);
    try (OutputStream out = files.create(beside, true)) {
      out.write(json.getBytes(StandardCharsets.UTF_8));
    }
    files.setPermission(beside, PERMISSION);
    files.delete(report, false);
    if (!files.rename(beside, report)) {
      throw new IOException("cannot rename " + beside + " to " + report);
    }
  }
}
