package trainer.data.format.orc;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.orc.OrcProto.ColumnEncoding;
import org.apache.orc.OrcProto.Stream;
import org.apache.orc.OrcProto.StripeFooter;
import org.apache.orc.protobuf.InvalidProtocolBufferException;
import trainer.data.format.encoding.BadPageException;
import trainer.data.format.stream.ChunkBuffer;
import trainer.data.format.stream.IntegerRuns;
import trainer.data.format.stream.IntegerStream;
import trainer.data.format.stream.StreamInput;

/** The streams of a stripe and the encodings of its columns, as its footer has them. */
final class StripeStreams {
  private record Name(int column, Stream.Kind kind) {}

  private record Place(long start, long end) {}

  private final ChunkBuffer chunks;
  private final List<ColumnEncoding> encodings;
  private final String writerZone;
  private final Map<Name, Place> places = new HashMap<>();

  private StripeStreams(ChunkBuffer chunks, StripeFooter footer) {
    this.chunks = chunks;
    this.encodings = footer.getColumnsList();
    this.writerZone = footer.getWriterTimezone();
  }

  /**
   * Reads the footer of a stripe.
   *
   * @param types the number of types of the file
   * @throws RuntimeException if the footer is damaged
   */
  static StripeStreams read(Stripe stripe, int types, ChunkBuffer chunks) {
    byte[] bytes =
        new StreamInput(chunks, stripe.dataEnd(), stripe.end()).readAll(OrcTail.MOST_FOOTER);
    StripeFooter footer;
    try {
      footer = StripeFooter.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw new BadPageException("the footer of the stripe: " + e.getMessage(), e);
    }
    if (footer.getColumnsCount() != types) {
      throw new BadPageException(
          "the stripe has " + footer.getColumnsCount() + " columns, the file " + types);
    }
    StripeStreams streams = new StripeStreams(chunks, footer);
    // the streams of indexes lie before those of data, whatever the order of the list
    long dataStart = streams.place(footer.getStreamsList(), true, stripe.offset(), stripe);
    streams.place(footer.getStreamsList(), false, dataStart, stripe);
    return streams;
  }

  private long place(List<Stream> list, boolean areIndexes, long start, Stripe stripe) {
    long at = start;
    for (Stream stream : list) {
      if (isIndex(stream.getKind()) != areIndexes) {
        continue;
      }
      long length = stream.getLength();
      if (length < 0 || length > stripe.dataEnd() - at) {
        throw new BadPageException(
            "a stream has " + length + " bytes, of " + (stripe.dataEnd() - at) + " at most");
      }
      // a kind that this version does not know takes its bytes, and is not read
      Name name = new Name(stream.getColumn(), stream.hasKind() ? stream.getKind() : null);
      if (places.put(name, new Place(at, at + length)) != null && stream.hasKind()) {
        throw new BadPageException("a column has two streams " + stream.getKind());
      }
      at += length;
    }
    return at;
  }

  private static boolean isIndex(Stream.Kind kind) {
    return switch (kind) {
      case ROW_INDEX, DICTIONARY_COUNT, BLOOM_FILTER, BLOOM_FILTER_UTF8, ENCRYPTED_INDEX -> true;
      default -> false;
    };
  }

  /** The time zone of the writer; empty if the writer gave none. */
  String writerZone() {
    return writerZone;
  }

  ColumnEncoding encoding(int column) {
    return encodings.get(column);
  }

  boolean has(int column, Stream.Kind kind) {
    Place place = places.get(new Name(column, kind));
    return place != null && place.start() < place.end();
  }

  /** The bytes of a stream; none if the stripe does not have it. */
  StreamInput bytes(int column, Stream.Kind kind) {
    Place place = places.getOrDefault(new Name(column, kind), new Place(0, 0));
    return new StreamInput(chunks, place.start(), place.end());
  }

  /** The whole numbers of a stream, by the encoding of its column. */
  IntegerStream integers(int column, Stream.Kind kind, boolean areSigned) {
    int version =
        switch (encoding(column).getKind()) {
          case DIRECT, DICTIONARY -> 1;
          case DIRECT_V2, DICTIONARY_V2 -> 2;
        };
    return IntegerRuns.of(version, bytes(column, kind), areSigned);
  }
}
