package trainer.worker.run;

import java.time.Duration;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.id.Incarnation;
import trainer.core.job.JobSpec;
import trainer.core.job.Role;
import trainer.protocol.auth.Hello;
import trainer.protocol.auth.Party;
import trainer.protocol.auth.Secret;
import trainer.protocol.bulk.BulkConnection;
import trainer.protocol.bulk.Traffic;
import trainer.worker.routing.LaneId;

/** How a worker opens a connection to a lane: as which process, and with which secret. */
final class LaneOpenings {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

  private final JobSpec spec;
  private final int index;
  private final Secret secret;
  private final int maxFrame;
  private final Traffic traffic;
  private volatile Incarnation incarnation = Incarnation.NONE;

  /**
   * @param index of this worker
   * @param traffic counts the bytes of all connections
   */
  LaneOpenings(JobSpec spec, int index, Secret secret, Traffic traffic) {
    this.spec = spec;
    this.index = index;
    this.secret = secret;
    this.maxFrame = Settings.of(spec.settings()).get(Keys.BULK_MAX_FRAME);
    this.traffic = traffic;
  }

  /** Sets the incarnation of this process. */
  void as(Incarnation self) {
    incarnation = self;
  }

  LaneLink.Opening of(LaneId lane) {
    Party self = new Party(Role.WORKER, index, incarnation);
    Party pserver = new Party(Role.PSERVER, lane.pserver().index(), lane.pserver().incarnation());
    Hello hello = Hello.member(spec.id(), self, pserver, lane.number());
    return () ->
        BulkConnection.open(
            LaneLink.address(lane), hello, secret, CONNECT_TIMEOUT, maxFrame, traffic);
  }
}
