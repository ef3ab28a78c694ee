package trainer.client.doctor;

import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.QuotaUsage;
import trainer.core.text.Quantity;

/** Whether the file system of jobs has space, and the quotas of their folder too. */
record SpaceCheck(Place place) implements Check {

  private static final long NO_QUOTA = -1;
  private static final long MEGABYTE = 1 << 20;

  /** Less has no room for the bundle and a checkpoint. */
  private static final long LEAST_MB = 256;

  private static final long FEW_MB = 2_048;
  private static final long LEAST_NAMES = 100;
  private static final String MEND = "make room, have the quota raised, or set trainer.job.dir";

  @Override
  public String name() {
    return "space";
  }

  @Override
  public String needs() {
    return JobFolderCheck.NAME;
  }

  @Override
  public Finding find() throws IOException {
    Path folder = place.jobDir();
    FileSystem files = folder.getFileSystem(place.hadoop());
    Path existing = Place.existing(files, folder);
    long free = files.getStatus(existing).getRemaining();
    if (files.getScheme().equals("file")) {
      return judge(free, NO_QUOTA, NO_QUOTA);
    }
    QuotaUsage quota = files.getQuotaUsage(existing);
    return judge(
        free,
        quota.getSpaceQuota() < 0 ? NO_QUOTA : quota.getSpaceQuota() - quota.getSpaceConsumed(),
        quota.getQuota() < 0 ? NO_QUOTA : quota.getQuota() - quota.getFileAndDirectoryCount());
  }

  /**
   * The finding of the space that is left.
   *
   * @param free bytes that the file system has
   * @param quotaBytes bytes that the space quota leaves, replicas counted; negative without one
   * @param quotaNames files and folders that the name quota leaves; negative without one
   */
  static Finding judge(long free, long quotaBytes, long quotaNames) {
    long megabytes = (quotaBytes < 0 ? free : Math.min(free, quotaBytes)) / MEGABYTE;
    String found =
        Quantity.grouped(free / MEGABYTE)
            + " MB are free"
            + (quotaBytes < 0
                ? ""
                : "; the space quota leaves " + Quantity.grouped(quotaBytes / MEGABYTE) + " MB")
            + (quotaNames < 0
                ? ""
                : "; the name quota leaves " + Quantity.grouped(quotaNames) + " files");
    if (megabytes < LEAST_MB || (quotaNames >= 0 && quotaNames < LEAST_NAMES)) {
      return Finding.fail(found, MEND);
    }
    return megabytes < FEW_MB ? Finding.warn(found, MEND) : Finding.ok(found);
  }
}
