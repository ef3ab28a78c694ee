package trainer.master.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import trainer.core.fact.Fact;
import trainer.core.fact.TrainingFact;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Version;
import trainer.core.input.FileBlocks;
import trainer.core.job.JobId;
import trainer.core.message.Evaluation;
import trainer.core.message.FromWorker;
import trainer.core.message.ToMember;
import trainer.core.message.ToPserver;
import trainer.core.message.ToWorker;
import trainer.core.table.PartitionMap;
import trainer.master.fleet.FleetAction;
import trainer.master.job.api.JobEffect;
import trainer.master.session.Action;

/** What a session has wanted done so far, in order. */
public final class Wanted {
  private final List<Action> actions = new ArrayList<>();

  public void add(List<Action> more) {
    actions.addAll(more);
  }

  void addFirst(Action action) {
    actions.add(0, action);
  }

  /** The facts of a job's log, or with null of the fleet's. */
  List<Fact> log(JobId job) {
    return of(Action.Append.class)
        .filter(append -> Objects.equals(append.job(), job))
        .map(Action.Append::fact)
        .toList();
  }

  /** The folder that parts are ordered into by now; empty before the export. */
  public String exportFolder() {
    List<ToPserver.WriteParts> orders = said(ToPserver.WriteParts.class);
    return orders.isEmpty() ? "" : orders.get(orders.size() - 1).folder();
  }

  /** Forgets what was wanted so far, but for the facts. */
  public void clear() {
    actions.removeIf(action -> !(action instanceof Action.Append));
  }

  /** Forgets the first fact of this kind and all after it: its master was lost before. */
  public void tear(Class<? extends Fact> kind) {
    actions.subList(positionOf(kind), actions.size()).clear();
  }

  /** Forgets this fact, which had to be safe before what followed, and all after it. */
  public void tear(Fact from) {
    actions.subList(positionOfAwaited(from), actions.size()).clear();
  }

  /** All facts. */
  public List<Fact> facts() {
    return of(Action.Append.class).map(Action.Append::fact).toList();
  }

  /** Those of one kind that had to be safe before what followed. */
  public <F extends Fact> List<F> awaited(Class<F> kind) {
    return of(Action.Append.class)
        .filter(append -> append.durability() == Action.Durability.BEFORE_WHAT_FOLLOWS)
        .map(Action.Append::fact)
        .filter(kind::isInstance)
        .map(kind::cast)
        .toList();
  }

  /** The facts of one kind. */
  public <F extends Fact> List<F> facts(Class<F> kind) {
    return facts().stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** What was wanted of the shell, of one kind. */
  public <A extends JobEffect> List<A> actions(Class<A> kind) {
    return of(Action.OfJob.class)
        .map(Action.OfJob::action)
        .filter(kind::isInstance)
        .map(kind::cast)
        .toList();
  }

  /** What was wanted of the cluster, of one kind. */
  public <A extends FleetAction> List<A> ofCluster(Class<A> kind) {
    return of(Action.OfFleet.class)
        .map(Action.OfFleet::action)
        .filter(kind::isInstance)
        .map(kind::cast)
        .toList();
  }

  /** The incarnation of the process that was accepted on a connection; NONE if none was. */
  Incarnation accepted(long connection) {
    return actions(JobEffect.Accept.class).stream()
        .filter(accept -> accept.connection() == connection)
        .map(JobEffect.Accept::incarnation)
        .findFirst()
        .orElse(Incarnation.NONE);
  }

  /** The newest map. */
  PartitionMap map() {
    List<TrainingFact.MapDefined> maps = facts(TrainingFact.MapDefined.class);
    return maps.get(maps.size() - 1).map();
  }

  /** The containers that were given back, to be stopped if they still run. */
  public List<String> released() {
    return ofCluster(FleetAction.Release.class).stream()
        .map(FleetAction.Release::containerId)
        .toList();
  }

  /** What was said to members, of one kind. */
  public <M extends ToMember> List<M> said(Class<M> kind) {
    return said(kind, send -> true);
  }

  /** What was said to one member, of one kind. */
  public <M extends ToMember> List<M> said(Incarnation incarnation, Class<M> kind) {
    return said(kind, send -> send.incarnation().equals(incarnation));
  }

  private <M extends ToMember> List<M> said(Class<M> kind, Predicate<JobEffect.Send> which) {
    return actions(JobEffect.Send.class).stream()
        .filter(which)
        .map(JobEffect.Send::message)
        .filter(kind::isInstance)
        .map(kind::cast)
        .toList();
  }

  /** The blocks a member was ordered to compute of a version. */
  public List<Integer> blocksOf(Incarnation incarnation, long version) {
    return said(incarnation, ToWorker.Order.class).stream()
        .filter(order -> order.version().number() == version)
        .flatMap(order -> order.share().blocks().stream().map(FileBlocks::blocks))
        .flatMap(List::stream)
        .map(block -> block.number())
        .toList();
  }

  /** The last word on one share. */
  public Optional<ToWorker.Order> order(long version, int share) {
    return said(ToWorker.Order.class).stream()
        .filter(order -> order.version().number() == version && order.share().number() == share)
        .reduce((first, second) -> second);
  }

  /** Where the first fact of this kind stands in the order of all that was wanted. */
  public int positionOf(Class<? extends Fact> kind) {
    return position(
        action -> action instanceof Action.Append append && kind.isInstance(append.fact()));
  }

  /** Where this fact stands, that had to be safe before what followed. */
  public int positionOfAwaited(Fact fact) {
    return position(
        action ->
            action instanceof Action.Append append
                && append.durability() == Action.Durability.BEFORE_WHAT_FOLLOWS
                && append.fact().equals(fact));
  }

  /** Where the first message like this one stands in the order of all that was wanted. */
  public int positionOf(Predicate<ToMember> which) {
    return position(
        action ->
            action instanceof Action.OfJob of
                && of.action() instanceof JobEffect.Send send
                && which.test(send.message()));
  }

  private int position(Predicate<Action> which) {
    for (int i = 0; i < actions.size(); i++) {
      if (which.test(actions.get(i))) {
        return i;
      }
    }
    throw new AssertionError("nothing like it among " + actions);
  }

  private <A extends Action> Stream<A> of(Class<A> kind) {
    return actions.stream().filter(kind::isInstance).map(kind::cast);
  }

  /** The answer to a task of scoring, of the version that was ordered last. */
  FromWorker.Evaluated evaluated(Line line, int task, Evaluation evaluation) {
    List<ToWorker.Evaluate> orders = said(ToWorker.Evaluate.class);
    Version version = orders.get(orders.size() - 1).version();
    return new FromWorker.Evaluated(line, version, task, evaluation);
  }
}
