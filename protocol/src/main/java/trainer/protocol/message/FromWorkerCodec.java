package trainer.protocol.message;

import trainer.core.id.Line;
import trainer.core.id.Version;
import trainer.core.message.FromWorker;
import trainer.protocol.proto.BadRecordsProto;
import trainer.protocol.proto.EvaluatedProto;
import trainer.protocol.proto.FromMemberProto;
import trainer.protocol.proto.ShareDoneProto;
import trainer.protocol.proto.ShareFailedProto;
import trainer.protocol.proto.UnreachableProto;

/** Messages from workers to protobuf and back. */
final class FromWorkerCodec {
  private FromWorkerCodec() {}

  /** Sets the kind of {@code proto} to this message. */
  static void encode(FromWorker message, FromMemberProto.Builder proto) {
    message.to(new Encoder(proto));
  }

  static FromWorker shareDone(ShareDoneProto proto) {
    return new FromWorker.ShareDone(
        new Line(proto.getLine()),
        new Version(proto.getVersion()),
        proto.getShare(),
        proto.getRecords(),
        proto.getNanos(),
        TasksCodec.decode(proto.getTotals()));
  }

  static FromWorker shareFailed(ShareFailedProto proto) {
    return new FromWorker.ShareFailed(
        new Line(proto.getLine()),
        new Version(proto.getVersion()),
        proto.getShare(),
        proto.getBlock(),
        FailureCodec.decode(proto.getFailure()));
  }

  static FromWorker badRecords(BadRecordsProto proto) {
    return new FromWorker.BadRecords(
        proto.getPath(),
        proto.getOffset(),
        proto.getSkip(),
        proto.getCount(),
        FailureCodec.decode(proto.getFirst()));
  }

  static FromWorker evaluated(EvaluatedProto proto) {
    return new FromWorker.Evaluated(
        new Line(proto.getLine()),
        new Version(proto.getVersion()),
        proto.getTask(),
        EvaluationCodec.decode(proto.getEvaluation()));
  }

  private static final class Encoder implements FromWorker.Handler {
    private final FromMemberProto.Builder proto;

    Encoder(FromMemberProto.Builder proto) {
      this.proto = proto;
    }

    @Override
    public void on(FromWorker.ShareDone message) {
      proto.setShareDone(
          ShareDoneProto.newBuilder()
              .setLine(message.line().number())
              .setVersion(message.version().number())
              .setShare(message.share())
              .setRecords(message.records())
              .setNanos(message.nanos())
              .setTotals(TasksCodec.encode(message.totals())));
    }

    @Override
    public void on(FromWorker.ShareFailed message) {
      proto.setShareFailed(
          ShareFailedProto.newBuilder()
              .setLine(message.line().number())
              .setVersion(message.version().number())
              .setShare(message.share())
              .setBlock(message.block())
              .setFailure(FailureCodec.encode(message.failure())));
    }

    @Override
    public void on(FromWorker.Clock message) {
      proto.setClock(TasksCodec.encode(message));
    }

    @Override
    public void on(FromWorker.Reported message) {
      proto.setReported(TasksCodec.encode(message));
    }

    @Override
    public void on(FromWorker.TaskDone message) {
      proto.setTaskDone(TasksCodec.encode(message));
    }

    @Override
    public void on(FromWorker.TaskFailed message) {
      proto.setTaskFailed(TasksCodec.encode(message));
    }

    @Override
    public void on(FromWorker.BadRecords message) {
      proto.setBadRecords(
          BadRecordsProto.newBuilder()
              .setPath(message.path())
              .setOffset(message.offset())
              .setSkip(message.skip())
              .setCount(message.count())
              .setFirst(FailureCodec.encode(message.first())));
    }

    @Override
    public void on(FromWorker.Evaluated message) {
      proto.setEvaluated(
          EvaluatedProto.newBuilder()
              .setLine(message.line().number())
              .setVersion(message.version().number())
              .setTask(message.task())
              .setEvaluation(EvaluationCodec.encode(message.evaluation())));
    }

    @Override
    public void on(FromWorker.Measured message) {
      proto.setMeasured(MeasureCodec.encode(message));
    }

    @Override
    public void on(FromWorker.FileWritten message) {
      proto.setFileWritten(OutputFileCodec.encode(message));
    }

    @Override
    public void on(FromWorker.Served message) {
      proto.setServed(ServiceCodec.encode(message));
    }

    @Override
    public void on(FromWorker.Unreachable message) {
      proto.setUnreachable(UnreachableProto.newBuilder().setPserver(message.pserver().number()));
    }
  }
}
