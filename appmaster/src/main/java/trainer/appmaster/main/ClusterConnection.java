package trainer.appmaster.main;

import java.util.function.Supplier;
import trainer.appmaster.loop.DelegatedCluster;
import trainer.appmaster.loop.Mailbox;
import trainer.appmaster.yarn.ClientAccess;
import trainer.master.session.Event;

/**
 * This process's connection to the cluster that started it. It outlives the terms in which the
 * process leads: a master that is superseded follows, and the cluster accepts no second connection
 * of it. Any thread.
 */
final class ClusterConnection implements Mailbox {
  private final ClientAccess access;
  private volatile Mailbox events = (event, handled) -> handled.run();
  private volatile Supplier<String> leader = () -> "";
  private volatile Supplier<Float> finished = () -> 0f;
  private DelegatedCluster cluster;
  private volatile int port;

  private ClusterConnection(ClientAccess access) {
    this.access = access;
  }

  /** The connection of a process, which has not joined yet. */
  static ClusterConnection of(MasterInputs given) {
    return new ClusterConnection(
        given.isOnCluster()
            ? new ClientAccess(
                given.hadoop(), given.container(), given.spec().user(), given.settings())
            : null);
  }

  /** The identity and the rights of users in the cluster; null without one. */
  ClientAccess access() {
    return access;
  }

  /**
   * Serves a master from now on, in place of the one before.
   *
   * @param to receives the cluster's events
   * @param address of the leader, for the processes that are launched
   * @param part the finished part of the application
   */
  void serve(Mailbox to, Supplier<String> address, Supplier<Float> part) {
    leader = address;
    finished = part;
    events = to;
  }

  @Override
  public void offer(Event event, Runnable handled) {
    events.offer(event, handled);
  }

  /** The address of the leader. */
  String leader() {
    return leader.get();
  }

  /** The finished part of the application. */
  float finished() {
    return finished.get();
  }

  /** The port on which this process listens, as the cluster was told; 0 before. */
  int port() {
    return port;
  }

  /** This process listens on this port from now on, whether it leads or follows. */
  void listen(int on) {
    port = on;
  }

  /** The cluster; null before {@link #use}. */
  synchronized DelegatedCluster cluster() {
    return cluster;
  }

  /** Sets the cluster, whose events come to this mailbox. */
  synchronized void use(DelegatedCluster made) {
    cluster = made;
  }
}
