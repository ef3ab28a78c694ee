package trainer.protocol.message;

import trainer.core.id.Line;
import trainer.core.id.Slot;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.message.FromMember;
import trainer.core.message.FromWorker;
import trainer.core.message.Moved;
import trainer.core.message.Reading;
import trainer.core.message.Staleness;
import trainer.core.message.ToMember;
import trainer.core.message.ToWorker;
import trainer.core.message.WorkerTotals;
import trainer.protocol.proto.AssignTasksProto;
import trainer.protocol.proto.ClockProto;
import trainer.protocol.proto.NewestProto;
import trainer.protocol.proto.PaceProto;
import trainer.protocol.proto.ReportedProto;
import trainer.protocol.proto.TaskDoneProto;
import trainer.protocol.proto.TaskFailedProto;
import trainer.protocol.proto.TaskProto;
import trainer.protocol.proto.WorkerTotalsProto;

/** Messages about tasks, for training without mini-batches. */
final class TasksCodec {
  private TasksCodec() {}

  static AssignTasksProto.Builder encode(ToWorker.AssignTasks message) {
    AssignTasksProto.Builder proto =
        AssignTasksProto.newBuilder()
            .setTerm(message.term().number())
            .setLine(message.line().number())
            .setVersion(message.version().number())
            .setPhase(message.phase())
            .setStepBlocks(message.steps().blocks())
            .setWhole(message.whole())
            .setModel(message.steps().model().number());
    for (ToWorker.Task task : message.tasks()) {
      proto.addTasks(
          TaskProto.newBuilder()
              .setTurn(task.slot().number())
              .addAllBlocks(BlocksCodec.encode(task.blocks())));
    }
    if (message.pace() != null) {
      proto.setPace(encode(message.pace()));
    }
    return proto;
  }

  static ToMember decode(AssignTasksProto proto) {
    return new ToWorker.AssignTasks(
        new Term(proto.getTerm()),
        new Line(proto.getLine()),
        new Version(proto.getVersion()),
        proto.getPhase(),
        new ToWorker.Steps(proto.getStepBlocks(), new Version(proto.getModel())),
        proto.getWhole(),
        proto.getTasksList().stream()
            .map(
                task ->
                    new ToWorker.Task(
                        new Slot(task.getTurn()), BlocksCodec.decode(task.getBlocksList())))
            .toList(),
        proto.hasPace() ? decode(proto.getPace()) : null);
  }

  static TaskDoneProto.Builder encode(FromWorker.TaskDone message) {
    return TaskDoneProto.newBuilder()
        .setLine(message.line().number())
        .setVersion(message.version().number())
        .setTurn(message.slot().number())
        .setMetrics(EvaluationCodec.encode(message.metrics()))
        .addAllStaleness(message.staleness().counts())
        .setTotals(encode(message.totals()));
  }

  static WorkerTotalsProto.Builder encode(WorkerTotals totals) {
    return WorkerTotalsProto.newBuilder()
        .setSent(totals.moved().sent())
        .setReceived(totals.moved().received())
        .setUnits(totals.reading().units())
        .setBlocks(totals.reading().blocks())
        .setLocalBytes(totals.reading().localBytes())
        .setRemoteBytes(totals.reading().remoteBytes());
  }

  static WorkerTotals decode(WorkerTotalsProto proto) {
    return new WorkerTotals(
        new Moved(proto.getSent(), proto.getReceived()),
        new Reading(
            proto.getUnits(), proto.getBlocks(), proto.getLocalBytes(), proto.getRemoteBytes()));
  }

  static FromMember decode(TaskDoneProto proto) {
    return new FromWorker.TaskDone(
        new Line(proto.getLine()),
        new Version(proto.getVersion()),
        new Slot(proto.getTurn()),
        EvaluationCodec.decode(proto.getMetrics()),
        new Staleness(proto.getStalenessList()),
        decode(proto.getTotals()));
  }

  static ReportedProto.Builder encode(FromWorker.Reported message) {
    return ReportedProto.newBuilder()
        .setLine(message.line().number())
        .setVersion(message.version().number())
        .setTurn(message.slot().number())
        .setModel(message.model().number());
  }

  static FromMember decode(ReportedProto proto) {
    return new FromWorker.Reported(
        new Line(proto.getLine()),
        new Version(proto.getVersion()),
        new Slot(proto.getTurn()),
        new Version(proto.getModel()));
  }

  static NewestProto.Builder encode(ToWorker.ModelVersion message) {
    return NewestProto.newBuilder()
        .setTerm(message.term().number())
        .setLine(message.line().number())
        .setVersion(message.version().number());
  }

  static ToMember decode(NewestProto proto) {
    return new ToWorker.ModelVersion(
        new Term(proto.getTerm()), new Line(proto.getLine()), new Version(proto.getVersion()));
  }

  static ClockProto.Builder encode(FromWorker.Clock message) {
    return ClockProto.newBuilder()
        .setTerm(message.term().number())
        .setFinished(message.finished())
        .setBegun(message.begun());
  }

  static FromMember decode(ClockProto proto) {
    return new FromWorker.Clock(new Term(proto.getTerm()), proto.getFinished(), proto.getBegun());
  }

  static PaceProto.Builder encode(ToWorker.Pace message) {
    return PaceProto.newBuilder()
        .setTerm(message.term().number())
        .setSlowest(message.slowest())
        .setBound(message.bound());
  }

  static ToWorker.Pace decode(PaceProto proto) {
    return new ToWorker.Pace(new Term(proto.getTerm()), proto.getSlowest(), proto.getBound());
  }

  static TaskFailedProto.Builder encode(FromWorker.TaskFailed message) {
    return TaskFailedProto.newBuilder()
        .setLine(message.line().number())
        .setVersion(message.version().number())
        .setTurn(message.slot().number())
        .setBlock(message.block())
        .setFailure(FailureCodec.encode(message.failure()));
  }

  static FromMember decode(TaskFailedProto proto) {
    return new FromWorker.TaskFailed(
        new Line(proto.getLine()),
        new Version(proto.getVersion()),
        new Slot(proto.getTurn()),
        proto.getBlock(),
        FailureCodec.decode(proto.getFailure()));
  }
}
