package trainer.data.format.example;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.feature.ColumnKind;
import trainer.core.feature.FeatureTerm;
import trainer.data.format.ColumnSample;
import trainer.data.format.FormatSettings;
import trainer.data.format.TableSample;
import trainer.data.format.TableUse;
import trainer.data.format.payload.PayloadSampler;
import trainer.data.format.table.FieldText;

/**
 * Samples the features of the first examples of a file as columns. A column that the job names for
 * a feature, or keeps, may be absent from all of them.
 */
final class RowSampler implements PayloadSampler {
  private static final int MOST_RECORDS = 4096;

  /** Features of a record or a file beyond these are not sampled. */
  private static final int MOST_COLUMNS = 10_000;

  private final String path;
  private final FormatSettings settings;
  private final TableSample sample;
  private final Set<String> named;
  private final Set<String> partitions;
  private final Set<String> before = new HashSet<>();
  private final long recordsBefore;
  private final MessageBytes in = new MessageBytes();

  /** The values of the present record. */
  private final List<FeatureValue> values = new ArrayList<>();

  /** The records of this file that have a value of each feature. */
  private final Map<String, Integer> counts = new HashMap<>();

  private boolean isKeyed;
  private long records;

  RowSampler(String path, FormatSettings settings, TableSample sample) {
    this.path = path;
    this.settings = settings;
    this.sample = sample;
    this.named = RowDecoder.named(settings.table());
    this.partitions = RowDecoder.partitions(path);
    this.recordsBefore = sample.records();
    sample.columns().forEach(column -> before.add(column.name()));
  }

  @Override
  public boolean add(byte[] bytes, int from, int to) {
    values.clear();
    in.set(bytes, from, to);
    try {
      FeatureMap.visit(in, this::read);
    } catch (BadMessageException e) {
      return true; // the check that follows reports the record
    }
    if (isKeyed) {
      return false;
    }
    values.forEach(this::add);
    sample.endRecord();
    return ++records < MOST_RECORDS;
  }

  private void read(MessageBytes value, int from, int to) {
    byte[] bytes = value.bytes();
    if (records == 0
        && KeyedDecoder.isIndices(bytes, from, to)
        && !TableUse.isAsked(settings.job())) {
      isKeyed = true;
    }
    String name = new String(bytes, from, to - from, StandardCharsets.UTF_8);
    if (values.size() < MOST_COLUMNS && !partitions.contains(name)) {
      FeatureValue read = new FeatureValue(name);
      read.read(value);
      values.add(read);
    }
  }

  private void add(FeatureValue value) {
    String name = value.name();
    if (value.count() > 1) {
      if (named.contains(name)) {
        throw new FailureException(
            FailureKind.INPUT_BAD_FILE,
            RowDecoder.severalValues(value),
            path + ", record " + records,
            RowDecoder.LEAVE_OUT);
      }
      sample.leaveOut(name, "a list of several values");
    } else if (counts.containsKey(name) || counts.size() < MOST_COLUMNS) {
      ColumnSample column = sample.column(name);
      counts.putIfAbsent(name, 0);
      if (value.count() == 1) {
        boolean isNumber = value.kind() == ColumnKind.NUMBER;
        column.declare(value.kind(), value.isWhole());
        column.add(isNumber ? numberOf(value) : FieldText.whole(value, 0), isNumber);
        counts.merge(name, 1, Integer::sum);
      }
    }
  }

  private static String numberOf(FeatureValue value) {
    return Double.isInfinite(value.number(0))
        ? String.valueOf(value.number(0))
        : FieldText.whole(value, 0);
  }

  @Override
  public void end() {
    if (isKeyed || records == 0) {
      return;
    }
    for (FeatureTerm term : settings.table().terms()) {
      term.columns().stream().filter(name -> !partitions.contains(name)).forEach(sample::column);
    }
    List<String> kept = settings.table().kept();
    kept.stream().filter(name -> !partitions.contains(name)).forEach(sample::column);
    for (ColumnSample column : sample.columns()) {
      if (!column.isPartition()) {
        long missing = records - counts.getOrDefault(column.name(), 0);
        missing += before.contains(column.name()) ? 0 : recordsBefore;
        for (long i = 0; i < missing; i++) {
          column.addMissing();
        }
      }
    }
  }
}
