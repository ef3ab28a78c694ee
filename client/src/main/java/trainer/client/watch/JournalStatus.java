package trainer.client.watch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.job.JobId;
import trainer.core.job.JobState;
import trainer.journal.report.JournaledReport;

/**
 * The state of a job with an unreachable master, from its journal. The journal is read every five
 * seconds at most.
 */
public final class JournalStatus {
  private static final Logger LOG = LoggerFactory.getLogger(JournalStatus.class);
  private static final Set<String> ENDS =
      Arrays.stream(JobState.values())
          .filter(JobState::isEnd)
          .map(JobState::name)
          .collect(Collectors.toSet());
  private static final long PERIOD_NANOS = 5_000_000_000L;

  private final MasterLink link;
  private final JobId job;
  private final Configuration hadoop;
  private JobDocument last;
  private long readAt;

  public JournalStatus(MasterLink link, JobId job, Configuration hadoop) {
    this.link = link;
    this.job = job;
    this.hadoop = hadoop;
  }

  /**
   * Observes the job.
   *
   * @param phase the phase according to other sources, used if the journal cannot be read
   * @param why the reason why the master did not answer
   */
  public Observation observe(String phase, String trackingUrl, String why) {
    if (last == null || System.nanoTime() - readAt > PERIOD_NANOS) {
      read();
    }
    String known = last == null ? "" : last.state();
    return new Observation(
        known.isEmpty() ? phase : known, false, trackingUrl, last, note(known, why));
  }

  /**
   * The note on an observation.
   *
   * @param state the state in the journal, or empty if it cannot be read
   */
  String note(String state, String why) {
    if (ENDS.contains(state)) {
      return ""; // the master is about to leave, so its silence is expected
    }
    String journal = "the journal of " + job + " (folder " + link.folder().root() + ")";
    return why
        + "; "
        + (state.isEmpty() ? journal + " cannot be read" : "this state is from " + journal);
  }

  private void read() {
    try {
      String text = JournaledReport.soFar(link.folder(), job, hadoop);
      last = JobDocument.parse(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException | RuntimeException e) {
      LOG.info(
          "The journal of {} in {} cannot be read: {}", job, link.folder().root(), e.toString());
    }
    readAt = System.nanoTime();
  }
}
