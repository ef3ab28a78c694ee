package trainer.protocol.message;

import java.util.ArrayList;
import java.util.List;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.PartFile;
import trainer.protocol.proto.BadRecordsProto;
import trainer.protocol.proto.CompleteProto;
import trainer.protocol.proto.CutBegunProto;
import trainer.protocol.proto.CutFailedProto;
import trainer.protocol.proto.CutWrittenProto;
import trainer.protocol.proto.EvaluatedProto;
import trainer.protocol.proto.ExitingProto;
import trainer.protocol.proto.FromMemberProto;
import trainer.protocol.proto.FullProto;
import trainer.protocol.proto.HeartbeatProto;
import trainer.protocol.proto.LinedProto;
import trainer.protocol.proto.NotLoadedProto;
import trainer.protocol.proto.PartFileProto;
import trainer.protocol.proto.PartsFailedProto;
import trainer.protocol.proto.PartsWrittenProto;
import trainer.protocol.proto.RegisterProto;
import trainer.protocol.proto.RoleProto;
import trainer.protocol.proto.SealedProto;
import trainer.protocol.proto.ShareDoneProto;
import trainer.protocol.proto.ShareFailedProto;
import trainer.protocol.proto.TroubleProto;
import trainer.protocol.proto.UnreachableProto;

/** Messages from members to protobuf and back. */
public final class FromMemberCodec {
  private FromMemberCodec() {}

  public static FromMemberProto encode(FromMember message) {
    Encoder encoder = new Encoder();
    message.to(encoder);
    return encoder.proto.build();
  }

  /** Messages sent together, in as few protobuf messages as {@link MessageBatcher} allows. */
  public static List<FromMemberProto> encode(List<FromMember> messages) {
    return MessageBatcher.of(
        messages.stream().map(FromMemberCodec::encode).toList(),
        (first, rest) -> first.toBuilder().addAllThen(rest).build());
  }

  /**
   * The messages that were sent together, in order.
   *
   * @throws MalformedMessageException as {@link #decode}
   */
  public static List<FromMember> decodeAll(FromMemberProto proto) {
    if (proto.getThenCount() == 0) {
      return List.of(decode(proto));
    }
    List<FromMember> messages = new ArrayList<>();
    messages.add(decode(proto));
    for (FromMemberProto then : proto.getThenList()) {
      if (then.getThenCount() > 0) {
        throw new MalformedMessageException("messages within messages within messages");
      }
      messages.add(decode(then));
    }
    return messages;
  }

  /**
   * The record of a message.
   *
   * @throws MalformedMessageException when it is of no known kind, or a value is illegal
   */
  public static FromMember decode(FromMemberProto proto) {
    return switch (proto.getKindCase()) {
      case REGISTER -> register(proto.getRegister());
      case HEARTBEAT -> heartbeat(proto.getHeartbeat());
      case SEALED -> sealed(proto.getSealed());
      case LINED -> lined(proto.getLined());
      case COMPLETE -> complete(proto.getComplete());
      case FOLDED -> FoldCodec.decode(proto.getFolded());
      case SHARE_DONE -> shareDone(proto.getShareDone());
      case SHARE_FAILED -> shareFailed(proto.getShareFailed());
      case CLOCK -> TasksCodec.decode(proto.getClock());
      case REPORTED -> TasksCodec.decode(proto.getReported());
      case TASK_DONE -> TasksCodec.decode(proto.getTaskDone());
      case TASK_FAILED -> TasksCodec.decode(proto.getTaskFailed());
      case BAD_RECORDS -> badRecords(proto.getBadRecords());
      case EVALUATED -> evaluated(proto.getEvaluated());
      case PARTS_WRITTEN -> partsWritten(proto.getPartsWritten());
      case PARTS_FAILED -> partsFailed(proto.getPartsFailed());
      case BUILDING -> BuildCodec.decode(proto.getBuilding());
      case UNREACHABLE -> new FromMember.Unreachable(proto.getUnreachable().getPserver());
      case CUT_BEGUN -> new FromMember.CutBegun(proto.getCutBegun().getFolder());
      case CUT_WRITTEN -> cutWritten(proto.getCutWritten());
      case CUT_FAILED -> cutFailed(proto.getCutFailed());
      case NOT_LOADED -> notLoaded(proto.getNotLoaded());
      case FULL -> new FromMember.Full(FailureCodec.decode(proto.getFull().getFailure()));
      case TROUBLE -> new FromMember.Trouble(FailureCodec.decode(proto.getTrouble().getFailure()));
      case EXITING -> new FromMember.Exiting(proto.getExiting().getLogsComplete());
      case KIND_NOT_SET ->
          throw new MalformedMessageException("a member's message of no known kind");
    };
  }

  private static FromMember register(RegisterProto proto) {
    return new FromMember.Register(
        role(proto.getRole()),
        proto.getIndex(),
        proto.getContainerId(),
        proto.getHost(),
        proto.getPort(),
        proto.getLanes(),
        proto.getPid(),
        proto.getDatasetDigest(),
        proto.getIncarnation());
  }

  private static FromMember heartbeat(HeartbeatProto proto) {
    return new FromMember.Heartbeat(proto.getProbe(), proto.getRecordsComputed(), proto.getBlock());
  }

  private static FromMember sealed(SealedProto proto) {
    return new FromMember.Sealed(
        proto.getTerm(),
        proto.getLine(),
        proto.getCommitted(),
        proto.getComplete(),
        proto.getMetricsFrom(),
        proto.getMetricsList().stream().map(EvaluationCodec::decode).toList());
  }

  private static FromMember lined(LinedProto proto) {
    return new FromMember.Lined(proto.getLine(), proto.getCommitted(), proto.getFollowing());
  }

  private static FromMember complete(CompleteProto proto) {
    return new FromMember.Complete(
        proto.getLine(),
        proto.getVersion(),
        EvaluationCodec.decode(proto.getMetrics()),
        proto.getDigestsMap());
  }

  private static FromMember shareDone(ShareDoneProto proto) {
    return new FromMember.ShareDone(
        proto.getLine(),
        proto.getVersion(),
        proto.getShare(),
        proto.getRecords(),
        proto.getNanos(),
        TasksCodec.decode(proto.getMoved()));
  }

  private static FromMember shareFailed(ShareFailedProto proto) {
    return new FromMember.ShareFailed(
        proto.getLine(),
        proto.getVersion(),
        proto.getShare(),
        proto.getBlock(),
        FailureCodec.decode(proto.getFailure()));
  }

  private static FromMember badRecords(BadRecordsProto proto) {
    return new FromMember.BadRecords(
        proto.getPath(),
        proto.getOffset(),
        proto.getSkip(),
        proto.getCount(),
        FailureCodec.decode(proto.getFirst()));
  }

  private static FromMember evaluated(EvaluatedProto proto) {
    return new FromMember.Evaluated(proto.getTask(), EvaluationCodec.decode(proto.getEvaluation()));
  }

  private static FromMember partsWritten(PartsWrittenProto proto) {
    return new FromMember.PartsWritten(
        proto.getVersion(),
        proto.getFolder(),
        proto.getPartsList().stream().map(FromMemberCodec::part).toList());
  }

  private static FromMember cutWritten(CutWrittenProto proto) {
    return new FromMember.CutWritten(
        proto.getFolder(),
        proto.getUpdates(),
        proto.getStateList(),
        proto.getPartsList().stream().map(FromMemberCodec::part).toList());
  }

  private static FromMember partsFailed(PartsFailedProto proto) {
    return new FromMember.PartsFailed(
        proto.getFolder(), FailureCodec.decode(proto.getFailure()), proto.getGivenUp());
  }

  private static FromMember cutFailed(CutFailedProto proto) {
    return new FromMember.CutFailed(proto.getFolder(), FailureCodec.decode(proto.getFailure()));
  }

  private static FromMember notLoaded(NotLoadedProto proto) {
    return new FromMember.NotLoaded(proto.getLine(), FailureCodec.decode(proto.getFailure()));
  }

  private static PartFileProto part(PartFile part) {
    return PartFileProto.newBuilder()
        .setPartition(part.partition())
        .setName(part.name())
        .setRows(part.rows())
        .setBytes(part.bytes())
        .setSha256(part.sha256())
        .build();
  }

  private static PartFile part(PartFileProto proto) {
    return new PartFile(
        proto.getPartition(),
        proto.getName(),
        proto.getRows(),
        proto.getBytes(),
        proto.getSha256());
  }

  private static Role role(RoleProto proto) {
    return switch (proto) {
      case ROLE_MASTER -> Role.MASTER;
      case ROLE_PSERVER -> Role.PSERVER;
      case ROLE_WORKER -> Role.WORKER;
      case ROLE_LOGS -> Role.LOGS;
      case ROLE_UNKNOWN, UNRECOGNIZED -> throw new MalformedMessageException("no role is " + proto);
    };
  }

  private static RoleProto role(Role role) {
    return switch (role) {
      case MASTER -> RoleProto.ROLE_MASTER;
      case PSERVER -> RoleProto.ROLE_PSERVER;
      case WORKER -> RoleProto.ROLE_WORKER;
      case LOGS -> RoleProto.ROLE_LOGS;
    };
  }

  private static final class Encoder
      implements FromMember.Handler,
          FromMember.OfPserver.PserverHandler,
          FromMember.OfWorker.WorkerHandler {
    private final FromMemberProto.Builder proto = FromMemberProto.newBuilder();

    @Override
    public void on(FromMember.OfPserver message) {
      message.to((FromMember.OfPserver.PserverHandler) this);
    }

    @Override
    public void on(FromMember.OfWorker message) {
      message.to((FromMember.OfWorker.WorkerHandler) this);
    }

    @Override
    public void on(FromMember.Register message) {
      proto.setRegister(
          RegisterProto.newBuilder()
              .setRole(role(message.role()))
              .setIndex(message.index())
              .setContainerId(message.containerId())
              .setHost(message.host())
              .setPort(message.port())
              .setLanes(message.lanes())
              .setPid(message.pid())
              .setDatasetDigest(message.datasetDigest())
              .setIncarnation(message.incarnation()));
    }

    @Override
    public void on(FromMember.Heartbeat message) {
      proto.setHeartbeat(
          HeartbeatProto.newBuilder()
              .setProbe(message.probe())
              .setRecordsComputed(message.recordsComputed())
              .setBlock(message.block()));
    }

    @Override
    public void on(FromMember.Building message) {
      proto.setBuilding(BuildCodec.encode(message));
    }

    @Override
    public void on(FromMember.Sealed message) {
      proto.setSealed(
          SealedProto.newBuilder()
              .setTerm(message.term())
              .setLine(message.line())
              .setCommitted(message.committed())
              .setComplete(message.complete())
              .setMetricsFrom(message.metricsFrom())
              .addAllMetrics(message.metrics().stream().map(EvaluationCodec::encode).toList()));
    }

    @Override
    public void on(FromMember.Lined message) {
      proto.setLined(
          LinedProto.newBuilder()
              .setLine(message.line())
              .setCommitted(message.committed())
              .setFollowing(message.following()));
    }

    @Override
    public void on(FromMember.Complete message) {
      proto.setComplete(
          CompleteProto.newBuilder()
              .setLine(message.line())
              .setVersion(message.version())
              .setMetrics(EvaluationCodec.encode(message.metrics()))
              .putAllDigests(message.digests()));
    }

    @Override
    public void on(FromMember.Folded message) {
      proto.setFolded(FoldCodec.encode(message));
    }

    @Override
    public void on(FromMember.ShareDone message) {
      proto.setShareDone(
          ShareDoneProto.newBuilder()
              .setLine(message.line())
              .setVersion(message.version())
              .setShare(message.share())
              .setRecords(message.records())
              .setNanos(message.nanos())
              .setMoved(TasksCodec.encode(message.moved())));
    }

    @Override
    public void on(FromMember.ShareFailed message) {
      proto.setShareFailed(
          ShareFailedProto.newBuilder()
              .setLine(message.line())
              .setVersion(message.version())
              .setShare(message.share())
              .setBlock(message.block())
              .setFailure(FailureCodec.encode(message.failure())));
    }

    @Override
    public void on(FromMember.Clock message) {
      proto.setClock(TasksCodec.encode(message));
    }

    @Override
    public void on(FromMember.Reported message) {
      proto.setReported(TasksCodec.encode(message));
    }

    @Override
    public void on(FromMember.TaskDone message) {
      proto.setTaskDone(TasksCodec.encode(message));
    }

    @Override
    public void on(FromMember.TaskFailed message) {
      proto.setTaskFailed(TasksCodec.encode(message));
    }

    @Override
    public void on(FromMember.BadRecords message) {
      proto.setBadRecords(
          BadRecordsProto.newBuilder()
              .setPath(message.path())
              .setOffset(message.offset())
              .setSkip(message.skip())
              .setCount(message.count())
              .setFirst(FailureCodec.encode(message.first())));
    }

    @Override
    public void on(FromMember.Evaluated message) {
      proto.setEvaluated(
          EvaluatedProto.newBuilder()
              .setTask(message.task())
              .setEvaluation(EvaluationCodec.encode(message.evaluation())));
    }

    @Override
    public void on(FromMember.PartsWritten message) {
      PartsWrittenProto.Builder parts =
          PartsWrittenProto.newBuilder().setVersion(message.version()).setFolder(message.folder());
      message.parts().forEach(part -> parts.addParts(part(part)));
      proto.setPartsWritten(parts);
    }

    @Override
    public void on(FromMember.PartsFailed message) {
      proto.setPartsFailed(
          PartsFailedProto.newBuilder()
              .setFolder(message.folder())
              .setFailure(FailureCodec.encode(message.failure()))
              .setGivenUp(message.givenUp()));
    }

    @Override
    public void on(FromMember.Unreachable message) {
      proto.setUnreachable(UnreachableProto.newBuilder().setPserver(message.pserver()));
    }

    @Override
    public void on(FromMember.CutBegun message) {
      proto.setCutBegun(CutBegunProto.newBuilder().setFolder(message.folder()));
    }

    @Override
    public void on(FromMember.CutWritten message) {
      CutWrittenProto.Builder parts =
          CutWrittenProto.newBuilder()
              .setFolder(message.folder())
              .setUpdates(message.updates())
              .addAllState(message.state());
      message.parts().forEach(part -> parts.addParts(part(part)));
      proto.setCutWritten(parts);
    }

    @Override
    public void on(FromMember.CutFailed message) {
      proto.setCutFailed(
          CutFailedProto.newBuilder()
              .setFolder(message.folder())
              .setFailure(FailureCodec.encode(message.failure())));
    }

    @Override
    public void on(FromMember.NotLoaded message) {
      proto.setNotLoaded(
          NotLoadedProto.newBuilder()
              .setLine(message.line())
              .setFailure(FailureCodec.encode(message.failure())));
    }

    @Override
    public void on(FromMember.Full message) {
      proto.setFull(FullProto.newBuilder().setFailure(FailureCodec.encode(message.failure())));
    }

    @Override
    public void on(FromMember.Trouble message) {
      proto.setTrouble(
          TroubleProto.newBuilder().setFailure(FailureCodec.encode(message.failure())));
    }

    @Override
    public void on(FromMember.Exiting message) {
      proto.setExiting(ExitingProto.newBuilder().setLogsComplete(message.logsComplete()));
    }
  }
}
