package trainer.protocol.message;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import trainer.core.id.Incarnation;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.FromPserver;
import trainer.core.message.FromWorker;
import trainer.core.message.StoredRows;
import trainer.core.message.TimeSpent;
import trainer.protocol.proto.ExitingProto;
import trainer.protocol.proto.FromMemberProto;
import trainer.protocol.proto.HeartbeatProto;
import trainer.protocol.proto.RegisterProto;
import trainer.protocol.proto.RoleProto;
import trainer.protocol.proto.ThreadsProto;
import trainer.protocol.proto.TroubleProto;

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
      case THREADS ->
          new FromMember.Threads(proto.getThreads().getNumber(), proto.getThreads().getText());
      case SEALED -> FromPserverCodec.sealed(proto.getSealed());
      case LINED -> FromPserverCodec.lined(proto.getLined());
      case COMPLETE -> FromPserverCodec.complete(proto.getComplete());
      case FOLDED -> FoldCodec.decode(proto.getFolded());
      case SHARE_DONE -> FromWorkerCodec.shareDone(proto.getShareDone());
      case SHARE_FAILED -> FromWorkerCodec.shareFailed(proto.getShareFailed());
      case CLOCK -> TasksCodec.decode(proto.getClock());
      case REPORTED -> TasksCodec.decode(proto.getReported());
      case TASK_DONE -> TasksCodec.decode(proto.getTaskDone());
      case TASK_FAILED -> TasksCodec.decode(proto.getTaskFailed());
      case BAD_RECORDS -> FromWorkerCodec.badRecords(proto.getBadRecords());
      case EVALUATED -> FromWorkerCodec.evaluated(proto.getEvaluated());
      case MEASURED -> MeasureCodec.decode(proto.getMeasured());
      case SERVED -> ServiceCodec.decode(proto.getServed());
      case FILE_WRITTEN -> OutputFileCodec.decode(proto.getFileWritten());
      case PARTS_WRITTEN -> FromPserverCodec.partsWritten(proto.getPartsWritten());
      case PARTS_FAILED -> FromPserverCodec.partsFailed(proto.getPartsFailed());
      case BUILDING -> BuildCodec.decode(proto.getBuilding());
      case UNREACHABLE ->
          new FromWorker.Unreachable(new Incarnation(proto.getUnreachable().getPserver()));
      case CUT_BEGUN -> new FromPserver.CheckpointBegun(proto.getCutBegun().getFolder());
      case CUT_WRITTEN -> FromPserverCodec.cutWritten(proto.getCutWritten());
      case CUT_FAILED -> FromPserverCodec.cutFailed(proto.getCutFailed());
      case NOT_LOADED -> FromPserverCodec.notLoaded(proto.getNotLoaded());
      case FULL -> new FromPserver.OutOfRoom(FailureCodec.decode(proto.getFull().getFailure()));
      case TROUBLE ->
          new FromMember.MemberFailure(FailureCodec.decode(proto.getTrouble().getFailure()));
      case EXITING -> new FromMember.Exiting(proto.getExiting().getLogsComplete());
      case CLUSTER_NEWS -> new FromMember.ClusterNews(proto.getClusterNews());
      case KIND_NOT_SET ->
          throw new MalformedMessageException("a member's message of no known kind");
    };
  }

  private static FromMember register(RegisterProto proto) {
    return new FromMember.Register(
        new FromMember.Identity(
            role(proto.getRole()), proto.getIndex(), proto.getContainerId(), proto.getPid()),
        new FromMember.Address(proto.getHost(), proto.getPort(), proto.getLanes()),
        proto.getDatasetDigest(),
        new Incarnation(proto.getIncarnation()));
  }

  private static FromMember heartbeat(HeartbeatProto proto) {
    TimeSpent.Phase[] phases = TimeSpent.Phase.values();
    Map<TimeSpent.Phase, Long> nanos = new EnumMap<>(TimeSpent.Phase.class);
    for (int i = 0; i < Math.min(phases.length, proto.getNanosByPhaseCount()); i++) {
      nanos.put(phases[i], proto.getNanosByPhase(i));
    }
    return new FromMember.Heartbeat(
        proto.getProbe(),
        proto.getRecordsComputed(),
        proto.getBlock(),
        new TimeSpent(proto.getFinished(), nanos),
        new StoredRows(proto.getPartitions(), proto.getRows(), proto.getBytes()));
  }

  private static Role role(RoleProto proto) {
    return switch (proto) {
      case ROLE_MASTER -> Role.MASTER;
      case ROLE_PSERVER -> Role.PSERVER;
      case ROLE_WORKER -> Role.WORKER;
      case ROLE_LOGS -> Role.LOGS;
      case ROLE_STANDBY -> Role.STANDBY;
      case ROLE_UNKNOWN, UNRECOGNIZED -> throw new MalformedMessageException("no role is " + proto);
    };
  }

  private static RoleProto role(Role role) {
    return switch (role) {
      case MASTER -> RoleProto.ROLE_MASTER;
      case PSERVER -> RoleProto.ROLE_PSERVER;
      case WORKER -> RoleProto.ROLE_WORKER;
      case LOGS -> RoleProto.ROLE_LOGS;
      case STANDBY -> RoleProto.ROLE_STANDBY;
    };
  }

  private static final class Encoder implements FromMember.Handler {
    private final FromMemberProto.Builder proto = FromMemberProto.newBuilder();

    @Override
    public void on(FromPserver message) {
      FromPserverCodec.encode(message, proto);
    }

    @Override
    public void on(FromWorker message) {
      FromWorkerCodec.encode(message, proto);
    }

    @Override
    public void on(FromMember.Register message) {
      FromMember.Identity identity = message.identity();
      FromMember.Address address = message.address();
      proto.setRegister(
          RegisterProto.newBuilder()
              .setRole(role(identity.role()))
              .setIndex(identity.index())
              .setContainerId(identity.containerId())
              .setHost(address.host())
              .setPort(address.port())
              .setLanes(address.lanes())
              .setPid(identity.pid())
              .setDatasetDigest(message.datasetDigest())
              .setIncarnation(message.incarnation().number()));
    }

    @Override
    public void on(FromMember.Heartbeat message) {
      HeartbeatProto.Builder heartbeat =
          HeartbeatProto.newBuilder()
              .setProbe(message.probe())
              .setRecordsComputed(message.recordsComputed())
              .setBlock(message.block())
              .setFinished(message.spent().finished())
              .setPartitions(message.stored().partitions())
              .setRows(message.stored().rows())
              .setBytes(message.stored().bytes());
      if (!message.spent().nanos().isEmpty()) {
        for (TimeSpent.Phase phase : TimeSpent.Phase.values()) {
          heartbeat.addNanosByPhase(message.spent().in(phase));
        }
      }
      proto.setHeartbeat(heartbeat);
    }

    @Override
    public void on(FromMember.Threads message) {
      proto.setThreads(
          ThreadsProto.newBuilder().setNumber(message.number()).setText(message.text()));
    }

    @Override
    public void on(FromMember.MemberFailure message) {
      proto.setTrouble(
          TroubleProto.newBuilder().setFailure(FailureCodec.encode(message.failure())));
    }

    @Override
    public void on(FromMember.Exiting message) {
      proto.setExiting(ExitingProto.newBuilder().setLogsComplete(message.logsComplete()));
    }

    @Override
    public void on(FromMember.ClusterNews message) {
      proto.setClusterNews(message.text());
    }
  }
}
