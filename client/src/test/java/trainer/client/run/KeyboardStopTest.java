package trainer.client.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.client.watch.MasterLink;
import trainer.client.watch.Observation;
import trainer.client.watch.RunningJob;
import trainer.core.job.Role;
import trainer.protocol.grpc.ControlListener;

class KeyboardStopTest {
  private static final long SECOND = 1_000_000_000L;

  private final RecordingJob job = new RecordingJob();
  private final List<String> left = new ArrayList<>();
  private long now = 5 * SECOND;
  private final KeyboardStop stop = new KeyboardStop(job, () -> now, () -> left.add("left"));

  @Test
  void nothingIsAskedWithoutAPress() throws IOException {
    assertThat(stop.carryOut()).isEmpty();
    assertThat(stop.isPressed()).isFalse();
    assertThat(job.asked).isEmpty();
  }

  @Test
  void firstPressKeepsTheModelAndSaysWhatTheSecondDoes() throws IOException {
    press();
    assertThat(stop.carryOut()).contains("the model is kept", "press it again");
    assertThat(stop.carryOut()).isEmpty();
    assertThat(job.asked).containsExactly("stop");
  }

  @Test
  void secondPressEndsIt() throws IOException {
    press();
    stop.carryOut();
    press();
    assertThat(stop.carryOut()).contains("at once, without a model");
    assertThat(job.asked).containsExactly("stop", "kill");
  }

  @Test
  void onePressThatArrivesTwiceIsOne() throws IOException {
    stop.pressed();
    now += SECOND / 5;
    stop.pressed();
    stop.carryOut();
    assertThat(stop.carryOut()).isEmpty();
    assertThat(job.asked).containsExactly("stop");
  }

  @Test
  void jobThatHasNothingToKeepIsEndedByTheFirst() throws IOException {
    job.hasModel = false;
    press();
    assertThat(stop.carryOut()).contains("nothing is trained yet");
    assertThat(stop.carryOut()).isEmpty();
    press();
    assertThat(stop.carryOut()).isEmpty();
    assertThat(job.asked).containsExactly("stop", "kill");
  }

  @Test
  void masterThatDoesNotAnswerIsAskedAgainAndNothingIsKilledBeforeTheSecond() throws IOException {
    job.answers = false;
    press();
    assertThat(stop.carryOut()).contains("does not answer yet");
    assertThat(stop.carryOut()).isEmpty();
    job.answers = true;
    assertThat(stop.carryOut()).contains("the model is kept");
    assertThat(job.asked).containsExactly("stop", "stop", "stop");
  }

  @Test
  void secondPressEndsAJobWhoseMasterDoesNotAnswer() throws IOException {
    job.answers = false;
    press();
    stop.carryOut();
    press();
    assertThat(stop.carryOut()).contains("at once, without a model");
    assertThat(job.asked).containsExactly("stop", "kill");
  }

  @Test
  void thirdPressLeavesItToTheEndOfTheProcess() {
    press();
    press();
    assertThat(left).isEmpty();
    press();
    assertThat(left).containsExactly("left");
  }

  private void press() {
    now += 2 * SECOND;
    stop.pressed();
  }

  private static final class RecordingJob implements RunningJob {
    private final List<String> asked = new ArrayList<>();
    private boolean hasModel = true;
    private boolean answers = true;

    @Override
    public ControlListener.Answer stop(String reason) throws IOException {
      asked.add("stop");
      if (!answers) {
        throw new IOException("no answer");
      }
      return new ControlListener.Answer(hasModel, "");
    }

    @Override
    public ControlListener.Answer kill(String reason) {
      asked.add("kill");
      return new ControlListener.Answer(true, "");
    }

    @Override
    public String jobId() {
      return "local_1_1.1";
    }

    @Override
    public Observation observe() {
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
      return false;
    }

    @Override
    public void close() {}
  }
}
