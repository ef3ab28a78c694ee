package trainer.appmaster.main;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import trainer.appmaster.files.LeadershipFence;
import trainer.core.config.Keys;
import trainer.core.fact.Entry;
import trainer.core.id.Term;
import trainer.journal.StateStore;
import trainer.journal.SupersededException;

/**
 * A fence that a master passes only if no other one has recorded a higher term. A standby can take
 * one while the cluster still answers this master.
 */
final class TermFence implements LeadershipFence {
  /** Opens the state store to look at it. */
  interface Opening {
    StateStore open() throws IOException;
  }

  private final Optional<Opening> store;
  private final LeadershipFence first;
  private volatile Term term = Term.NONE;

  /**
   * @param store empty for an application without a standby: there is nobody to take a term
   * @param first passed before this one
   */
  TermFence(Optional<Opening> store, LeadershipFence first) {
    this.store = store;
    this.first = first;
  }

  /** The fence of a master. */
  static TermFence of(MasterInputs given, LeadershipFence first) {
    Optional<Opening> store = Optional.of(given::openStore);
    return new TermFence(store.filter(any -> given.settings().get(Keys.STANDBY)), first);
  }

  /** This master leads under this term. */
  void lead(Term taken) {
    term = taken;
  }

  @Override
  public void pass() throws IOException {
    first.pass();
    if (store.isEmpty()) {
      return;
    }
    try (StateStore opened = store.get().open()) {
      List<Entry> fleet = opened.log(null).read(); // each leader records its term there first
      Term newest = fleet.isEmpty() ? Term.NONE : fleet.get(fleet.size() - 1).term();
      if (newest.number() > term.number()) {
        throw new SupersededException(term.number(), newest.number());
      }
    }
  }
}
