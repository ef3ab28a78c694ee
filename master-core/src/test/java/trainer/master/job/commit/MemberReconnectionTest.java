package trainer.master.job.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.fact.TrainingFact;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.message.FromPserver;
import trainer.master.job.DrivenJob;

/** The wait of a new master for two pservers and two workers. */
class MemberReconnectionTest {
  private static final Duration MORE_THAN_A_SECOND = Duration.ofMillis(1100);
  private static final Duration LESS_THAN_THE_PATIENCE = Duration.ofSeconds(25);
  private static final Duration MORE_THAN_THE_PATIENCE = Duration.ofSeconds(35);

  private static DrivenJob job(int replicas) {
    Map<String, String> settings = new HashMap<>();
    settings.put("trainer.pservers", "2");
    settings.put("trainer.workers", "2");
    settings.put("trainer.pserver.replicas", "" + replicas);
    return new DrivenJob(8, 0, settings).run();
  }

  /** A takeover after which all but one process connect again. */
  private static DrivenJob without(String missing, DrivenJob job, String silentHost) {
    job.join("p0", "p1", "w0", "w1").lead(silentHost).cutAgain();
    for (String name : new String[] {"p0", "p1", "w0", "w1"}) {
      if (!name.equals(missing)) {
        job.registerAgain(name);
      }
    }
    for (String pserver : new String[] {"p0", "p1"}) {
      if (!pserver.equals(missing)) {
        job.say(pserver, new FromPserver.Sealed(new Term(8), new Line(1), new Version(0), false));
      }
    }
    return job;
  }

  private static int lines(DrivenJob job) {
    return job.facts(TrainingFact.LineOpened.class).size();
  }

  @Test
  void aPserverOfTheSilentHostIsSoonDoneWithout() {
    DrivenJob job = without("p1", job(2), "host-p1");
    assertThat(lines(job)).isEqualTo(1);
    job.pass(MORE_THAN_A_SECOND);
    assertThat(lines(job)).isEqualTo(2);
    assertThat(job.wanted().released()).containsExactly("p1");
    assertThat(job.incarnationOf("p0")).isPositive();
  }

  @Test
  void oneOfAnotherHostIsWaitedFor() {
    DrivenJob job = without("p1", job(2), "host-of-the-leader").pass(LESS_THAN_THE_PATIENCE);
    assertThat(lines(job)).isEqualTo(1);
    job.pass(MORE_THAN_THE_PATIENCE);
    assertThat(lines(job)).isEqualTo(2);
  }

  @Test
  void theLastReplicaIsWaitedForOnEveryHost() {
    DrivenJob job = without("p1", job(1), "host-p1").pass(LESS_THAN_THE_PATIENCE);
    assertThat(job.wanted().released()).isEmpty();
    job.registerAgain("p1");
    job.say("p1", new FromPserver.Sealed(new Term(8), new Line(1), new Version(0), false));
    assertThat(lines(job)).isEqualTo(2);
  }

  @Test
  void aWorkerOfTheSilentHostIsReplaced() {
    DrivenJob job = without("w1", job(1), "host-w1");
    assertThat(job.wanted().released()).isEmpty();
    job.pass(MORE_THAN_A_SECOND);
    assertThat(job.wanted().released()).containsExactly("w1");
    assertThat(job.startReplacements().incarnationOf("w2")).isPositive();
  }

  @Test
  void oneThatConnectsInTimeStays() {
    DrivenJob job = without("w1", job(1), "host-w1");
    job.registerAgain("w1").pass(LESS_THAN_THE_PATIENCE);
    assertThat(job.wanted().released()).isEmpty();
  }
}
