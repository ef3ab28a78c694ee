package trainer.avro.state;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import trainer.avro.record.GivenRecord;
import trainer.avro.record.MeasuredRecord;
import trainer.avro.record.MomentsRecord;
import trainer.avro.record.ShiftedRecord;
import trainer.avro.record.StandardisationsGivenRecord;
import trainer.core.fact.TrainingFact;
import trainer.core.feature.Moments;
import trainer.core.feature.Standardisation;

/** Moments of columns to Avro records and back. */
final class MeasuredCodec {
  private MeasuredCodec() {}

  static MeasuredRecord encode(TrainingFact.Measured fact) {
    return new MeasuredRecord(
        fact.task(),
        fact.tasks(),
        fact.moments().stream()
            .map(
                moments ->
                    new MomentsRecord(
                        moments.count(), shifted(moments.sum()), shifted(moments.squares())))
            .toList());
  }

  static StandardisationsGivenRecord encode(TrainingFact.StandardisationsGiven fact) {
    return new StandardisationsGivenRecord(
        fact.standardisations().stream()
            .map(one -> new GivenRecord(one.mean(), one.deviation()))
            .toList());
  }

  static TrainingFact.StandardisationsGiven decode(StandardisationsGivenRecord r) {
    return new TrainingFact.StandardisationsGiven(
        r.getStandardisations().stream()
            .map(one -> new Standardisation(one.getMean(), one.getDeviation()))
            .toList());
  }

  static TrainingFact.Measured decode(MeasuredRecord r) {
    return new TrainingFact.Measured(
        r.getTask(),
        r.getTasks(),
        r.getMoments().stream()
            .map(
                one ->
                    new Moments(one.getCount(), integer(one.getSum()), integer(one.getSquares())))
            .toList());
  }

  private static ShiftedRecord shifted(BigInteger number) {
    int shift = Math.max(0, number.getLowestSetBit());
    return new ShiftedRecord(ByteBuffer.wrap(number.shiftRight(shift).toByteArray()), shift);
  }

  private static BigInteger integer(ShiftedRecord stored) {
    byte[] bytes = new byte[stored.getNumber().remaining()];
    stored.getNumber().duplicate().get(bytes);
    return new BigInteger(bytes).shiftLeft(stored.getShift());
  }
}
