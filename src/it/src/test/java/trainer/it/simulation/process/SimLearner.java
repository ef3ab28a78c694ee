package trainer.it.simulation.process;

import java.util.HashMap;
import java.util.Map;
import trainer.core.id.Line;
import trainer.core.id.Version;
import trainer.core.message.FromMember;
import trainer.core.message.FromPserver;
import trainer.core.message.ToPserver;
import trainer.core.table.TableRows;
import trainer.it.simulation.invariant.Invariant;
import trainer.it.simulation.invariant.Violation;
import trainer.pserver.replica.LaneReplicas;
import trainer.pserver.replica.ReplicaStream;

/** Builds copies out of another simulated pserver's, a few rows now and then. */
final class SimLearner {
  private static final int FLOATS = 6;
  private static final int PIECES = 3;
  private static final int LITTLE = 8;

  private final SimPserver self;
  private final Map<Integer, ReplicaStream> feeds = new HashMap<>();
  private final Map<Integer, LaneReplicas> sources = new HashMap<>();
  private ToPserver.Build order;
  private ToPserver.CloseBuild close;
  private boolean near;

  SimLearner(SimPserver self) {
    this.self = self;
  }

  void begin(ToPserver.Build build) {
    cancel();
    order = build;
    near = false;
    for (int lane = 0; lane < self.lanes(); lane++) {
      int number = lane;
      self.lane(lane)
          .learners()
          .begin(
              build.term(),
              self.held(lane, build.map()),
              build.partitions().stream()
                  .mapToInt(Integer::intValue)
                  .filter(partition -> partition % self.lanes() == number)
                  .sorted()
                  .toArray());
    }
    later(build);
  }

  void close(ToPserver.CloseBuild message) {
    if (order != null && order.number() == message.number()) {
      close = message;
    }
  }

  void cancel() {
    order = null;
    close = null;
    feeds.forEach((partition, feed) -> sources.get(partition).committed().end(feed));
    feeds.clear();
  }

  private void later(ToPserver.Build build) {
    self.host.afterMillis(1L + self.world.schedule().below(15), () -> fetch(build));
  }

  private void fetch(ToPserver.Build build) {
    if (order == null || order.number() != build.number()) {
      return;
    }
    long left = 0;
    for (int partition : build.partitions()) {
      SimPserver source =
          self.world.cluster().pserver(self.job, build.map().primary(partition).incarnation());
      LaneReplicas lane = source == null ? null : source.lane(partition);
      if (lane == null || (!feeds.containsKey(partition) && !lane.holds(partition))) {
        self.say(failed(build));
        cancel();
        return;
      }
      sources.put(partition, lane);
      ReplicaStream feed = feeds.computeIfAbsent(partition, lane.committed()::stream);
      for (int piece = 0; piece < PIECES && feed.remaining() > 0; piece++) {
        TableRows rows = feed.next(FLOATS);
        if (!self.lane(partition).learners().add(partition, rows)) {
          self.world.chaos().hit("NO_ROOM_TO_LEARN", near ? "caught up" : "at once");
          self.replicas().forEach(each -> each.learners().discard());
          self.say(failed(build));
          cancel();
          return;
        }
      }
      left += feed.remaining();
    }
    if (left <= LITTLE && !near) {
      near = true;
      self.say(said(build, FromPserver.Building.Step.NEAR, Line.NONE, 0));
    }
    if (close != null && isClosed(left)) {
      finish(build);
    }
    later(build);
  }

  private boolean isClosed(long left) {
    return left == 0
        && feeds.values().stream()
            .allMatch(
                feed ->
                    feed.line() == close.line().number()
                        && feed.version() == close.version().number());
  }

  private void finish(ToPserver.Build build) {
    for (int lane = 0; lane < self.lanes(); lane++) {
      self.lane(lane)
          .learners()
          .complete(close.line().number(), close.version().number())
          .forEach(
              (partition, digest) ->
                  Violation.unless(
                      digest == feeds.get(partition).digest(),
                      Invariant.CopiesIdentical,
                      self.host + ": what was built of partition " + partition + " differs"));
    }
    self.world.chaos().hit("BUILT", near ? "caught up" : "at once");
    self.say(said(build, FromPserver.Building.Step.DONE, close.line(), close.version().number()));
    close = null;
  }

  private static FromMember failed(ToPserver.Build build) {
    return said(build, FromPserver.Building.Step.FAILED, Line.NONE, 0);
  }

  private static FromMember said(
      ToPserver.Build build, FromPserver.Building.Step step, Line line, long version) {
    return new FromPserver.Building(build.number(), step, line, new Version(version), "");
  }
}
