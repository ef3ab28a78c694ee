package trainer.appmaster.main;

import java.io.IOException;
import java.util.List;
import trainer.appmaster.files.LeadershipFence;
import trainer.core.config.Keys;
import trainer.core.fact.Entry;
import trainer.core.id.Term;
import trainer.journal.StateStore;
import trainer.journal.StateStores;
import trainer.journal.SupersededException;

/**
 * A fence that a master passes only if no other one has recorded a higher term. A standby can take
 * one while the cluster still answers this master.
 */
final class TermFence implements LeadershipFence {
  private final MasterInputs given;
  private final LeadershipFence first;
  private volatile Term term = Term.NONE;

  /**
   * @param first passed before this one
   */
  TermFence(MasterInputs given, LeadershipFence first) {
    this.given = given;
    this.first = first;
  }

  /** This master leads under this term. */
  void lead(Term taken) {
    term = taken;
  }

  @Override
  public void pass() throws IOException {
    first.pass();
    if (!given.settings().get(Keys.STANDBY)) {
      return;
    }
    try (StateStore store =
        StateStores.open(
            given.settings(), given.folder().root(), given.application(), given.hadoop())) {
      List<Entry> fleet = store.log(null).read(); // each leader records its term there first
      Term newest = fleet.isEmpty() ? Term.NONE : fleet.get(fleet.size() - 1).term();
      if (newest.number() > term.number()) {
        throw new SupersededException(term.number(), newest.number());
      }
    }
  }
}
