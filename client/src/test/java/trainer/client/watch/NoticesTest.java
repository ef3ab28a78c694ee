package trainer.client.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

class NoticesTest {
  private static final long SECOND = 1_000_000_000L;

  private final Notices notices = new Notices();

  @Test
  void figuresOfABusyQueueAreNewsOnceAMinute() {
    assertThat(notices.newIn(noted("uses 3 % of 10 GB"), 0)).containsExactly("uses 3 % of 10 GB");
    for (int second = 1; second < 60; second++) {
      assertThat(notices.newIn(noted("uses " + second + " % of 10 GB"), second * SECOND)).isEmpty();
    }
    assertThat(notices.newIn(noted("uses 70 % of 10 GB"), 60 * SECOND)).hasSize(1);
    assertThat(notices.newIn(noted("uses 70 % of 10 GB"), 200 * SECOND)).isEmpty();
  }

  @Test
  void otherWordsAreNewsAtOnce() {
    assertThat(notices.newIn(noted("the queue is full"), 0)).hasSize(1);
    assertThat(notices.newIn(noted("no node has room"), SECOND)).hasSize(1);
  }

  @Test
  void noticeThatWasGoneIsNewsAgain() {
    assertThat(notices.newIn(noted("the queue is full"), 0)).hasSize(1);
    assertThat(notices.newIn(noted(""), SECOND)).isEmpty();
    assertThat(notices.newIn(noted("the queue is full"), 2 * SECOND)).hasSize(1);
  }

  @Test
  void slowAndFullProcessesAreNamed() {
    ObjectNode report = Json.object();
    ObjectNode slow = report.putArray("members").addObject();
    slow.put("role", "worker").put("index", 1).put("host", "a").put("state", "slow");
    ObjectNode full = report.withArray("members").addObject();
    full.put("role", "pserver").put("index", 0).put("host", "b").put("state", "full");
    full.put("full", "no room; raise it");
    report.putObject("checkpointTrouble").put("over", false).put("message", "no space");
    report.putObject("outputTrouble").put("message", "the disk is full");
    assertThat(notices.newIn(new Observation("RUNNING", false, "", JobDocument.of(report)), 0))
        .containsExactly(
            "worker 1 on a is slow",
            "WARNING: pserver 0 on b: no room; raise it",
            "WARNING: no checkpoint: no space",
            "WARNING: the output cannot be written yet: the disk is full");
  }

  private static Observation noted(String note) {
    return new Observation("YARN ACCEPTED", false, "", null, note);
  }

  @Test
  void recordsLeftOutAreSaidOnceAndEachReturnToAKeptVersionAtOnce() {
    assertThat(notices.newIn(incidents(0, 0), 0)).isEmpty();
    assertThat(notices.newIn(incidents(3, 0), SECOND))
        .containsExactly("WARNING: broken records are left out (see the workers' logs)");
    assertThat(notices.newIn(incidents(4, 1), 90 * SECOND))
        .containsExactly(
            "WARNING: training went back 1 time to the newest version kept, or the beginning, since"
                + " parameters were lost with a pserver");
    assertThat(notices.newIn(incidents(9, 2), 91 * SECOND)).hasSize(1);
    assertThat(notices.newIn(incidents(9, 2), 900 * SECOND)).isEmpty();
  }

  private static Observation incidents(long bad, long rollbacks) {
    ObjectNode report = Json.object().put("badRecords", bad).put("rollbacks", rollbacks);
    return new Observation("RUNNING", false, "", JobDocument.of(report));
  }
}
