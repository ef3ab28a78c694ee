package trainer.appmaster.main;

import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.appmaster.loop.Cluster;
import trainer.appmaster.standby.Following;
import trainer.container.identity.Identity;
import trainer.container.session.AddressFile;
import trainer.core.config.Keys;
import trainer.core.id.Incarnation;
import trainer.core.job.JobSpec;
import trainer.core.message.FromMember;
import trainer.journal.StateStore;
import trainer.journal.StateStores;
import trainer.protocol.auth.Hello;
import trainer.protocol.auth.Party;

/** The first part of a standby's life: it makes itself ready, and follows the leader. */
record StandbyPhase(MasterInputs given, JobRuntimes jobs, Executor background) {
  private static final Logger LOG = LoggerFactory.getLogger(StandbyPhase.class);

  /**
   * Follows the leading master until this one has to lead.
   *
   * @param address of this master
   * @return false if the leader needs no standby any more
   */
  boolean isToLead(Cluster.Address address) throws InterruptedException {
    AtomicBoolean isOver = new AtomicBoolean();
    background.execute(() -> rehearse(isOver::get));
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
            self.master(),
            new AddressFile(given.folder().masterAddress(), given.hadoop()),
            Hello.member(application.id(), from, Party.MASTER, 0),
            given.secretOf(application),
            register,
            given.settings().get(Keys.STANDBY_SILENCE));
    try {
      return following.await();
    } finally {
      isOver.set(true);
    }
  }

  private void rehearse(BooleanSupplier isOver) {
    try (StateStore store =
        StateStores.open(
            given.settings(), given.folder().root(), given.application(), given.hadoop())) {
      new Rehearsal(given, jobs, store, isOver).run();
    } catch (IOException e) {
      LOG.warn("The takeover was not rehearsed, and will take longer", e);
    }
  }
}
