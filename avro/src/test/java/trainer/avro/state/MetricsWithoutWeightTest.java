package trainer.avro.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.junit.jupiter.api.Test;
import trainer.avro.record.JournalEntry;
import trainer.core.fact.Fact;
import trainer.core.fact.QueueChange;
import trainer.core.fact.ResultFact;
import trainer.core.fact.Speculated;
import trainer.core.fact.TrainingFact;
import trainer.core.id.Slot;
import trainer.core.id.Version;
import trainer.core.math.ExactSum;
import trainer.core.message.Evaluation;
import trainer.core.message.Metrics;
import trainer.core.message.OutputFile;
import trainer.core.message.Positives;
import trainer.core.message.ScoreCounts;
import trainer.core.message.Staleness;

/** Metrics in journals from before weights: their number of records is their weight. */
class MetricsWithoutWeightTest {
  private static final Schema SCHEMA = JournalEntry.getClassSchema();
  private static final String WEIGHT =
      ",\\{\"name\":\"weight\",\"type\":\\[\"null\",\"SumRecord\"][^}]*}";
  private static final String POSITIVE =
      ",\\{\"name\":\"positive\",\"type\":\\[\"null\",(\"PositivesRecord\"|\\{[^]]*]})][^}]*}";

  @Test
  void earlierEntriesWeighAsManyAsTheyHaveRecords() throws IOException {
    List<Fact> weighted =
        facts(
            new Metrics(
                10,
                new ExactSum(0, 7),
                new ExactSum(1, 2),
                new ExactSum(3, 4),
                new Positives(ExactSum.of(2.5), ExactSum.of(3)),
                0));
    List<Fact> unweighted = facts(new Metrics(10, new ExactSum(1, 2), new ExactSum(3, 4)));
    Schema earlier =
        new Schema.Parser().parse(SCHEMA.toString().replaceAll(WEIGHT + "|" + POSITIVE, ""));
    assertThat(readAs(SCHEMA, weighted)).isEqualTo(weighted);
    assertThat(readAs(earlier, weighted)).isEqualTo(unweighted);
    assertThat(readAs(earlier, unweighted)).isEqualTo(unweighted);
  }

  /** One of each kind of fact that holds metrics. */
  private static List<Fact> facts(Metrics metrics) {
    ScoreCounts scores = ScoreCounts.of(new int[] {7}, new long[] {4});
    return List.of(
        new TrainingFact.Progressed(
            new Version(8), metrics, 9000, 8000, 2, 20, new Speculated(4, 3, 2, 1)),
        new ResultFact.FileWritten(
            new OutputFile(
                "part-00003-7-1.csv",
                33,
                "ab",
                List.of(),
                new Evaluation(metrics, scores, ScoreCounts.NONE))),
        new TrainingFact.QueueChanged(new QueueChange.Done(new Slot(4), metrics, Staleness.of(2))),
        new TrainingFact.QueueChanged(
            new QueueChange.QueueSnapshot(
                new QueueChange.Opened(new Version(3), 100, 2),
                false,
                new QueueChange.Slots(
                    8, List.of(), List.of(), List.of(), List.of(), List.of(), List.of()),
                List.of(),
                new QueueChange.Pass(1, metrics),
                new QueueChange.Totals(77, new Staleness(List.of(3L, 0L, 1L)), 12, 2))));
  }

  /** Facts as they are read from entries that were written in a schema. */
  private static List<Fact> readAs(Schema written, List<Fact> facts) throws IOException {
    List<Fact> read = new ArrayList<>();
    for (Fact fact : facts) {
      JournalEntry entry = new JournalEntry(1L, 3L, FactCodec.encode(fact), 0);
      byte[] present = encoded(new SpecificDatumWriter<>(SCHEMA), entry);
      GenericRecord generic = decoded(new GenericDatumReader<>(SCHEMA, written), present);
      byte[] earlier = encoded(new GenericDatumWriter<>(written), generic);
      JournalEntry again = decoded(new SpecificDatumReader<>(written, SCHEMA), earlier);
      read.add(FactCodec.decode(again.getFact()));
    }
    return read;
  }

  private static <T> byte[] encoded(DatumWriter<T> writer, T entry) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    writer.write(entry, encoder);
    encoder.flush();
    return bytes.toByteArray();
  }

  private static <T> T decoded(DatumReader<T> reader, byte[] bytes) throws IOException {
    return reader.read(null, DecoderFactory.get().binaryDecoder(bytes, null));
  }
}
