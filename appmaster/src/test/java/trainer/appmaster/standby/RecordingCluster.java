package trainer.appmaster.standby;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import trainer.appmaster.loop.DelegatedCluster;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.master.fleet.FleetAction;
import trainer.protocol.auth.Secret;

/** A cluster that keeps its calls: an action as it is, any other call in words. */
final class RecordingCluster implements DelegatedCluster {
  private final BlockingQueue<Object> calls = new LinkedBlockingQueue<>();
  private volatile boolean isJoined;
  private volatile boolean isHeard;
  private volatile String running;
  private volatile RuntimeException refusal;

  /** The next call; waits for it. */
  Object next() throws InterruptedException {
    Object call = calls.poll(60, TimeUnit.SECONDS);
    assertThat(call).as("a call of the cluster").isNotNull();
    return call;
  }

  /** Whether all calls have been taken. */
  boolean isQuiet() {
    return calls.isEmpty();
  }

  /** From now on it answers the master. */
  void answer() {
    isHeard = true;
  }

  /** From now on it accepts no master. */
  void refuse(RuntimeException why) {
    refusal = why;
  }

  @Override
  public void join(Address address) {
    if (refusal != null) {
      throw refusal;
    }
    isJoined = true;
    calls.add("join " + address.host() + ":" + address.port() + " " + address.trackingUrl());
  }

  @Override
  public boolean isJoined() {
    return isJoined;
  }

  @Override
  public void list() {
    calls.add("list");
  }

  /** From now on a process runs in this container. */
  void runs(String container) {
    running = container;
  }

  @Override
  public boolean isRunning(String container) {
    return container.equals(running);
  }

  @Override
  public void lead(Address address) {
    calls.add("lead " + address.host() + ":" + address.port() + " " + address.trackingUrl());
  }

  @Override
  public boolean isHeardWithin(Duration time) {
    return isHeard;
  }

  @Override
  public void prepare(JobSpec job, Secret secret) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void prepareStandby(JobSpec application, Secret secret) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void forget(JobId job) {
    calls.add("forget " + job);
  }

  @Override
  public void on(FleetAction.Ask action) {
    calls.add(action);
  }

  @Override
  public void on(FleetAction.CancelAsk action) {
    calls.add(action);
  }

  @Override
  public void on(FleetAction.Launch action) {
    calls.add(action);
  }

  @Override
  public void on(FleetAction.Release action) {
    calls.add(action);
  }

  @Override
  public void on(FleetAction.Avoid action) {
    calls.add(action);
  }

  @Override
  public void leave(Ending ending) {
    throw new UnsupportedOperationException();
  }
}
