package trainer.pserver.server;

import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.message.ToMember;
import trainer.core.message.ToPserver;
import trainer.core.message.ToRole;
import trainer.core.message.ToWorker;
import trainer.pserver.export.PartExports;
import trainer.pserver.snapshot.SnapshotWriter;

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
  private final Consumer<String> leave;

  /**
   * @param incarnation takes the incarnation that the master gives this process
   * @param leave takes the reason for which the process must end
   */
  MasterCommandHandler(
      LineCommands lines,
      VersionCommands versions,
      SnapshotWriter snapshots,
      PartExports exports,
      LongConsumer incarnation,
      Consumer<String> leave) {
    this.lines = lines;
    this.versions = versions;
    this.snapshots = snapshots;
    this.exports = exports;
    this.incarnation = incarnation;
    this.leave = leave;
  }

  @Override
  public void on(ToMember.Welcome message) {
    incarnation.accept(message.incarnation().number());
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
