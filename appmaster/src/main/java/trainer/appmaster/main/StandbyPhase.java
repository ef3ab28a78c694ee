package trainer.appmaster.main;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.appmaster.loop.Cluster;
import trainer.appmaster.standby.Following;
import trainer.container.files.RetryPolicy;
import trainer.container.identity.Identity;
import trainer.container.session.AddressFile;
import trainer.container.session.HostPort;
import trainer.container.session.MasterAddress;
import trainer.core.config.Keys;
import trainer.core.fact.Fact;
import trainer.core.id.Incarnation;
import trainer.core.id.Term;
import trainer.core.job.JobSpec;
import trainer.core.message.FromMember;
import trainer.journal.StateStore;
import trainer.protocol.auth.Hello;
import trainer.protocol.auth.Party;

/**
 * The first part of the life of a master while another one leads: it makes itself ready, and
 * follows the leader.
 *
 * @param session null in a master of one job
 */
record StandbyPhase(
    MasterInputs given,
    JobRuntimes jobs,
    SessionRuntime session,
    FolderGuard folder,
    Executor background) {
  private static final Logger LOG = LoggerFactory.getLogger(StandbyPhase.class);

  private static final Duration LATER = Duration.ofSeconds(5);
  private static final long LATER_POLL_MILLIS = 50;

  /**
   * The address at which another master leads, or has led. Empty for the first master of an
   * application, and for one that YARN started for an application without a standby.
   *
   * @param after the term in which this process led; a later leader is awaited for a while
   */
  Optional<HostPort> leader(Term after, RetryPolicy patience)
      throws IOException, InterruptedException {
    if (given.isStandby()) {
      return Optional.of(given.process().identity().master());
    }
    if (!given.isOnCluster() || !given.settings().get(Keys.STANDBY)) {
      return Optional.empty();
    }
    AddressFile file = addresses();
    long end = System.nanoTime() + LATER.toNanos();
    while (true) {
      Optional<MasterAddress> known = patience.until("Looking for the leader", file::read);
      boolean isLater = known.filter(one -> one.term().number() > after.number()).isPresent();
      if (isLater || after.equals(Term.NONE) || System.nanoTime() >= end) {
        return known.map(MasterAddress::listens);
      }
      TimeUnit.MILLISECONDS.sleep(LATER_POLL_MILLIS);
    }
  }

  private AddressFile addresses() {
    return new AddressFile(given.folder().masterAddress(), given.hadoop());
  }

  /**
   * Follows the leading master until this one has to lead.
   *
   * @param address of this master
   * @param companion takes part in the streams to the leader
   * @return the leader that is gone; empty if the leader needs no standby any more
   */
  Optional<Following.Lost> follow(
      HostPort leader, Cluster.Address address, Following.Companion companion)
      throws InterruptedException {
    CountDownLatch over = new CountDownLatch(1);
    background.execute(() -> rehearse(over));
    Identity self = given.process().identity();
    JobSpec application = given.spec();
    Party from = new Party(self.role(), self.index(), Incarnation.NONE);
    FromMember.Register register =
        new FromMember.Register(
            self.ofMember(),
            new FromMember.Address(address.host(), address.port(), 0),
            "",
            Incarnation.NONE);
    Following following =
        new Following(
            leader,
            addresses(),
            Hello.member(application.id(), from, Party.MASTER, 0),
            given.secretOfMasters(),
            register,
            given.settings().get(Keys.STANDBY_SILENCE),
            companion);
    try {
      return following.await();
    } finally {
      over.countDown();
    }
  }

  private void follow(List<Fact> fleet) {
    if (session != null) {
      session.follow(folder.files(), fleet);
    }
  }

  private void rehearse(CountDownLatch over) {
    try (StateStore store = given.openStore()) {
      new Rehearsal(given, jobs, this::follow, store, over).run();
    } catch (IOException e) {
      LOG.warn("The takeover was not rehearsed, and will take longer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // this process ends
    }
  }
}
