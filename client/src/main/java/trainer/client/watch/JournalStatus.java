package trainer.client.watch;

import com.fasterxml.jackson.databind.JsonNode;
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
 * Looks at a job whose master cannot be reached from here, through the state it keeps in its
 * folder. That is read every few seconds at most.
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
  private JsonNode last;
  private long readAt;

  public JournalStatus(MasterLink link, JobId job, Configuration hadoop) {
    this.link = link;
    this.job = job;
    this.hadoop = hadoop;
  }

  /**
   * What can be said.
   *
   * @param phase what others than the master call its phase, for when the state cannot be read
   * @param why why its master does not say this
   */
  public Observation observe(String phase, String trackingUrl, String why) {
    if (last == null || System.nanoTime() - readAt > PERIOD_NANOS) {
      read();
    }
    String known = last == null ? "" : last.path("state").asText("");
    return new Observation(
        known.isEmpty() ? phase : known, false, trackingUrl, last, note(known, why));
  }

  /**
   * What a person should know of this look.
   *
   * @param state what the folder says, or empty if it says nothing
   */
  static String note(String state, String why) {
    if (ENDS.contains(state)) {
      return ""; // its master is on its way out, and that silence is no news
    }
    return why + "; this is what " + (state.isEmpty() ? "others say of it" : "its folder says");
  }

  private void read() {
    try {
      String text = JournaledReport.soFar(link.folder(), job, hadoop);
      last = Json.parse(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException | RuntimeException e) {
      LOG.info("The state of {} cannot be read: {}", job, e.toString());
    }
    readAt = System.nanoTime();
  }
}
