package trainer.protocol.message;

import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.message.FromPserver;
import trainer.core.message.PartFile;
import trainer.protocol.proto.CompleteProto;
import trainer.protocol.proto.CutBegunProto;
import trainer.protocol.proto.CutFailedProto;
import trainer.protocol.proto.CutWrittenProto;
import trainer.protocol.proto.FromMemberProto;
import trainer.protocol.proto.FullProto;
import trainer.protocol.proto.LinedProto;
import trainer.protocol.proto.NotLoadedProto;
import trainer.protocol.proto.PartFileProto;
import trainer.protocol.proto.PartsFailedProto;
import trainer.protocol.proto.PartsWrittenProto;
import trainer.protocol.proto.SealedProto;

/** Messages from pservers to protobuf and back. */
final class FromPserverCodec {
  private FromPserverCodec() {}

  /** Sets the kind of {@code proto} to this message. */
  static void encode(FromPserver message, FromMemberProto.Builder proto) {
    message.to(new Encoder(proto));
  }

  static FromPserver sealed(SealedProto proto) {
    return new FromPserver.Sealed(
        new Term(proto.getTerm()),
        new Line(proto.getLine()),
        new Version(proto.getCommitted()),
        proto.getComplete(),
        proto.getMetricsFrom(),
        proto.getMetricsList().stream().map(EvaluationCodec::decode).toList());
  }

  static FromPserver lined(LinedProto proto) {
    return new FromPserver.LineAccepted(
        new Line(proto.getLine()), new Version(proto.getCommitted()), proto.getFollowing());
  }

  static FromPserver complete(CompleteProto proto) {
    return new FromPserver.Complete(
        new Line(proto.getLine()),
        new Version(proto.getVersion()),
        EvaluationCodec.decode(proto.getMetrics()),
        proto.getDigestsMap());
  }

  static FromPserver partsWritten(PartsWrittenProto proto) {
    return new FromPserver.PartsWritten(
        new Version(proto.getVersion()),
        proto.getFolder(),
        proto.getPartsList().stream().map(FromPserverCodec::part).toList());
  }

  static FromPserver partsFailed(PartsFailedProto proto) {
    return new FromPserver.PartsFailed(
        proto.getFolder(), FailureCodec.decode(proto.getFailure()), proto.getGivenUp());
  }

  static FromPserver cutWritten(CutWrittenProto proto) {
    return new FromPserver.CheckpointWritten(
        proto.getFolder(),
        proto.getUpdates(),
        proto.getStateList(),
        proto.getPartsList().stream().map(FromPserverCodec::part).toList());
  }

  static FromPserver cutFailed(CutFailedProto proto) {
    return new FromPserver.CheckpointFailed(
        proto.getFolder(), FailureCodec.decode(proto.getFailure()));
  }

  static FromPserver notLoaded(NotLoadedProto proto) {
    return new FromPserver.NotLoaded(
        new Line(proto.getLine()), FailureCodec.decode(proto.getFailure()));
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

  private static final class Encoder implements FromPserver.Handler {
    private final FromMemberProto.Builder proto;

    Encoder(FromMemberProto.Builder proto) {
      this.proto = proto;
    }

    @Override
    public void on(FromPserver.Building message) {
      proto.setBuilding(BuildCodec.encode(message));
    }

    @Override
    public void on(FromPserver.Sealed message) {
      proto.setSealed(
          SealedProto.newBuilder()
              .setTerm(message.term().number())
              .setLine(message.line().number())
              .setCommitted(message.committed().number())
              .setComplete(message.complete())
              .setMetricsFrom(message.metricsFrom())
              .addAllMetrics(message.metrics().stream().map(EvaluationCodec::encode).toList()));
    }

    @Override
    public void on(FromPserver.LineAccepted message) {
      proto.setLined(
          LinedProto.newBuilder()
              .setLine(message.line().number())
              .setCommitted(message.committed().number())
              .setFollowing(message.following()));
    }

    @Override
    public void on(FromPserver.Complete message) {
      proto.setComplete(
          CompleteProto.newBuilder()
              .setLine(message.line().number())
              .setVersion(message.version().number())
              .setMetrics(EvaluationCodec.encode(message.metrics()))
              .putAllDigests(message.digests()));
    }

    @Override
    public void on(FromPserver.Folded message) {
      proto.setFolded(FoldCodec.encode(message));
    }

    @Override
    public void on(FromPserver.PartsWritten message) {
      PartsWrittenProto.Builder parts =
          PartsWrittenProto.newBuilder()
              .setVersion(message.version().number())
              .setFolder(message.folder());
      message.parts().forEach(part -> parts.addParts(part(part)));
      proto.setPartsWritten(parts);
    }

    @Override
    public void on(FromPserver.PartsFailed message) {
      proto.setPartsFailed(
          PartsFailedProto.newBuilder()
              .setFolder(message.folder())
              .setFailure(FailureCodec.encode(message.failure()))
              .setGivenUp(message.givenUp()));
    }

    @Override
    public void on(FromPserver.CheckpointBegun message) {
      proto.setCutBegun(CutBegunProto.newBuilder().setFolder(message.folder()));
    }

    @Override
    public void on(FromPserver.CheckpointWritten message) {
      CutWrittenProto.Builder parts =
          CutWrittenProto.newBuilder()
              .setFolder(message.folder())
              .setUpdates(message.updates())
              .addAllState(message.state());
      message.parts().forEach(part -> parts.addParts(part(part)));
      proto.setCutWritten(parts);
    }

    @Override
    public void on(FromPserver.CheckpointFailed message) {
      proto.setCutFailed(
          CutFailedProto.newBuilder()
              .setFolder(message.folder())
              .setFailure(FailureCodec.encode(message.failure())));
    }

    @Override
    public void on(FromPserver.NotLoaded message) {
      proto.setNotLoaded(
          NotLoadedProto.newBuilder()
              .setLine(message.line().number())
              .setFailure(FailureCodec.encode(message.failure())));
    }

    @Override
    public void on(FromPserver.OutOfRoom message) {
      proto.setFull(FullProto.newBuilder().setFailure(FailureCodec.encode(message.failure())));
    }
  }
}
