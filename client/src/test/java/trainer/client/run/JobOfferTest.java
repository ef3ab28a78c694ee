package trainer.client.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import trainer.client.watch.MasterLink;
import trainer.client.watch.Observation;
import trainer.client.watch.RunningJob;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.Role;
import trainer.protocol.grpc.ControlListener;

class JobOfferTest {
  private static final PrintStream NOWHERE =
      new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);

  private final SilentAtFirst job = new SilentAtFirst();

  private ControlListener.Answer await(boolean isSent, Duration patience) {
    return new JobOffer(job, () -> isSent, patience, NOWHERE).await("digest");
  }

  @Test
  void masterThatIsSilentAndClusterThatIsUnreachableAreAskedAgain() {
    job.silent = 2;
    assertThat(await(true, Duration.ofMinutes(1)).accepted()).isTrue();
    assertThat(job.asked).isEqualTo(3);
  }

  @Test
  void lostAnswerMayBeThatOfAJobThatRuns() {
    job.silent = Integer.MAX_VALUE;
    assertThatThrownBy(() -> await(true, Duration.ZERO))
        .hasMessageContaining("CLUSTER_UNREACHABLE")
        .hasMessageContaining("the job may run all the same")
        .hasMessageContaining("trainer session status application_1_0001");
    assertThatThrownBy(() -> await(false, Duration.ZERO))
        .hasMessageContaining("the job does not run");
  }

  @Test
  void interruptedClientSaysThatTheJobMayRun() {
    job.silent = Integer.MAX_VALUE;
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> await(true, Duration.ofMinutes(1)))
        .hasMessageContaining("INTERRUPTED")
        .hasMessageContaining("the job may run all the same");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void anyOtherFailureIsThrownAtOnce() {
    job.kind = FailureKind.ACCESS_DENIED;
    job.silent = 2;
    assertThatThrownBy(() -> await(true, Duration.ofMinutes(1)))
        .hasMessageContaining("ACCESS_DENIED");
  }

  /** A job whose session does not answer at first: now by silence, now by the cluster's. */
  private static final class SilentAtFirst implements RunningJob {
    private FailureKind kind = FailureKind.CLUSTER_UNREACHABLE;
    private int silent;
    private int asked;

    @Override
    public ControlListener.Answer offer(String digest) throws IOException {
      asked++;
      if (asked > silent) {
        return new ControlListener.Answer(true, digest);
      }
      if (asked % 2 == 0) {
        throw new FailureException(kind, "no answer", "", "");
      }
      throw new IOException("no answer");
    }

    @Override
    public String jobId() {
      return "application_1_0001.1";
    }

    @Override
    public Observation observe() {
      throw new UnsupportedOperationException();
    }

    @Override
    public ControlListener.Answer kill(String reason) {
      throw new UnsupportedOperationException();
    }

    @Override
    public ControlListener.Answer stop(String reason) {
      throw new UnsupportedOperationException();
    }

    @Override
    public ControlListener.Answer scale(Role role, int count) {
      throw new UnsupportedOperationException();
    }

    @Override
    public MasterLink link() {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean survivesClient() {
      return true;
    }

    @Override
    public void close() {}
  }
}
