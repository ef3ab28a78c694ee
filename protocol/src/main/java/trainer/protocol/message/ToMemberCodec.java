package trainer.protocol.message;

import java.util.ArrayList;
import java.util.List;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Slot;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.message.ToMember;
import trainer.core.message.ToPserver;
import trainer.core.message.ToRole;
import trainer.core.message.ToWorker;
import trainer.protocol.proto.CancelProto;
import trainer.protocol.proto.CloseVersionProto;
import trainer.protocol.proto.CommitProto;
import trainer.protocol.proto.CutProto;
import trainer.protocol.proto.EvaluateProto;
import trainer.protocol.proto.NewLineProto;
import trainer.protocol.proto.OrderProto;
import trainer.protocol.proto.SealProto;
import trainer.protocol.proto.ToMemberProto;
import trainer.protocol.proto.WelcomeProto;
import trainer.protocol.proto.WritePartsProto;

/** Messages from the master to members, to protobuf and back. */
public final class ToMemberCodec {
  private ToMemberCodec() {}

  public static ToMemberProto encode(ToMember message) {
    Encoder encoder = new Encoder();
    message.to(encoder);
    return encoder.proto.build();
  }

  /** Messages sent together, in as few protobuf messages as {@link MessageBatcher} allows. */
  public static List<ToMemberProto> encode(List<ToMember> messages) {
    return MessageBatcher.of(
        messages.stream().map(ToMemberCodec::encode).toList(),
        (first, rest) -> first.toBuilder().addAllThen(rest).build());
  }

  /**
   * The messages that were sent together, in order.
   *
   * @throws MalformedMessageException as {@link #decode}
   */
  public static List<ToMember> decodeAll(ToMemberProto proto) {
    if (proto.getThenCount() == 0) {
      return List.of(decode(proto));
    }
    List<ToMember> messages = new ArrayList<>();
    messages.add(decode(proto));
    for (ToMemberProto then : proto.getThenList()) {
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
  public static ToMember decode(ToMemberProto proto) {
    return switch (proto.getKindCase()) {
      case WELCOME -> welcome(proto.getWelcome());
      case SEAL ->
          new ToPserver.Seal(new Term(proto.getSeal().getTerm()), proto.getSeal().getSince());
      case NEW_LINE -> newLine(proto.getNewLine());
      case ORDER -> order(proto.getOrder());
      case UPDATE_ROWS -> FoldCodec.decode(proto.getUpdateRows());
      case FOLD_ROWS -> FoldCodec.decode(proto.getFoldRows());
      case ASSIGN_TASKS -> TasksCodec.decode(proto.getAssignTasks());
      case CANCEL -> cancel(proto.getCancel());
      case PACE -> TasksCodec.decode(proto.getPace());
      case NEWEST -> TasksCodec.decode(proto.getNewest());
      case CLOSE_VERSION -> closeVersion(proto.getCloseVersion());
      case COMMIT -> commit(proto.getCommit());
      case EVALUATE -> evaluate(proto.getEvaluate());
      case MEASURE -> MeasureCodec.decode(proto.getMeasure());
      case STANDARDISE -> MeasureCodec.decode(proto.getStandardise());
      case SERVE -> ServiceCodec.decode(proto.getServe());
      case WRITE_PARTS -> writeParts(proto.getWriteParts());
      case BUILD -> BuildCodec.decode(proto.getBuild());
      case CLOSE_BUILD -> BuildCodec.decode(proto.getCloseBuild());
      case CUT -> cut(proto.getCut());
      case REFUSED, PROBE, SHOW_THREADS, STANDBY_NAMED, LEADS, CLUSTER_ORDER, LEAVE ->
          SessionCodec.decode(proto);
      case KIND_NOT_SET ->
          throw new MalformedMessageException("a master's message of no known kind");
    };
  }

  private static ToMember welcome(WelcomeProto proto) {
    return new ToMember.Welcome(
        new Term(proto.getTerm()),
        new Incarnation(proto.getIncarnation()),
        new Line(proto.getLine()),
        new Version(proto.getBase()),
        new Line(proto.getLastBack()),
        proto.hasMap() ? MapCodec.decode(proto.getMap()) : null);
  }

  private static ToMember newLine(NewLineProto proto) {
    return new ToMember.NewLine(
        new Term(proto.getTerm()),
        new Line(proto.getLine()),
        new Version(proto.getBase()),
        new Line(proto.getLineOfBase()),
        new Line(proto.getLastBack()),
        proto.hasMap() ? MapCodec.decode(proto.getMap()) : null,
        proto.getCheckpoint());
  }

  private static ToMember order(OrderProto proto) {
    return new ToWorker.Order(
        new Term(proto.getTerm()),
        new Line(proto.getLine()),
        new Version(proto.getVersion()),
        proto.getPhase(),
        new ToWorker.Share(
            proto.getShare(),
            proto.getShares(),
            proto.getMinibatchBlocks(),
            BlocksCodec.decode(proto.getBlocksList())),
        new Version(proto.getCommitted()),
        new Slot(proto.getTurn()));
  }

  private static ToMember cancel(CancelProto proto) {
    return new ToWorker.Cancel(
        new Term(proto.getTerm()),
        new Line(proto.getLine()),
        new Version(proto.getVersion()),
        proto.getShare());
  }

  private static ToMember commit(CommitProto proto) {
    return new ToPserver.Commit(
        new Term(proto.getTerm()), new Line(proto.getLine()), new Version(proto.getVersion()));
  }

  private static ToMember closeVersion(CloseVersionProto proto) {
    return new ToPserver.CloseVersion(
        new Term(proto.getTerm()), new Line(proto.getLine()), new Version(proto.getVersion()));
  }

  private static ToMember evaluate(EvaluateProto proto) {
    return new ToWorker.Evaluate(
        new Term(proto.getTerm()),
        new Line(proto.getLine()),
        new Version(proto.getVersion()),
        proto.getTask(),
        BlocksCodec.decode(proto.getBlocksList()));
  }

  private static ToMember writeParts(WritePartsProto proto) {
    return new ToPserver.WriteParts(
        new Term(proto.getTerm()),
        new Line(proto.getLine()),
        new Version(proto.getVersion()),
        proto.getFolder(),
        proto.getPartitionsList());
  }

  private static ToMember cut(CutProto proto) {
    return new ToPserver.WriteCheckpoint(
        new Term(proto.getTerm()),
        new Line(proto.getLine()),
        new Version(proto.getVersion()),
        proto.getFolder(),
        proto.getPartitionsList());
  }

  private static final class Encoder
      implements ToMember.Handler, ToRole.Handler, ToPserver.Handler, ToWorker.Handler {
    private final ToMemberProto.Builder proto = ToMemberProto.newBuilder();

    @Override
    public void on(ToRole message) {
      message.to((ToRole.Handler) this);
    }

    @Override
    public void on(ToPserver message) {
      message.to((ToPserver.Handler) this);
    }

    @Override
    public void on(ToWorker message) {
      message.to((ToWorker.Handler) this);
    }

    @Override
    public void on(ToMember.Welcome message) {
      WelcomeProto.Builder welcome =
          WelcomeProto.newBuilder()
              .setTerm(message.term().number())
              .setIncarnation(message.incarnation().number())
              .setLine(message.line().number())
              .setBase(message.base().number())
              .setLastBack(message.lastBack().number());
      if (message.map() != null) {
        welcome.setMap(MapCodec.encode(message.map()));
      }
      proto.setWelcome(welcome);
    }

    @Override
    public void on(ToMember.Refused message) {
      SessionCodec.encode(message, proto);
    }

    @Override
    public void on(ToPserver.Build message) {
      proto.setBuild(BuildCodec.encode(message));
    }

    @Override
    public void on(ToPserver.CloseBuild message) {
      proto.setCloseBuild(BuildCodec.encode(message));
    }

    @Override
    public void on(ToPserver.Seal message) {
      proto.setSeal(
          SealProto.newBuilder().setTerm(message.term().number()).setSince(message.since()));
    }

    @Override
    public void on(ToMember.NewLine message) {
      NewLineProto.Builder newLine =
          NewLineProto.newBuilder()
              .setTerm(message.term().number())
              .setLine(message.line().number())
              .setBase(message.base().number())
              .setLineOfBase(message.lineOfBase().number())
              .setLastBack(message.lastBack().number())
              .setCheckpoint(message.checkpoint());
      if (message.map() != null) {
        newLine.setMap(MapCodec.encode(message.map()));
      }
      proto.setNewLine(newLine);
    }

    @Override
    public void on(ToWorker.Order message) {
      ToWorker.Share share = message.share();
      proto.setOrder(
          OrderProto.newBuilder()
              .setTerm(message.term().number())
              .setLine(message.line().number())
              .setVersion(message.version().number())
              .setPhase(message.phase())
              .setShare(share.number())
              .setShares(share.shares())
              .setMinibatchBlocks(share.minibatchBlocks())
              .addAllBlocks(BlocksCodec.encode(share.blocks()))
              .setCommitted(message.committed().number())
              .setTurn(message.slot().number()));
    }

    @Override
    public void on(ToPserver.UpdateRows message) {
      proto.setUpdateRows(FoldCodec.encode(message));
    }

    @Override
    public void on(ToPserver.FoldRows message) {
      proto.setFoldRows(FoldCodec.encode(message));
    }

    @Override
    public void on(ToWorker.AssignTasks message) {
      proto.setAssignTasks(TasksCodec.encode(message));
    }

    @Override
    public void on(ToWorker.Cancel message) {
      proto.setCancel(
          CancelProto.newBuilder()
              .setTerm(message.term().number())
              .setLine(message.line().number())
              .setVersion(message.version().number())
              .setShare(message.share()));
    }

    @Override
    public void on(ToWorker.Serve message) {
      proto.setServe(ServiceCodec.encode(message));
    }

    @Override
    public void on(ToWorker.Pace message) {
      proto.setPace(TasksCodec.encode(message));
    }

    @Override
    public void on(ToWorker.ModelVersion message) {
      proto.setNewest(TasksCodec.encode(message));
    }

    @Override
    public void on(ToPserver.CloseVersion message) {
      proto.setCloseVersion(
          CloseVersionProto.newBuilder()
              .setTerm(message.term().number())
              .setLine(message.line().number())
              .setVersion(message.version().number()));
    }

    @Override
    public void on(ToPserver.Commit message) {
      proto.setCommit(
          CommitProto.newBuilder()
              .setTerm(message.term().number())
              .setLine(message.line().number())
              .setVersion(message.version().number()));
    }

    @Override
    public void on(ToWorker.Evaluate message) {
      proto.setEvaluate(
          EvaluateProto.newBuilder()
              .setTerm(message.term().number())
              .setLine(message.line().number())
              .setVersion(message.version().number())
              .setTask(message.task())
              .addAllBlocks(BlocksCodec.encode(message.blocks())));
    }

    @Override
    public void on(ToWorker.Measure message) {
      proto.setMeasure(MeasureCodec.encode(message));
    }

    @Override
    public void on(ToWorker.Standardise message) {
      proto.setStandardise(MeasureCodec.encode(message));
    }

    @Override
    public void on(ToPserver.WriteParts message) {
      proto.setWriteParts(
          WritePartsProto.newBuilder()
              .setTerm(message.term().number())
              .setLine(message.line().number())
              .setVersion(message.version().number())
              .setFolder(message.folder())
              .addAllPartitions(message.partitions()));
    }

    @Override
    public void on(ToPserver.WriteCheckpoint message) {
      proto.setCut(
          CutProto.newBuilder()
              .setTerm(message.term().number())
              .setLine(message.line().number())
              .setVersion(message.version().number())
              .setFolder(message.folder())
              .addAllPartitions(message.partitions()));
    }

    @Override
    public void on(ToMember.Probe message) {
      SessionCodec.encode(message, proto);
    }

    @Override
    public void on(ToMember.ShowThreads message) {
      SessionCodec.encode(message, proto);
    }

    @Override
    public void on(ToMember.StandbyNamed message) {
      SessionCodec.encode(message, proto);
    }

    @Override
    public void on(ToMember.Leads message) {
      proto.setLeads(message.term().number());
    }

    @Override
    public void on(ToMember.ClusterOrder message) {
      SessionCodec.encode(message, proto);
    }

    @Override
    public void on(ToMember.Leave message) {
      SessionCodec.encode(message, proto);
    }
  }
}
