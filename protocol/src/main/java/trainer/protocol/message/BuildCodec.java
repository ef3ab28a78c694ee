package trainer.protocol.message;

import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.message.FromMember;
import trainer.core.message.FromPserver;
import trainer.core.message.ToMember;
import trainer.core.message.ToPserver;
import trainer.protocol.proto.BuildProto;
import trainer.protocol.proto.BuildStepProto;
import trainer.protocol.proto.BuildingProto;
import trainer.protocol.proto.CloseBuildProto;

/** Messages about a replica that is being built. */
final class BuildCodec {
  private BuildCodec() {}

  static BuildProto encode(ToPserver.Build message) {
    return BuildProto.newBuilder()
        .setTerm(message.term().number())
        .setNumber(message.number())
        .setMap(MapCodec.encode(message.map()))
        .addAllPartitions(message.partitions())
        .build();
  }

  static ToMember decode(BuildProto proto) {
    ToPserver.Build build =
        new ToPserver.Build(
            new Term(proto.getTerm()),
            proto.getNumber(),
            MapCodec.decode(proto.getMap()),
            proto.getPartitionsList());
    for (int partition : build.partitions()) {
      if (partition < 0
          || partition >= build.map().partitions()
          || build.map().copies().get(partition).isEmpty()) {
        throw new MalformedMessageException("nobody holds partition " + partition);
      }
    }
    return build;
  }

  static CloseBuildProto encode(ToPserver.CloseBuild message) {
    return CloseBuildProto.newBuilder()
        .setTerm(message.term().number())
        .setNumber(message.number())
        .setLine(message.line().number())
        .setVersion(message.version().number())
        .build();
  }

  static ToMember decode(CloseBuildProto proto) {
    return new ToPserver.CloseBuild(
        new Term(proto.getTerm()),
        proto.getNumber(),
        new Line(proto.getLine()),
        new Version(proto.getVersion()));
  }

  static BuildingProto encode(FromPserver.Building message) {
    return BuildingProto.newBuilder()
        .setNumber(message.number())
        .setStep(
            switch (message.step()) {
              case NEAR -> BuildStepProto.BUILD_NEAR;
              case DONE -> BuildStepProto.BUILD_DONE;
              case FAILED -> BuildStepProto.BUILD_FAILED;
            })
        .setLine(message.line().number())
        .setVersion(message.version().number())
        .setReason(message.reason())
        .setBytes(message.bytes())
        .build();
  }

  static FromMember decode(BuildingProto proto) {
    FromPserver.Building.Step step =
        switch (proto.getStep()) {
          case BUILD_NEAR -> FromPserver.Building.Step.NEAR;
          case BUILD_DONE -> FromPserver.Building.Step.DONE;
          case BUILD_FAILED -> FromPserver.Building.Step.FAILED;
          case BUILD_UNKNOWN, UNRECOGNIZED ->
              throw new MalformedMessageException("no step is " + proto.getStep());
        };
    return new FromPserver.Building(
        proto.getNumber(),
        step,
        new Line(proto.getLine()),
        new Version(proto.getVersion()),
        proto.getReason(),
        proto.getBytes());
  }
}
