package trainer.appmaster.standby;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.stream.Stream;
import trainer.core.job.JobId;
import trainer.master.fleet.FleetAction;
import trainer.master.fleet.FleetEvent;
import trainer.master.fleet.remote.FleetWishes;

/**
 * What {@link RemoteCluster} and {@link ClusterAgent} say to each other, as JSON.
 *
 * <p>News of an agent have numbers. The leader confirms each. An agent repeats what is not
 * confirmed on its next stream.
 */
final class ClusterMessages {
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .addMixIn(Order.class, Named.class)
          .addMixIn(News.class, Named.class)
          .addMixIn(FleetAction.class, Named.class)
          .addMixIn(FleetEvent.class, Named.class)
          .visibility(PropertyAccessor.ALL, JsonAutoDetect.Visibility.NONE)
          .visibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.ANY)
          .visibility(PropertyAccessor.CREATOR, JsonAutoDetect.Visibility.ANY)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .build();

  static {
    Stream.of(Order.class, News.class, FleetAction.class, FleetEvent.class)
        .forEach(type -> JSON.registerSubtypes(type.getPermittedSubclasses()));
  }

  private ClusterMessages() {}

  /** The kind of a message stands beside its fields. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "is")
  private interface Named {}

  /** A message of the leader. */
  sealed interface Order {}

  /** An action that the agent performs. */
  record Perform(FleetAction action) implements Order {}

  /** All that the leader wants of the cluster; the answer to {@link Joined}. */
  record Wanted(FleetWishes.Open open) implements Order {}

  /** All news up to this number have arrived. */
  record Confirmed(long number) implements Order {}

  /** None of this job's containers is launched any more. */
  record Forget(JobId job) implements Order {}

  /**
   * The finished part of the application, and a question for the cluster's last answer.
   *
   * @param number of the question; {@link Heard} has it
   */
  record Progress(float finished, long number) implements Order {}

  /** A message of the agent. */
  sealed interface News {}

  /** The cluster accepts the agent; the first message on a stream. */
  record Joined() implements News {}

  /** An event of the cluster. */
  record Happened(long number, FleetEvent event) implements News {}

  /**
   * The cluster had answered the agent lately, after a question was received.
   *
   * @param question the last one received; 0 before the first
   */
  record Heard(long question) implements News {}

  static String text(Order order) {
    return write(order);
  }

  static String text(News news) {
    return write(news);
  }

  /**
   * The order in a text.
   *
   * @throws IllegalArgumentException if it is none
   */
  static Order order(String text) {
    return read(text, Order.class);
  }

  /**
   * The news in a text.
   *
   * @throws IllegalArgumentException if it is none
   */
  static News news(String text) {
    return read(text, News.class);
  }

  private static String write(Object message) {
    try {
      return JSON.writeValueAsString(message);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a message without a JSON form: " + message, e);
    }
  }

  private static <T> T read(String text, Class<T> type) {
    T message;
    try {
      message = JSON.readValue(text, type);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not a message about the cluster: " + text, e);
    }
    if (message == null) { // the text is "null"
      throw new IllegalArgumentException("no message about the cluster: " + text);
    }
    return message;
  }
}
