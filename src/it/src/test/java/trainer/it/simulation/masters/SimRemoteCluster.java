package trainer.it.simulation.masters;

import java.util.function.Consumer;
import trainer.master.fleet.FleetAction;
import trainer.master.fleet.FleetEvent;
import trainer.master.fleet.remote.FleetWishes;
import trainer.testkit.Wire;

/**
 * The cluster of a leader that may not speak to it, with the shipped {@link FleetWishes}. Wishes
 * wait while no attempt follows; one that does learns all of them first.
 */
public final class SimRemoteCluster implements FleetAction.Handler {
  private final Consumer<FleetEvent> mailbox;
  private final FleetWishes wishes = new FleetWishes();

  /** Null without an attempt. */
  private Wire<AgentMessages.News, AgentMessages.Order> wire;

  private String attempt = "";
  private long confirmed;

  /**
   * @param mailbox of the leader
   */
  public SimRemoteCluster(Consumer<FleetEvent> mailbox) {
    this.mailbox = mailbox;
  }

  /** An attempt connects. */
  public void accept(Wire<AgentMessages.News, AgentMessages.Order> opened) {
    opened.onSecond(news -> onNews(opened, news), () -> onBroken(opened));
  }

  private void onNews(Wire<AgentMessages.News, AgentMessages.Order> from, AgentMessages.News news) {
    if (news instanceof AgentMessages.Attached attached) {
      attach(from, attached.attempt());
    } else if (from == wire && news instanceof AgentMessages.Happened happened) {
      if (happened.number() > confirmed) {
        confirmed = happened.number();
        wishes.onEvent(happened.event());
        mailbox.accept(happened.event());
      }
      send(new AgentMessages.Confirmed(confirmed));
    }
  }

  private void attach(Wire<AgentMessages.News, AgentMessages.Order> to, String name) {
    if (!name.equals(attempt)) {
      attempt = name;
      confirmed = 0;
    }
    wire = to;
    send(new AgentMessages.Wanted(wishes.open()));
  }

  private void onBroken(Wire<AgentMessages.News, AgentMessages.Order> broken) {
    if (broken == wire) {
      wire = null;
    }
  }

  private void send(AgentMessages.Order order) {
    if (wire != null) {
      wire.sayFromSecond(order);
    }
  }

  private void perform(FleetAction action) {
    action.to(wishes);
    send(new AgentMessages.Perform(action));
  }

  /** Whether an attempt speaks for the leader. */
  public boolean isSpoken() {
    return wire != null;
  }

  @Override
  public void on(FleetAction.Ask action) {
    perform(action);
  }

  @Override
  public void on(FleetAction.CancelAsk action) {
    perform(action);
  }

  @Override
  public void on(FleetAction.Launch action) {
    perform(action);
  }

  @Override
  public void on(FleetAction.Release action) {
    perform(action);
  }

  @Override
  public void on(FleetAction.Avoid action) {
    perform(action);
  }
}
