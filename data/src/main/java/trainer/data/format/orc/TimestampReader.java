package trainer.data.format.orc;

import java.time.LocalDate;
import java.util.TimeZone;
import org.apache.orc.OrcProto.Stream;
import trainer.data.format.encoding.BadPageException;
import trainer.data.format.stream.IntegerStream;
import trainer.data.format.unit.UnitReader;

/**
 * Reads timestamps as milliseconds since 1970 with their fraction. Those of no time zone are the
 * milliseconds at which a clock of UTC shows the same date and time, so the time zone of this
 * process does not matter.
 *
 * <p>Stored are the seconds since 2015 in the writer's time zone, rounded towards 1970 as ORC's
 * writers do, and the nanoseconds behind them.
 */
final class TimestampReader implements ValueReader {
  private static final long MILLIS = 1000;
  private static final long NANOS_OF_MILLI = 1_000_000;
  private static final long NANOS_OF_SECOND = 1_000_000_000;
  private static final LocalDate BASE = LocalDate.of(2015, 1, 1);

  private final IntegerStream seconds;
  private final IntegerStream nanos;
  private final TimeZone zone;
  private final long base;
  private final long[] second = new long[UnitReader.BATCH];
  private final long[] nano = new long[UnitReader.BATCH];

  private TimestampReader(IntegerStream seconds, IntegerStream nanos, TimeZone zone) {
    this.seconds = seconds;
    this.nanos = nanos;
    this.zone = zone;
    this.base = BASE.atStartOfDay(zone.toZoneId()).toEpochSecond();
  }

  /**
   * A reader of a column.
   *
   * @param zone the writer's time zone; empty for UTC
   */
  static TimestampReader of(int column, StripeStreams streams, String zone) {
    return new TimestampReader(
        streams.integers(column, Stream.Kind.DATA, true),
        streams.integers(column, Stream.Kind.SECONDARY, false),
        zoneOf(zone.isEmpty() ? "UTC" : zone));
  }

  private static TimeZone zoneOf(String name) {
    TimeZone zone = TimeZone.getTimeZone(name);
    // an unknown name gives the zone GMT
    if (zone.getID().equals("GMT") && !name.matches("(GMT|UT|Z|Zulu|Etc/).*")) {
      throw new BadPageException("the time zone '" + name + "' is not known");
    }
    return zone;
  }

  @Override
  public void read(OrcBatch batch, int[] rows, int count) {
    seconds.read(second, 0, count);
    nanos.read(nano, 0, count);
    for (int i = 0; i < count; i++) {
      batch.putNumber(rows[i], millis(second[i], nanosOf(nano[i])));
    }
  }

  /** Stored nanoseconds have their trailing zeros as a number in the lowest three bits. */
  private static long nanosOf(long stored) {
    int zeros = (int) (stored & 7);
    long nanos = stored >>> 3;
    for (int i = zeros == 0 ? 0 : zeros + 1; i > 0 && nanos < NANOS_OF_SECOND; i--) {
      nanos *= 10;
    }
    if (nanos < 0 || nanos >= NANOS_OF_SECOND) {
      throw new BadPageException("a timestamp of " + nanos + " nanoseconds");
    }
    return nanos;
  }

  private double millis(long stored, long fraction) {
    long millis = (stored + base) * MILLIS + fraction / NANOS_OF_MILLI;
    if (millis < 0 && fraction >= NANOS_OF_MILLI) {
      millis -= MILLIS;
    }
    return millis + zone.getOffset(millis) + (double) (fraction % NANOS_OF_MILLI) / NANOS_OF_MILLI;
  }
}
