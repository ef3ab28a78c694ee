package trainer.worker.share;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.input.FileBlocks;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;
import trainer.core.table.PartitionMap;

/**
 * The worker's state machine: events in, actions out. It holds a few orders at a time and drives
 * each by what is still missing: blocks prepared, keys and pull sent to every lane, all values in,
 * computed, pushed to every lane, all acknowledged. Every event ends in the same look at all work,
 * so a reconnect, a new map and a late answer are one code path.
 *
 * <p>The rules of the commit protocol that live here: a share pulls from and pushes to every lane
 * of every pserver, also without keys; the oldest version is computed first, and an order ahead
 * that waits for its values blocks nothing; a share's sums are kept until its version is known
 * committed or its line is void; orders of a lower term are refused.
 *
 * <p>Confined to one thread.
 */
public final class Worker implements WorkerEvent.Handler {
  private final MasterVoice voice = new MasterVoice();
  private final Links links = new Links();
  private final List<Work> works = new ArrayList<>();
  private final List<Evaluating> evaluations = new ArrayList<>();
  private List<WorkerAction> out = new ArrayList<>();
  private long nowNanos;
  private long nextWork = 1;
  private long term;
  private long line;
  private PartitionMap map;

  /** The newest version known committed on this line. */
  private long committed;

  /** Takes one event and returns what is to be done about it, in order. */
  public List<WorkerAction> step(WorkerEvent event, long now) {
    nowNanos = now;
    event.to(this);
    reconcile();
    List<WorkerAction> actions = out;
    out = new ArrayList<>();
    return actions;
  }

  @Override
  public void on(WorkerEvent.Told event) {
    event.message().to(voice);
  }

  @Override
  public void on(WorkerEvent.Connected event) {
    links.up(event.lane());
  }

  @Override
  public void on(WorkerEvent.Lost event) {
    links.lost(event.lane());
    for (Work work : works) {
      Leg leg = work.legs.get(event.lane());
      if (leg != null) {
        leg.connectionLost();
      }
    }
  }

  @Override
  public void on(WorkerEvent.Prepared event) {
    Work work = find(event.work());
    if (work != null && work.stage == Work.Stage.PREPARING) {
      work.keys = event.keys();
      work.route(map);
      work.stage = Work.Stage.PULLING;
    }
  }

  @Override
  public void on(WorkerEvent.Values event) {
    if (event.line() == line) {
      // A copy may serve a version that is only complete; the one before it is committed for sure.
      committed = Math.max(committed, event.version() - 1);
    }
    Work work = find(event.work());
    Leg leg = work == null ? null : work.legs.get(event.lane());
    if (leg == null || work.stage != Work.Stage.PULLING) {
      return;
    }
    if (event.line() == work.line && event.version() == work.pullVersion) {
      leg.values = event.values();
    } else {
      note("values of another version than " + work.pullVersion + " from " + event.lane());
      leg.pulled = false;
      leg.waitsForTick = true;
    }
  }

  @Override
  public void on(WorkerEvent.Computed event) {
    Work work = find(event.work());
    if (work != null && work.isShare() && work.stage == Work.Stage.COMPUTING) {
      work.metrics = event.metrics();
      work.sums = event.sums();
      work.stage = Work.Stage.PUSHING;
    }
  }

  @Override
  public void on(WorkerEvent.Scored event) {
    Work work = find(event.work());
    if (work == null || work.isShare()) {
      return;
    }
    Evaluating evaluating = work.evaluating;
    evaluating.add(event.evaluation());
    over(work);
    if (evaluating.isDone()) {
      evaluations.remove(evaluating);
      say(new FromMember.Evaluated(evaluating.task.task(), evaluating.sum()));
    }
  }

  @Override
  public void on(WorkerEvent.Failed event) {
    Work work = find(event.work());
    if (work != null) {
      fail(work, event.block(), event.failure());
    }
  }

  @Override
  public void on(WorkerEvent.Acked event) {
    for (Work work : works) {
      if (work.isShare(event.line(), event.version(), event.share())) {
        Leg leg = work.legs.get(event.lane());
        if (leg != null) {
          leg.acked = true;
        }
      }
    }
  }

  @Override
  public void on(WorkerEvent.Refused event) {
    for (Work work : List.copyOf(works)) {
      Leg leg = work.legs.get(event.lane());
      if (leg != null && work.isMeant(event.push(), event.id()) && leg.awaits(event.push())) {
        refused(work, leg, event);
      }
    }
  }

  @Override
  public void on(WorkerEvent.Tick event) {
    works.forEach(work -> work.legs.values().forEach(leg -> leg.waitsForTick = false));
  }

  /**
   * A lane that is ahead of this worker's line will be followed by word from the master; one that
   * is behind is asked again at the next tick.
   */
  private void refused(Work work, Leg leg, WorkerEvent.Refused event) {
    note(event.lane() + " refuses work " + work.id + ": " + event.why());
    if (event.why() == WorkerEvent.Why.BAD_CONTENT) {
      String what = "a lane cannot read what this worker sent for " + work;
      fail(work, -1, new Failure(FailureKind.UNEXPECTED, what, event.lane().toString(), ""));
    } else if (event.line() == work.line && event.committed() > work.pullVersion) {
      overtaken(work, event);
    } else if (event.line() <= work.line) {
      leg.refused(event.push(), event.why() == WorkerEvent.Why.UNKNOWN_LIST);
    }
  }

  /** The mini-batch is committed, by another's copy of the share or by a push whose ack is lost. */
  private void overtaken(Work work, WorkerEvent.Refused event) {
    if (work.isShare()) {
      committed = Math.max(committed, event.committed());
      if (work.stage == Work.Stage.PUSHING) {
        sayDone(work);
      }
      over(work);
    } else {
      String what = "version " + work.pullVersion + " is no longer served";
      String where = event.lane().toString();
      fail(work, -1, new Failure(FailureKind.UNEXPECTED, what, where, ""));
    }
  }

  private void fail(Work work, int block, Failure failure) {
    if (work.isShare()) {
      ToMember.Order order = work.order;
      over(work);
      say(new FromMember.ShareFailed(order.line(), order.version(), order.share(), block, failure));
    } else {
      evaluations.remove(work.evaluating);
      overAll(other -> other.evaluating == work.evaluating);
      say(new FromMember.Trouble(failure));
    }
  }

  private Work find(long id) {
    for (Work work : works) {
      if (work.id == id) {
        return work;
      }
    }
    return null;
  }

  /** Nothing of this work is needed any more. */
  private void over(Work work) {
    works.remove(work);
    dropLists(work);
    out.add(new WorkerAction.Forget(work.id));
  }

  private void overAll(Predicate<Work> which) {
    works.stream().filter(which).toList().forEach(this::over);
  }

  private void dropLists(Work work) {
    work.legs.forEach(
        (lane, leg) -> {
          if (leg.listed && links.isUp(lane)) {
            out.add(new WorkerAction.SendDrop(lane, work.id));
          }
          leg.listed = false;
        });
  }

  private void say(FromMember message) {
    out.add(new WorkerAction.Say(message));
  }

  private void note(String text) {
    out.add(new WorkerAction.Note(text));
  }

  private void start(Work work, List<FileBlocks> blocks) {
    works.add(work);
    works.sort(Work.OLDEST_FIRST);
    out.add(new WorkerAction.Prepare(work.id, blocks));
  }

  /** Compares what all work needs with what has been done, and does the rest. */
  private void reconcile() {
    links.reconcile(map, out::add);
    for (Evaluating evaluating : evaluations) {
      while (evaluating.mayStartPiece()) {
        List<FileBlocks> piece = evaluating.startPiece();
        start(Work.piece(nextWork++, evaluating), piece);
      }
    }
    computeNext();
    for (Work work : works) {
      work.legs.forEach((lane, leg) -> send(work, lane, leg));
      if (work.stage == Work.Stage.PUSHING && work.hasAllAcks()) {
        done(work);
      }
    }
    overAll(work -> work.stage == Work.Stage.DONE && work.order.version() <= committed);
  }

  private void computeNext() {
    if (works.stream().anyMatch(work -> work.stage == Work.Stage.COMPUTING)) {
      return;
    }
    for (Work work : works) {
      if (work.stage == Work.Stage.PULLING && work.hasAllValues()) {
        work.stage = Work.Stage.COMPUTING;
        work.startNanos = nowNanos;
        List<LaneValues> values = work.takeValues();
        out.add(
            work.isShare()
                ? new WorkerAction.Compute(work.id, work.order.minibatchBlocks(), values)
                : new WorkerAction.Score(work.id, values));
        return;
      }
    }
  }

  private void send(Work work, Lane lane, Leg leg) {
    if (!links.isUp(lane) || leg.waitsForTick) {
      return;
    }
    boolean pull = work.stage == Work.Stage.PULLING && !leg.pulled && leg.values == null;
    boolean push = work.stage == Work.Stage.PUSHING && !leg.pushed && !leg.acked;
    if (!leg.listed && (pull || push)) {
      leg.listed = true;
      out.add(new WorkerAction.SendKeys(lane, work.id, work.isShare(), leg.list.keys()));
    }
    if (pull) {
      leg.pulled = true;
      out.add(new WorkerAction.SendPull(lane, work.id, work.line, work.pullVersion, work.id));
    }
    if (push) {
      leg.pushed = true;
      out.add(push(work, lane, leg));
    }
  }

  private static WorkerAction push(Work work, Lane lane, Leg leg) {
    ToMember.Order order = work.order;
    return new WorkerAction.SendPush(
        lane,
        work.id,
        order.line(),
        order.version(),
        order.share(),
        order.shares(),
        work.metrics,
        leg.list,
        work.sums);
  }

  private void done(Work work) {
    work.stage = Work.Stage.DONE;
    dropLists(work);
    sayDone(work);
  }

  private void sayDone(Work work) {
    ToMember.Order order = work.order;
    say(
        new FromMember.ShareDone(
            order.line(),
            order.version(),
            order.share(),
            work.metrics.records(),
            nowNanos - work.startNanos));
  }

  /** What the master says. */
  private final class MasterVoice implements ToMember.Handler {
    @Override
    public void on(ToMember.Welcome message) {
      if (inForce(message.term(), "welcome")) {
        enter(message.line(), message.base(), message.map());
      }
    }

    @Override
    public void on(ToMember.NewLine message) {
      if (inForce(message.term(), "new line")) {
        enter(message.line(), message.base(), message.map());
      }
    }

    @Override
    public void on(ToMember.Order message) {
      if (!inForce(message.term(), "order")) {
        return;
      }
      if (message.line() != line || map == null) {
        note("order of line " + message.line() + " on line " + line + " ignored");
        return;
      }
      committed = Math.max(committed, message.committed());
      for (Work work : works) {
        if (work.isShare(message.line(), message.version(), message.share())) {
          if (work.stage == Work.Stage.DONE) {
            sayDone(work);
          }
          return;
        }
      }
      start(Work.share(nextWork++, message), message.blocks());
    }

    @Override
    public void on(ToMember.Evaluate message) {
      if (!inForce(message.term(), "evaluation")) {
        return;
      }
      if (message.line() != line || map == null) {
        note("evaluation of line " + message.line() + " on line " + line + " ignored");
        return;
      }
      Evaluating evaluating = new Evaluating(message);
      boolean known = evaluations.stream().anyMatch(other -> other.task.equals(message));
      if (known) {
        return;
      }
      if (evaluating.isDone()) {
        say(new FromMember.Evaluated(message.task(), evaluating.sum()));
      } else {
        evaluations.add(evaluating);
      }
    }

    @Override
    public void on(ToMember.Refused message) {
      out.add(new WorkerAction.Leave("refused by the master: " + message.reason()));
    }

    @Override
    public void on(ToMember.Probe message) {
      out.add(new WorkerAction.Beat(message.number()));
    }

    @Override
    public void on(ToMember.Leave message) {
      if (inForce(message.term(), "leave")) {
        overAll(work -> true);
        evaluations.clear();
        out.add(new WorkerAction.Leave(message.reason()));
      }
    }

    @Override
    public void on(ToMember.Seal message) {
      notForUs("seal");
    }

    @Override
    public void on(ToMember.Commit message) {
      notForUs("commit");
    }

    @Override
    public void on(ToMember.WriteParts message) {
      notForUs("write-parts");
    }

    private void notForUs(String what) {
      note("a " + what + " is for pservers; ignored");
    }

    private boolean inForce(long ofTerm, String what) {
      if (ofTerm < term) {
        note(what + " of term " + ofTerm + " refused: the term is " + term);
        return false;
      }
      term = ofTerm;
      return true;
    }

    /** All work of older lines is void. A newer map of the same line only routes anew. */
    private void enter(long newLine, long base, PartitionMap newMap) {
      if (newLine < line || (newLine == line && !isNewer(newMap))) {
        return;
      }
      if (newLine > line) {
        overAll(work -> true);
        evaluations.clear();
        committed = base;
      }
      line = newLine;
      map = newMap;
      for (Work work : works) {
        if (work.keys != null) {
          work.route(map);
        }
      }
    }

    private boolean isNewer(PartitionMap newMap) {
      return newMap != null && (map == null || newMap.number() > map.number());
    }
  }
}
