package trainer.container.session;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.id.Incarnation;
import trainer.core.id.Term;
import trainer.protocol.grpc.MemberStream;

/**
 * The leading master as a member knows it: its address and term, and the two ways to learn of
 * another. {@link MasterSearch} reads the file in which masters publish their addresses. {@link
 * StandbyWatch} has a stream to the standby, which says on it that it leads.
 *
 * <p>The session's thread follows another leader. Any thread may call the other methods.
 */
final class Leader implements AutoCloseable {
  /** A stream to a standby, opened by this incarnation. */
  record Watched(HostPort standby, Incarnation as, Runnable onBroken) {}

  private record Led(Watched by, MemberStream stream) {}

  private static final Logger LOG = LoggerFactory.getLogger(Leader.class);
  private static final Duration SEARCH_PERIOD = Duration.ofMillis(700);
  private static final Duration ONE_TRY = Duration.ofSeconds(2);
  private static final Duration ONE_TRY_WITH_STANDBY = Duration.ofMillis(500);

  private final SessionTerms terms;
  private final MasterSearch search;
  private final StandbyWatch watch;
  private final AtomicLong term = new AtomicLong();
  private volatile HostPort address;
  private volatile Led led;

  /**
   * @param opening opens a stream to a standby
   */
  Leader(SessionTerms terms, StandbyWatch.Opening opening) {
    this.terms = terms;
    this.address = terms.master();
    this.search =
        new MasterSearch(
            terms.addresses() == null ? Optional::empty : () -> terms.addresses().read());
    this.watch = new StandbyWatch(opening);
  }

  /** Where it listens. */
  HostPort address() {
    return address;
  }

  /** Notes the term of a message; returns the highest so far. */
  Term note(Term seen) {
    return new Term(term.accumulateAndGet(seen.number(), Math::max));
  }

  /** The master that will lead next listens here. */
  void name(HostPort standby) {
    watch.name(standby);
  }

  /** The standby says on its stream that it leads. */
  void onLeads(Watched by, Term newTerm, MemberStream stream) {
    led = new Led(by, stream);
    search.found(new MasterAddress(by.standby(), "", newTerm));
  }

  /** Waits for another leader to be known, and follows it then. */
  boolean await(long nanos, boolean maySearch) throws InterruptedException {
    Term seen = new Term(term.get());
    return follow(
        maySearch && terms.addresses() != null
            ? search.await(seen, SEARCH_PERIOD, nanos)
            : search.awaitFound(seen, nanos));
  }

  /** Starts a search, unless one ended less than a period ago. */
  void search(Duration period) {
    search.start(period, System.nanoTime());
  }

  /** Follows another leader if one is known; returns whether there is one. */
  boolean hasChanged() {
    return follow(search.newest(new Term(term.get())));
  }

  private boolean follow(Optional<MasterAddress> leader) {
    leader.ifPresent(
        found -> {
          LOG.info("the master of term {} leads, at {}", found.term(), found.listens());
          note(found.term());
          address = found.listens();
        });
    return leader.isPresent();
  }

  /**
   * The stream to a standby that leads now, if it is the leader that is followed and the stream is
   * this incarnation's. It belongs to the caller then.
   */
  Optional<MemberStream> adopt(Incarnation as) {
    Led one = led;
    led = null;
    if (one == null || !one.by().standby().equals(address) || !one.by().as().equals(as)) {
      return Optional.empty();
    }
    watch.release(one.stream());
    return Optional.of(one.stream());
  }

  /** The time limit of one attempt to connect; short where another master may take over. */
  Duration timeLimit(Reconnection reconnection, long nowNanos) {
    if (watch.isNamed()) {
      return reconnection.timeLimit(nowNanos, ONE_TRY_WITH_STANDBY);
    }
    return terms.addresses() == null
        ? reconnection.timeLimit(nowNanos)
        : reconnection.timeLimit(nowNanos, ONE_TRY);
  }

  @Override
  public void close() {
    search.close();
    watch.close();
  }
}
