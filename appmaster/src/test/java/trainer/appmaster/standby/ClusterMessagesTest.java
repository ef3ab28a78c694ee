package trainer.appmaster.standby;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import trainer.core.job.JobId;
import trainer.core.job.Role;
import trainer.master.fleet.FleetAction;
import trainer.master.fleet.FleetEvent;
import trainer.master.fleet.remote.FleetWishes;

/** The messages about the cluster as text. */
class ClusterMessagesTest {
  private static final JobId JOB = new JobId("application_1_0001", 1);
  private static final FleetAction.Ask ASK =
      new FleetAction.Ask(1L << 40, Role.WORKER, 2048, 3, 2, List.of("a", "b"));
  private static final FleetAction.Launch LAUNCH =
      new FleetAction.Launch("container_1", JOB, Role.PSERVER, 4);

  private static final List<FleetAction> ACTIONS =
      List.of(
          ASK,
          new FleetAction.CancelAsk(8),
          LAUNCH,
          new FleetAction.Release("container_2"),
          new FleetAction.Avoid(Set.of("a"), Set.of("b", "c")));

  private static final List<FleetEvent> EVENTS =
      List.of(
          new FleetEvent.Joined(List.of(new FleetEvent.Previous("container_1", "a")), true),
          new FleetEvent.Granted(1L << 40, "container_1", "a"),
          new FleetEvent.Launched("container_1"),
          new FleetEvent.LaunchFailed("container_1", "a \"reason\"\nin two lines"),
          new FleetEvent.Completed("container_1", -104, "too much memory"),
          new FleetEvent.Leaving(List.of("container_1", "container_2"), "a node leaves"),
          new FleetEvent.WantedBack(List.of("container_1"), "another queue"),
          new FleetEvent.ClusterSeen("headroom 0 MB"),
          new FleetEvent.ClusterSized(5, 8192),
          new FleetEvent.ShutdownOrdered("killed"));

  private static final List<ClusterMessages.Order> ORDERS =
      List.of(
          new ClusterMessages.Perform(ASK),
          new ClusterMessages.Wanted(
              new FleetWishes.Open(
                  List.of(ASK), List.of(LAUNCH), Set.of("container_2"), Set.of("a", "b"))),
          new ClusterMessages.Confirmed(1L << 40),
          new ClusterMessages.Forget(JOB),
          new ClusterMessages.Progress(0.25f, 3));

  private static final List<ClusterMessages.News> NEWS =
      List.of(
          new ClusterMessages.Joined(),
          new ClusterMessages.Happened(1L << 40, EVENTS.get(0)),
          new ClusterMessages.Heard(3));

  @Test
  void thereIsASampleOfEveryKind() {
    assertThat(kinds(ACTIONS)).containsExactlyInAnyOrder(kindsOf(FleetAction.class));
    assertThat(kinds(EVENTS)).containsExactlyInAnyOrder(kindsOf(FleetEvent.class));
    assertThat(kinds(ORDERS)).containsExactlyInAnyOrder(kindsOf(ClusterMessages.Order.class));
    assertThat(kinds(NEWS)).containsExactlyInAnyOrder(kindsOf(ClusterMessages.News.class));
  }

  private static Set<Class<?>> kinds(List<?> samples) {
    return samples.stream().map(Object::getClass).collect(Collectors.toSet());
  }

  private static Class<?>[] kindsOf(Class<?> type) {
    return type.getPermittedSubclasses();
  }

  @Test
  void everyOrderIsReadAsItWasWritten() {
    assertThat(ORDERS).allSatisfy(ClusterMessagesTest::isReadAsWritten);
  }

  @Test
  void everyActionIsReadAsItWasWritten() {
    assertThat(ACTIONS).allSatisfy(action -> isReadAsWritten(new ClusterMessages.Perform(action)));
  }

  @Test
  void everyKindOfNewsIsReadAsItWasWritten() {
    assertThat(NEWS).allSatisfy(ClusterMessagesTest::isReadAsWritten);
  }

  @Test
  void everyEventIsReadAsItWasWritten() {
    assertThat(EVENTS).allSatisfy(event -> isReadAsWritten(new ClusterMessages.Happened(3, event)));
  }

  @Test
  void anEventMayLackDiagnostics() {
    isReadAsWritten(
        new ClusterMessages.Happened(3, new FleetEvent.Completed("container_1", 1, null)));
  }

  private static void isReadAsWritten(ClusterMessages.Order order) {
    assertThat(ClusterMessages.order(ClusterMessages.text(order))).isEqualTo(order);
  }

  private static void isReadAsWritten(ClusterMessages.News news) {
    assertThat(ClusterMessages.news(ClusterMessages.text(news))).isEqualTo(news);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "{}", "[]", "7", "{\"is\":\"Unheard\"}", "{\"is\":"})
  void anotherTextIsRefused(String text) {
    assertIsNoOrder(text);
    assertIsNoNews(text);
  }

  @Test
  void aMessageWithAnotherFieldIsRefused() {
    String text = ClusterMessages.text(new ClusterMessages.Confirmed(7));
    assertIsNoOrder(text.replace("number", "count"));
    assertIsNoOrder(text.replace("7", "[]"));
    assertIsNoOrder(text.replace("7", "7,\"more\":1"));
    String event = ClusterMessages.text(new ClusterMessages.Happened(7, EVENTS.get(2)));
    assertIsNoNews(event.replace("Launched", "Lunched"));
  }

  @Test
  void aMessageWithoutOneOfItsFieldsIsRefused() {
    String text = ClusterMessages.text(new ClusterMessages.Confirmed(7));
    assertIsNoOrder(text.replace(",\"number\":7", ""));
  }

  @Test
  void aMessageOfTheOtherDirectionIsRefused() {
    assertIsNoOrder(ClusterMessages.text(new ClusterMessages.Joined()));
    assertIsNoNews(ClusterMessages.text(new ClusterMessages.Confirmed(7)));
  }

  private static void assertIsNoOrder(String text) {
    assertThatThrownBy(() -> ClusterMessages.order(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(text);
  }

  private static void assertIsNoNews(String text) {
    assertThatThrownBy(() -> ClusterMessages.news(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(text);
  }
}
