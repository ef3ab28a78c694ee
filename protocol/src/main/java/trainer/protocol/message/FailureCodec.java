package trainer.protocol.message;

import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.protocol.proto.FailureProto;

/** Failures; a kind that this release does not know becomes {@link FailureKind#UNEXPECTED}. */
final class FailureCodec {
  private FailureCodec() {}

  static FailureProto encode(Failure failure) {
    return FailureProto.newBuilder()
        .setKind(failure.kind().name())
        .setWhat(failure.what())
        .setWhere(failure.where())
        .setAdvice(failure.advice())
        .build();
  }

  static Failure decode(FailureProto proto) {
    return new Failure(
        kindOf(proto.getKind()), proto.getWhat(), proto.getWhere(), proto.getAdvice());
  }

  private static FailureKind kindOf(String name) {
    for (FailureKind kind : FailureKind.values()) {
      if (kind.name().equals(name)) {
        return kind;
      }
    }
    return FailureKind.UNEXPECTED;
  }
}
