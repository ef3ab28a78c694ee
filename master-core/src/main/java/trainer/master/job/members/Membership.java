package trainer.master.job.members;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.id.Incarnation;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;
import trainer.core.table.PartitionMap;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.ProcessesView;
import trainer.master.job.history.JobHistory;
import trainer.master.job.kernel.JobContext;

/**
 * The processes that belong to the job: registration, incarnations, losses.
 *
 * <p>An incarnation is {@code term << 20 | counter}, so no two masters assign the same. A dead
 * process stays dead: later messages of its incarnation are refused. A process that an earlier
 * master registered keeps its incarnation, so that the facts about it stay true.
 */
public final class Membership {
  /**
   * Receives arrivals and losses, in order, after they are noted here and after the handler that
   * caused them has returned.
   */
  public interface Listener {
    /** A new process belongs to the job. */
    void onJoined(Member member);

    /**
     * A process has a new stream, perhaps its first one with this master. The last messages over
     * the old stream may be lost.
     */
    void onReconnected(Member member);

    /**
     * A process is gone for good.
     *
     * @param nanos when it was last known to be well
     */
    void onLost(Member member, String how, long nanos);
  }

  private static final Logger LOG = LoggerFactory.getLogger(Membership.class);
  private static final int COUNTER_BITS = 20;

  private final JobContext context;
  private final JobContainers containers;
  private final Listener listener;
  private final Map<Incarnation, Member> all = new LinkedHashMap<>();
  private final LiveMembers living = new LiveMembers();
  private long counter;
  private boolean closed;

  public Membership(JobContext context, JobContainers containers, Listener listener) {
    this.context = context;
    this.containers = containers;
    this.listener = listener;
  }

  /** The term of the master that gave this incarnation. */
  public static Term term(Incarnation incarnation) {
    return new Term(incarnation.number() >> COUNTER_BITS);
  }

  /** The job is ending: no new process is registered. */
  public void close() {
    closed = true;
  }

  public void register(long connection, FromMember.Register message) {
    Optional<String> objection = objection(message);
    if (objection.isPresent()) {
      LOG.warn("{}: refused: {}", context.spec().id(), objection.get());
      context.act(new JobEffect.Refuse(connection, context.term(), objection.get()));
      return;
    }
    Optional<Member> same = sameProcess(message);
    if (same.isPresent()) {
      accept(connection, same.get());
      same.get().onStreamReplaced(context.nanos(), context.millis());
      context.followUp(() -> listener.onReconnected(same.get()));
      return;
    }
    FromMember.Identity identity = message.identity();
    holder(identity.role(), identity.index())
        .ifPresent(old -> lose(old, "its process was replaced by pid " + identity.pid()));
    Incarnation incarnation = earlier(message);
    boolean returned = !incarnation.equals(Incarnation.NONE);
    if (!returned) {
      incarnation = new Incarnation(context.term().number() << COUNTER_BITS | ++counter);
    }
    Member member = new Member(incarnation, message, returned, context.nanos(), context.millis());
    all.put(incarnation, member);
    living.add(member);
    containers.onRegistered(member);
    accept(connection, member);
    LOG.info("{}: {} registered as {}", context.spec().id(), member.named(), incarnation);
    context.followUp(
        returned ? () -> listener.onReconnected(member) : () -> listener.onJoined(member));
  }

  /** The incarnation that an earlier master gave this process, 0 for a fresh one. */
  private Incarnation earlier(FromMember.Register message) {
    if (message.incarnation().number() != 0 || message.identity().role() != Role.PSERVER) {
      return message.incarnation();
    }
    // A pserver of the map without an incarnation: its master died before the welcome was sent.
    return inMap(message)
        .map(PartitionMap.Pserver::incarnation)
        .filter(i -> !all.containsKey(i))
        .orElse(Incarnation.NONE);
  }

  private Optional<PartitionMap.Pserver> inMap(FromMember.Register message) {
    FromMember.Address address = message.address();
    PartitionMap map = context.history().map();
    return map == null
        ? Optional.empty()
        : map.pservers().stream()
            .filter(pserver -> pserver.index() == message.identity().index())
            .filter(pserver -> pserver.host().equals(address.host()))
            .filter(pserver -> pserver.port() == address.port())
            .findFirst();
  }

  /** Whether an earlier master registered this process, and this master has not yet. */
  private boolean isOfAnEarlierMaster(FromMember.Register message) {
    boolean earlier = term(message.incarnation()).number() < context.term().number();
    return earlier && containers.isAwaited(message.identity().containerId());
  }

  private Optional<String> objection(FromMember.Register message) {
    FromMember.Identity identity = message.identity();
    if (!context.spec().datasetDigest().equals(message.datasetDigest())) {
      return Optional.of(
          identity.role().word()
              + " "
              + identity.index()
              + " ("
              + identity.containerId()
              + " on "
              + message.address().host()
              + ") reports another dataset than the job's: "
              + message.datasetDigest()
              + " instead of "
              + context.spec().datasetDigest());
    }
    if (message.incarnation().number() != 0) {
      Member member = all.get(message.incarnation());
      if (member == null ? !isOfAnEarlierMaster(message) : !member.isLive()) {
        return Optional.of("incarnation " + message.incarnation() + " is dead");
      }
    } else if (closed) {
      return Optional.of("the job is ending");
    }
    return containers.objection(identity.role(), identity.index(), identity.containerId());
  }

  /** The member that this process is already: it names its incarnation, or missed its welcome. */
  private Optional<Member> sameProcess(FromMember.Register message) {
    if (message.incarnation().number() != 0) {
      return Optional.ofNullable(all.get(message.incarnation()));
    }
    FromMember.Identity identity = message.identity();
    return holder(identity.role(), identity.index())
        .filter(member -> member.pid() == identity.pid())
        .filter(member -> member.containerId().equals(identity.containerId()))
        .filter(member -> !member.hasSentMessage());
  }

  private void accept(long connection, Member member) {
    JobHistory history = context.history();
    member.useConnection(connection);
    context.act(new JobEffect.Accept(connection, member.incarnation()));
    context.send(
        member.incarnation(),
        new ToMember.Welcome(
            context.term(),
            member.incarnation(),
            history.line(),
            new Version(history.base()),
            history.lastBack(),
            history.map()));
  }

  /** The live member that sent a message; a dead one is refused. */
  public Optional<Member> sender(Incarnation incarnation) {
    Member member = all.get(incarnation);
    if (member == null || !member.isLive()) {
      LOG.info("{}: incarnation {} is dead, yet speaks", context.spec().id(), incarnation);
      reject(incarnation);
      return Optional.empty();
    }
    member.onMessage(context.nanos(), context.millis());
    return Optional.of(member);
  }

  public void onDisconnected(long connection, Incarnation incarnation) {
    Member member = all.get(incarnation);
    if (member != null && member.isLive() && member.connection() == connection) {
      member.onStreamBroken(context.nanos());
    }
  }

  /** The container of a member has ended, so the member is lost. */
  public void onContainerEnded(String containerId, int exit) {
    living
        .inContainer(containerId)
        .ifPresent(member -> lose(member, "its container ended with exit status " + exit));
  }

  /** Declares a member dead and takes its container away. */
  public void lose(Member member, String how) {
    if (!member.isLive()) {
      return;
    }
    member.markDead(how);
    living.remove(member);
    long wellUntil = member.isBrokenOff() ? member.brokenSince() : member.lastMessageAt();
    if (member.isExiting()) {
      return;
    }
    LOG.warn("{}: lost {}: {}", context.spec().id(), member.named(), how);
    reject(member.incarnation());
    containers.giveBack(member.containerId(), true);
    // A loss found inside a handler would otherwise enter that handler's own part again.
    context.followUp(() -> listener.onLost(member, how, wellUntil));
  }

  /** Whether the process of this member serves other jobs, too. */
  public boolean isShared(Member member) {
    return containers.isShared(member.containerId());
  }

  /** Whether the node of this member cannot run it, so that its work is not the cause. */
  public boolean isUnfit(Member member) {
    return containers.isUnfit(member.containerId());
  }

  /** The node of this member is not to blame: the member would fail elsewhere, too. */
  public void excuse(Member member) {
    containers.excuse(member.containerId());
  }

  private void reject(Incarnation incarnation) {
    context.send(
        incarnation,
        new ToMember.Refused(context.term(), "incarnation " + incarnation + " is dead"));
    context.act(new JobEffect.Close(incarnation));
  }

  /** All that ever registered, in that order. */
  public Collection<Member> all() {
    return all.values();
  }

  /** All members, for people. */
  public List<ProcessesView.Member> views() {
    return all().stream().map(member -> member.view(context.nanos())).toList();
  }

  /** The member has sent its last message. */
  public void exiting(Member member) {
    member.markExiting();
    living.changed(member);
  }

  /** Whether this incarnation is a live member. */
  public boolean isLive(Incarnation incarnation) {
    Member member = all.get(incarnation);
    return member != null && member.isLive();
  }

  /** The live member of this incarnation, if its stream is there. */
  Optional<Member> well(Incarnation incarnation) {
    return Optional.ofNullable(all.get(incarnation))
        .filter(member -> member.isLive() && !member.isBrokenOff());
  }

  /** Whether this incarnation is a live member whose stream is there. */
  public boolean isWell(Incarnation incarnation) {
    return well(incarnation).isPresent();
  }

  /** Whether a pserver has no room for more rows, and a request waits for room. */
  public boolean isAnyFull() {
    return live(Role.PSERVER).stream().anyMatch(one -> one.shortage().isThere(context.nanos()));
  }

  /** The live ones of a role, by index. */
  public List<Member> live(Role role) {
    return living.of(role);
  }

  /** The live member of a role and index. */
  public Optional<Member> holder(Role role, int index) {
    return living.holder(role, index);
  }

  /** The live member in a container. */
  public Optional<Member> inContainer(String containerId) {
    return living.inContainer(containerId);
  }
}
