package trainer.pserver.server;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.aggregate.Partial;
import trainer.core.failure.Failpoint;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.message.FromMember;
import trainer.core.message.FromPserver;
import trainer.core.message.ToPserver;
import trainer.pserver.lane.Lane;
import trainer.pserver.lane.LaneAnswers;
import trainer.pserver.protocol.Commitment;
import trainer.pserver.replica.LaneReplicas;
import trainer.pserver.replica.TableFold;
import trainer.pserver.store.RowUpdate;

/**
 * The commands about one version: to compute it by a row update, to close it, to commit it, to fold
 * its rows. Each goes to every lane. A lane without replicas has no line, so it ignores all but a
 * commit, which it reports as a failure.
 *
 * <p>Commands arrive on one thread, in the order of the stream. Answers leave on any thread.
 */
final class VersionCommands {
  private static final Logger LOG = LoggerFactory.getLogger(VersionCommands.class);

  private final List<Lane> lanes;
  private final ServerFunctions functions;
  private final Consumer<FromMember> send;

  /**
   * @param functions the job's functions over rows
   * @param send takes messages to the master, on any thread
   */
  VersionCommands(List<Lane> lanes, ServerFunctions functions, Consumer<FromMember> send) {
    this.lanes = lanes;
    this.functions = functions;
    this.send = send;
  }

  /** Computes a version by the row update of a phase. */
  void updateRows(ToPserver.UpdateRows message) {
    String failure = "version " + message.version() + " cannot be computed";
    runUserCode(
        failure,
        () -> {
          RowUpdate update = functions.update(message.phase(), message.before());
          for (Lane lane : lanes) {
            lane.order(
                replicas ->
                    runUserCode(
                        failure,
                        () -> {
                          if (replicas != null) {
                            replicas.update(
                                message.line().number(), message.version().number(), update);
                          }
                        }));
          }
        });
  }

  /** Folds the committed rows of a version, and answers with the partials of all partitions. */
  void foldRows(ToPserver.FoldRows message) {
    String failure = "version " + message.version() + " cannot be folded";
    runUserCode(
        failure,
        () -> {
          TableFold fold = functions.fold(message.fold(), message.before());
          LaneAnswers<Map<Integer, List<Partial>>> answers =
              new LaneAnswers<>(lanes.size(), partials -> sendFolded(message, partials));
          for (Lane lane : lanes) {
            lane.order(
                replicas -> runUserCode(failure, () -> fold(replicas, message, fold, answers)));
          }
        });
  }

  /** Closes a version that updates have made. */
  void close(ToPserver.CloseVersion message) {
    for (Lane lane : lanes) {
      lane.order(
          replicas -> {
            if (replicas != null) {
              replicas.close(message.line().number(), message.version().number());
            }
          });
    }
  }

  /** Commits a version. */
  void commit(ToPserver.Commit message) {
    for (Lane lane : lanes) {
      lane.order(replicas -> commit(lane, replicas, message));
    }
  }

  private static void fold(
      LaneReplicas replicas,
      ToPserver.FoldRows message,
      TableFold fold,
      LaneAnswers<Map<Integer, List<Partial>>> answers) {
    if (replicas != null) {
      replicas
          .committed()
          .fold(message.line().number(), message.version().number(), fold)
          .ifPresent(answers::add);
    }
  }

  private void sendFolded(ToPserver.FoldRows message, List<Map<Integer, List<Partial>>> ofLanes) {
    Map<Integer, List<Partial>> partials = new HashMap<>();
    ofLanes.forEach(partials::putAll);
    Failpoint.hit("pserver.afterFold");
    send.accept(
        new FromPserver.Folded(message.line(), message.version(), message.fold(), partials));
  }

  private void commit(Lane lane, LaneReplicas replicas, ToPserver.Commit message) {
    Commitment commitment =
        replicas == null
            ? Commitment.NOT_COMPLETE
            : replicas.commit(message.line().number(), message.version().number());
    if (commitment == Commitment.DONE) {
      Failpoint.hit("pserver.afterCommit");
    } else if (commitment == Commitment.NOT_COMPLETE) {
      String where =
          "lane %d, line %d, version %d"
              .formatted(lane.number(), message.line().number(), message.version().number());
      send.accept(
          new FromMember.MemberFailure(
              new Failure(
                  FailureKind.UNEXPECTED,
                  "a version was committed that a copy does not have",
                  where,
                  "report this, with the logs of master and pserver")));
    }
  }

  /**
   * Runs the user's functions. A failure of theirs is reported to the master and does not end this
   * process.
   */
  private void runUserCode(String failure, Runnable functions) {
    try {
      functions.run();
    } catch (FailureException e) {
      LOG.error(failure, e);
      send.accept(new FromMember.MemberFailure(e.failure()));
    }
  }
}
