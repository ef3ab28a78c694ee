package trainer.pserver.server;

import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;
import trainer.core.message.ToPserver;
import trainer.core.message.ToRole;
import trainer.core.message.ToWorker;
import trainer.pserver.export.PartExports;
import trainer.pserver.snapshot.SnapshotWriter;
import trainer.core.message.FromPserver;

/**
 * The handler of the master's messages: routes each to the commands of its concern, and answers the
 * few that concern the process alone.
 *
 * <p>Messages arrive on one thread, in the order of the stream. Answers leave on any thread.
 */
final class MasterCommandHandler implements ToRole.Handler, ToPserver.Handler {
  private static final Logger LOG = LoggerFactory.getLogger(MasterCommandHandler.class);

  private final LineCommands lines;
  private final VersionCommands versions;
  private final SnapshotWriter snapshots;
  private final PartExports exports;
  private final LongConsumer incarnation;
  private final Consumer<FromMember> send;
  private final Consumer<String> leave;

  /**
   * @param incarnation takes the incarnation that the master gives this process
   * @param send takes messages to the master, on any thread
   * @param leave takes the reason for which the process must end
   */
  MasterCommandHandler(
      LineCommands lines,
      VersionCommands versions,
      SnapshotWriter snapshots,
      PartExports exports,
      LongConsumer incarnation,
      Consumer<FromMember> send,
      Consumer<String> leave) {
    this.lines = lines;
    this.versions = versions;
    this.snapshots = snapshots;
    this.exports = exports;
    this.incarnation = incarnation;
    this.send = send;
    this.leave = leave;
  }

  @Override
  public void on(ToMember.Welcome message) {
    incarnation.accept(message.incarnation());
    LOG.info("registered as incarnation {} in term {}", message.incarnation(), message.term());
  }

  @Override
  public void on(ToPserver message) {
    message.to((ToPserver.Handler) this);
  }

  @Override
  public void on(ToWorker message) {
    LOG.warn("not for a pserver: {}", message.getClass().getSimpleName());
  }

  @Override
  public void on(ToPserver.Seal message) {
    if (holdsNothing()) {
      term = Math.max(term, message.term());
      say.accept(new FromPserver.Sealed(term, 0, 0, false));
      return;
    }
    LaneAnswers<FromPserver.Sealed> gather = new LaneAnswers<>(lanes.size(), this::saySealed);
    for (Lane lane : lanes) {
      lane.order(
          copies -> {
            FromPserver.Sealed sealed = copies.seal(message.term(), message.since());
            Failpoint.hit("pserver.afterSeal");
            gather.add(sealed);
            copies.repeatComplete();
          });
    }
  }

  @Override
  public void on(ToMember.NewLine message) {
    if (holdsNothing() && message.term() < term) {
      LOG.warn("line {} of term {} comes after term {}", message.line(), message.term(), term);
      return;
    }
    stopLearning();
    boolean isBack = line < message.lastBack();
    line = Math.max(line, message.line());
    if (isBack || !begun) {
      begin(message);
    }
    int position = position(message.map());
    LaneAnswers<FromPserver.LineAccepted> gather = new LaneAnswers<>(lanes.size(), this::sayLined);
    for (Lane lane : lanes) {
      lane.order(
          copies -> {
            FromPserver.LineAccepted lined =
                copies.newLine(message, held(message.map(), position, lane.number()));
            Failpoint.hit("pserver.afterNewLine");
            if (lined != null) {
              gather.add(lined);
            }
          });
    }
  }

  @Override
  public void on(ToPserver.UpdateRows message) {
    tried(
        "version " + message.version() + " cannot be computed",
        () -> {
          RowUpdate update = functions.update(message.phase(), message.before());
          for (Lane lane : lanes) {
            lane.order(copies -> update(copies, message, update));
          }
        });
  }

  @Override
  public void on(ToPserver.FoldRows message) {
    String what = "version " + message.version() + " cannot be folded";
    tried(
        what,
        () -> {
          TableFold fold = functions.fold(message.fold(), message.before());
          LaneAnswers<Map<Integer, List<Partial>>> gather =
              new LaneAnswers<>(lanes.size(), partials -> sayFolded(message, partials));
          for (Lane lane : lanes) {
            lane.order(copies -> tried(what, () -> fold(copies, message, fold, gather)));
          }
        });
  }

  @Override
  public void on(ToPserver.CloseVersion message) {
    for (Lane lane : lanes) {
      lane.order(
          copies -> {
            if (copies != null) {
              copies.close(message.line(), message.version());
            }
          });
    }
  }

  @Override
  public void on(ToPserver.Commit message) {
    for (Lane lane : lanes) {
      lane.order(copies -> commit(lane, copies, message));
    }
  }

  @Override
  public void on(ToPserver.Build message) {
    if (message.term() < term) {
      return;
    }
    stopLearning();
    term = message.term();
    int position = position(message.map());
    if (position < 0) {
      begin(fresh(lane -> new int[0])); // it was off the map and returns: its rows are void
    }
    for (Lane lane : lanes) {
      int[] held = held(message.map(), position, lane.number());
      int[] partitions =
          message.partitions().stream()
              .mapToInt(Integer::intValue)
              .filter(partition -> partition % lanes.size() == lane.number())
              .sorted()
              .toArray();
      lane.order(copies -> copies.learn(message.term(), held, partitions));
    }
    learner = new ReplicaLearner(message, lanes, digested, opening, say);
    learning = new Thread(learner, "learner");
    learning.setDaemon(true);
    learning.start();
  }

  @Override
  public void on(ToPserver.CloseBuild message) {
    if (learner != null && learner.number() == message.number()) {
      line = Math.max(line, message.line()); // the learned rows are of that line
      learner.close(message);
    }
  }

  private void stopLearning() {
    if (learner != null) {
      learner.cancel(learning);
      learner = null;
      learning = null;
    }
  }

  @Override
  public void on(ToPserver.WriteParts message) {
    exports.write(message);
  }

  @Override
  public void on(ToPserver.WriteCheckpoint message) {
    cuts.take(message);
  }

  @Override
  public void on(ToMember.Leave message) {
    leave.accept(message.reason());
  }

  @Override
  public void on(ToPserver.Seal message) {
    lines.seal(message);
  }

  @Override
  public void on(ToMember.NewLine message) {
    lines.newLine(message);
  }

  @Override
  public void on(ToPserver.Build message) {
    lines.build(message);
  }

  @Override
  public void on(ToPserver.CloseBuild message) {
    lines.closeBuild(message);
  }

  @Override
  public void on(ToPserver.UpdateRows message) {
    versions.updateRows(message);
  }

  @Override
  public void on(ToPserver.FoldRows message) {
    versions.foldRows(message);
  }

  @Override
  public void on(ToPserver.CloseVersion message) {
    versions.close(message);
  }

  @Override
  public void on(ToPserver.Commit message) {
    versions.commit(message);
  }

  @Override
  public void on(ToPserver.WriteCheckpoint message) {
    snapshots.take(message);
  }

  @Override
  public void on(ToPserver.WriteParts message) {
    exports.write(message);
  }
}
