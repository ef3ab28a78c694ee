package trainer.protocol.message;

import com.google.protobuf.ByteString;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import trainer.core.feature.Moments;
import trainer.core.feature.Standardisation;
import trainer.core.id.Term;
import trainer.core.message.FromWorker;
import trainer.core.message.ToWorker;
import trainer.protocol.proto.MeasureProto;
import trainer.protocol.proto.MeasuredProto;
import trainer.protocol.proto.MomentsProto;
import trainer.protocol.proto.ShiftedProto;
import trainer.protocol.proto.StandardiseProto;

/** Messages about the first pass over a table. */
final class MeasureCodec {
  /** More bits than any sum of squares has. */
  private static final int MOST_SHIFT = 1 << 13;

  private MeasureCodec() {}

  static MeasureProto.Builder encode(ToWorker.Measure message) {
    return MeasureProto.newBuilder()
        .setTerm(message.term().number())
        .setTask(message.task())
        .addAllBlocks(BlocksCodec.encode(message.blocks()));
  }

  static ToWorker.Measure decode(MeasureProto proto) {
    return new ToWorker.Measure(
        new Term(proto.getTerm()), proto.getTask(), BlocksCodec.decode(proto.getBlocksList()));
  }

  static StandardiseProto.Builder encode(ToWorker.Standardise message) {
    StandardiseProto.Builder proto = StandardiseProto.newBuilder().setTerm(message.term().number());
    for (Standardisation one : message.standardisations()) {
      proto.addMeans(one.mean()).addDeviations(one.deviation());
    }
    return proto;
  }

  static ToWorker.Standardise decode(StandardiseProto proto) {
    if (proto.getMeansCount() != proto.getDeviationsCount()) {
      throw new MalformedMessageException("means and deviations differ in number");
    }
    List<Standardisation> all = new ArrayList<>();
    try {
      for (int i = 0; i < proto.getMeansCount(); i++) {
        all.add(new Standardisation(proto.getMeans(i), proto.getDeviations(i)));
      }
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException(e.getMessage());
    }
    return new ToWorker.Standardise(new Term(proto.getTerm()), all);
  }

  static MeasuredProto.Builder encode(FromWorker.Measured message) {
    MeasuredProto.Builder proto = MeasuredProto.newBuilder().setTask(message.task());
    for (Moments moments : message.moments()) {
      proto.addMoments(
          MomentsProto.newBuilder()
              .setCount(moments.count())
              .setSum(shifted(moments.sum()))
              .setSquares(shifted(moments.squares())));
    }
    return proto;
  }

  static FromWorker.Measured decode(MeasuredProto proto) {
    try {
      return new FromWorker.Measured(
          proto.getTask(),
          proto.getMomentsList().stream()
              .map(
                  one ->
                      new Moments(one.getCount(), number(one.getSum()), number(one.getSquares())))
              .toList());
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException(e.getMessage());
    }
  }

  private static ShiftedProto shifted(BigInteger number) {
    int shift = Math.max(0, number.getLowestSetBit());
    return ShiftedProto.newBuilder()
        .setNumber(ByteString.copyFrom(number.shiftRight(shift).toByteArray()))
        .setShift(shift)
        .build();
  }

  private static BigInteger number(ShiftedProto proto) {
    if (proto.getNumber().isEmpty() || proto.getShift() < 0 || proto.getShift() > MOST_SHIFT) {
      throw new MalformedMessageException("a sum without bytes, or of " + proto.getShift());
    }
    return new BigInteger(proto.getNumber().toByteArray()).shiftLeft(proto.getShift());
  }
}
