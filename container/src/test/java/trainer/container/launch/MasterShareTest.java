package trainer.container.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class MasterShareTest {
  private static final String ANSWER =
      """
      {"scheduler": {"schedulerInfo": {"type": "capacityScheduler", "queueName": "root",
        "queues": {"queue": [
          {"queueName": "default", "queuePath": "root.default",
           "AMResourceLimit": {"memory": 800, "vCores": 1}, "usedAMResource": {"memory": 512}},
          {"queueName": "ml", "queuePath": "root.ml", "queues": {"queue": [
            {"queueName": "deep", "queuePath": "root.ml.deep",
             "AMResourceLimit": {"memory": 4096}, "usedAMResource": {"memory": 1024}}]}}]}}}}
      """;

  @Test
  void findsQueueByNameAndByPath() throws Exception {
    JsonNode answer = new ObjectMapper().readTree(ANSWER);
    assertThat(MasterShare.in(answer, "default")).contains(new MasterShare(512, 800));
    assertThat(MasterShare.in(answer, "root.ml.deep")).contains(new MasterShare(1024, 4096));
  }

  @Test
  void isPhraseForMessages() {
    assertThat(new MasterShare(512, 800).words())
        .isEqualTo("its masters use 512 of the 800 MB they may");
  }

  @Test
  void knowsNothingOfOtherQueuesAndSchedulers() throws Exception {
    JsonNode answer = new ObjectMapper().readTree(ANSWER);
    assertThat(MasterShare.in(answer, "ml")).isEmpty();
    assertThat(MasterShare.in(new ObjectMapper().readTree("{\"scheduler\":{}}"), "default"))
        .isEmpty();
  }
}
