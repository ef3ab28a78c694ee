package trainer.client.submit;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import trainer.container.files.OutputClaim;
import trainer.container.files.OutputParents;
import trainer.container.files.ProcessMark;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobSpec;

/**
 * The claim to the output, made before a job starts. Of two jobs with one output, the second is
 * refused or waits before it has trained. The master releases the claim at the end of the job. The
 * claim of a job that ended without a master is dropped.
 */
public final class OutputReservation implements OutputHold {
  /** The interval between checks of a claim that is waited for. */
  private static final Duration PERIOD = Duration.ofSeconds(1);

  /**
   * The limit of checks in which a claim exists but cannot be read. It is just then being released
   * or written.
   */
  private static final int UNREAD = 5;

  private static final OutputClaim UNKNOWN = new OutputClaim("", "", "", ProcessMark.NONE);

  /** The check whether jobs that claimed an output are over. */
  @FunctionalInterface
  public interface Claimants {
    /**
     * Whether the job of a claim is over; false if that cannot be determined.
     *
     * @param age of the claim: the job of a young claim may still be in submission
     */
    boolean isOver(OutputClaim claim, Duration age);
  }

  private final Configuration hadoop;
  private final Settings settings;
  private final Claimants claimants;
  private final Consumer<String> news;
  private final ProcessMark process;
  private final String cluster;
  private final Path output;

  /**
   * A reservation that is yet to be made.
   *
   * @param news receives a line for people when the job waits
   * @param cluster the YARN cluster of the job; empty without one
   * @param pid the process with which the job ends; 0 if the job outlives its client
   */
  public OutputReservation(
      Configuration hadoop,
      Settings settings,
      Claimants claimants,
      Consumer<String> news,
      String cluster,
      long pid) {
    this.hadoop = hadoop;
    this.settings = settings;
    this.claimants = claimants;
    this.news = news;
    this.cluster = cluster;
    this.process = pid == 0 ? ProcessMark.NONE : ProcessMark.of(Machine.name(), pid);
    this.output = new Path(settings.get(Keys.OUTPUT));
  }

  /** Refuses an output that another job has claimed, unless the options request waiting for it. */
  public void check() {
    try {
      FileSystem files = output.getFileSystem(hadoop);
      Optional<OutputClaim> other = OutputClaim.read(files, output);
      if (other.isPresent() && !settings.get(Keys.OUTPUT_WAIT) && !isOver(files, other.get())) {
        throw claimed(other.get());
      }
    } catch (IOException e) {
      throw ServiceFailure.of(output.toString(), e);
    }
  }

  /** Waits for another job's claim if the options request it. */
  @Override
  public void take(JobSpec spec) {
    OutputClaim own = new OutputClaim(spec.id().toString(), spec.user(), cluster, process);
    try {
      OutputParents.make(output, hadoop);
      if (take(output.getFileSystem(hadoop), own)) {
        new OutputCheck(hadoop, settings).check(); // the other job may have made it
      }
    } catch (IOException e) {
      throw UnwritableFolder.of("the output", output, "give another --output", e);
    } catch (FailureException e) {
      release(spec.id().toString());
      throw e;
    }
  }

  /** Claims the output. Returns whether another job was waited for. */
  private boolean take(FileSystem files, OutputClaim own) throws IOException {
    boolean waited = false;
    int unread = 0;
    while (!own.put(files, output)) {
      Optional<OutputClaim> other = OutputClaim.read(files, output);
      boolean isOver = other.isPresent() && isOver(files, other.get());
      if (isOver && !other.get().drop(files, output, own.job())) {
        throw notDroppable(other.get());
      }
      unread += other.isEmpty() ? 1 : 0;
      boolean mayWait = settings.get(Keys.OUTPUT_WAIT) || (other.isEmpty() && unread < UNREAD);
      if (!isOver && !mayWait) {
        throw claimed(other.orElse(UNKNOWN));
      }
      if (!isOver) {
        if (other.isPresent() && !waited) {
          news.accept(waitNotice(other.get()));
          waited = true;
        }
        pause();
      }
    }
    return waited;
  }

  /**
   * The notice of a wait, in one line. Unless the output may be replaced, a model that the other
   * job leaves there gets this job refused.
   */
  private String waitNotice(OutputClaim other) {
    return "waiting until "
        + owner(other)
        + " has ended, which writes "
        + output
        + (settings.get(Keys.OUTPUT_OVERWRITE)
            ? ""
            : "; without --overwrite this job is refused then if that one leaves a model there");
  }

  @Override
  public void release(String job) {
    try {
      OutputClaim.release(output.getFileSystem(hadoop), output, job);
    } catch (IOException e) {
      return; // the next job detects that this one is over
    }
  }

  private boolean isOver(FileSystem files, OutputClaim claim) throws IOException {
    try {
      long made = files.getFileStatus(OutputClaim.place(output)).getModificationTime();
      return claimants.isOver(claim, Duration.ofMillis(System.currentTimeMillis() - made));
    } catch (FileNotFoundException e) {
      return true; // released just now
    }
  }

  private FailureException claimed(OutputClaim other) {
    return new FailureException(
        FailureKind.OUTPUT_CLAIMED,
        owner(other) + " is going to write the same output",
        output.toString(),
        "give another --output, wait for it with --wait-for-output, or, if that job is over, delete "
            + OutputClaim.place(output));
  }

  private FailureException notDroppable(OutputClaim other) {
    return new FailureException(
        FailureKind.OUTPUT_CLAIMED,
        owner(other) + " is over, and its claim to the same output may not be deleted by you",
        OutputClaim.place(output).toString(),
        "have " + other.user() + " delete it, or give another --output");
  }

  private static String owner(OutputClaim claim) {
    if (claim.job().isEmpty()) {
      return "another submission";
    }
    return "job " + claim.job() + " of " + claim.user();
  }

  private static void pause() {
    try {
      Thread.sleep(PERIOD.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FailureException(
          FailureKind.INTERRUPTED, "stopped while it waited for its output", "", "submit again");
    }
  }
}
