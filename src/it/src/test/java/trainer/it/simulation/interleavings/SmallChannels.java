package trainer.it.simulation.interleavings;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trainer.core.table.Partitions;

/**
 * What is under way between the processes of a {@link SmallCluster}, first in first out on each
 * connection, and what each process has gone through so far, as one number.
 *
 * <p>The cores are deterministic: the same events in the same order leave a process in the same
 * state and make it send the same messages. So these numbers name the state of the whole cluster,
 * the messages under way included.
 */
final class SmallChannels {
  private record Message(long history, Runnable delivery) {}

  private static final class Channel {
    private final int to;
    private final long id;
    private final String message;
    private final String cut;
    private final Deque<Message> messages = new ArrayDeque<>();
    private Runnable onBroken;

    Channel(int from, int to) {
      this.to = to;
      this.id = mix(from, to);
      this.message = "a message from " + from + " to " + to;
      this.cut = "the end of the connection from " + from + " to " + to;
    }
  }

  private final Map<Long, Channel> channels = new LinkedHashMap<>();
  private final List<Long> histories = new ArrayList<>();
  private long sent;

  /** A process more; returns its number. */
  int addProcess() {
    histories.add((long) histories.size());
    return histories.size() - 1;
  }

  /** Puts a message on its way. */
  void send(int from, int to, Runnable delivery) {
    channel(from, to).messages.add(new Message(mix(histories.get(from), ++sent), delivery));
  }

  /**
   * A process hears something at once, in the course of what another one is doing. What it hears
   * from different processes it makes the same of in any order, so the order is not told apart.
   */
  void hears(int process, int from) {
    histories.set(process, histories.get(process) + mix(histories.get(from), ++sent));
  }

  /** The sender has died: what is under way may arrive, or be cut off at any moment. */
  void breakOff(int from, int to, Runnable onBroken) {
    channel(from, to).onBroken = onBroken;
  }

  /** What is under way arrives at once. */
  void arrive(int from, int to) {
    Deque<Message> messages = channel(from, to).messages;
    while (!messages.isEmpty()) {
      hears(to, from);
      messages.poll().delivery().run();
    }
  }

  /** One of the two has died: nothing that is under way arrives. */
  void drop(int from, int to) {
    channel(from, to).messages.clear();
  }

  private Channel channel(int from, int to) {
    return channels.computeIfAbsent(((long) from << 32) + to, id -> new Channel(from, to));
  }

  /** What may happen next to messages. */
  void addTo(List<SmallCluster.Choice> choices) {
    for (Channel channel : channels.values()) {
      if (!channel.messages.isEmpty()) {
        long event = mix(channel.id, channel.messages.peek().history());
        choices.add(
            new SmallCluster.Choice(
                channel.message,
                channel.to,
                event,
                () -> channel.messages.poll().delivery().run()));
      }
      if (channel.onBroken != null) {
        choices.add(
            new SmallCluster.Choice(
                channel.cut, channel.to, mix(channel.id, -1), () -> cut(channel)));
      }
    }
  }

  private static void cut(Channel channel) {
    Runnable onBroken = channel.onBroken;
    channel.onBroken = null;
    channel.messages.clear();
    onBroken.run();
  }

  /** This is going to happen to a process now. */
  void begin(SmallCluster.Choice choice) {
    sent = 0;
    histories.set(choice.process(), historyAfter(choice));
  }

  /** Names the state that follows a choice, before it is made. */
  long stateAfter(SmallCluster.Choice choice) {
    long state = 0;
    for (int process = 0; process < histories.size(); process++) {
      state =
          mix(state, process == choice.process() ? historyAfter(choice) : histories.get(process));
    }
    return state;
  }

  private long historyAfter(SmallCluster.Choice choice) {
    return mix(histories.get(choice.process()), choice.event());
  }

  static long mix(long a, long b) {
    return Partitions.mix(a * 0x9E3779B97F4A7C15L + b);
  }
}
