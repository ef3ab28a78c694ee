package trainer.master.job.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.master.job.DrivenJob;

class FollowUpsTest {
  private final JobContext context =
      new JobContext(new DrivenJob(8, 0, Map.of()).spec(), "", List.of());
  private final List<String> ran = new ArrayList<>();

  @Test
  void runInOrderAndOnlyWhenAskedFor() {
    context.followUp(() -> ran.add("first"));
    context.followUp(() -> ran.add("second"));
    assertThat(ran).isEmpty();
    assertThat(context.runFollowUps()).isTrue();
    assertThat(ran).containsExactly("first", "second");
    assertThat(context.runFollowUps()).isFalse();
  }

  @Test
  void oneThatAnotherCausesRunsAfterIt() {
    context.followUp(
        () -> {
          context.followUp(() -> ran.add("its consequence"));
          ran.add("loss");
        });
    context.runFollowUps();
    assertThat(ran).containsExactly("loss", "its consequence");
  }
}
