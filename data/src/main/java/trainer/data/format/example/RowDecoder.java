package trainer.data.format.example;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import trainer.core.failure.Failure;
import trainer.core.feature.Column;
import trainer.core.feature.ColumnKind;
import trainer.core.feature.FeatureTerm;
import trainer.core.feature.encode.ColumnVector;
import trainer.core.feature.encode.TableEncoding;
import trainer.core.input.LabelRule;
import trainer.data.file.Partition;
import trainer.data.format.ExamplesBuffer;
import trainer.data.format.TableUse;
import trainer.data.format.payload.PayloadDecoder;
import trainer.data.format.table.ExampleBuilder;
import trainer.data.format.table.FileColumns;
import trainer.data.format.table.PartitionColumns;

/**
 * Decodes examples as rows of a table. No schema declares their features, so the columns are those
 * that the job names. A folder's column comes before a feature of its name.
 */
final class RowDecoder implements PayloadDecoder {
  private final FeatureValue[] values;
  private final FeatureNames names;
  private final ExampleBuilder examples;
  private final ExamplesBuffer buffer;
  private final MessageBytes in = new MessageBytes();

  /** Kept, so that no record makes it anew. */
  private final FeatureMap.Visitor visitor = this::read;

  RowDecoder(
      String path, TableUse use, LabelRule labels, TableEncoding encoding, ExamplesBuffer buffer) {
    this.buffer = buffer;
    Map<String, FeatureValue> byName = new LinkedHashMap<>();
    Set<String> wanted = named(use);
    wanted.removeAll(partitions(path));
    wanted.forEach(name -> byName.put(name, new FeatureValue(name)));
    List<Column> columns = new ArrayList<>();
    wanted.forEach(name -> columns.add(new Column(columns.size(), name, ColumnKind.TEXT)));
    List<ColumnVector> vectors = new ArrayList<>(byName.values());
    vectors.addAll(PartitionColumns.append(path, columns));
    FileColumns used = FileColumns.of(columns, use, path);
    values = byName.values().toArray(FeatureValue[]::new);
    names = new FeatureNames(byName);
    examples =
        new ExampleBuilder(
            used, vectors.toArray(ColumnVector[]::new), use, labels, encoding, buffer);
  }

  /** The columns that a job names. */
  static Set<String> named(TableUse use) {
    Set<String> named = new LinkedHashSet<>();
    Stream.of(use.label(), use.weight()).filter(name -> !name.isEmpty()).forEach(named::add);
    for (FeatureTerm term : use.terms()) {
      named.addAll(term.columns());
    }
    named.addAll(use.kept());
    return named;
  }

  /** The columns that a file has by the folders above it. */
  static Set<String> partitions(String path) {
    return Partition.of(path).stream().map(Partition::column).collect(Collectors.toSet());
  }

  @Override
  public void decode(byte[] bytes, int from, int to, BiFunction<String, String, Failure> invalid) {
    in.set(bytes, from, to);
    for (FeatureValue value : values) {
      value.clear();
    }
    names.begin();
    try {
      FeatureMap.visit(in, visitor);
    } catch (BadMessageException e) {
      buffer.reject(
          () -> invalid.apply(ExamplePayload.NOT + e.getMessage(), ExamplePayload.ADVICE));
      return;
    }
    for (FeatureValue value : values) {
      if (value.count() > 1) {
        buffer.reject(() -> invalid.apply(severalValues(value), LEAVE_OUT));
        return;
      }
    }
    examples.addOne(invalid);
  }

  static final String LEAVE_OUT = "leave the column out, or write one value a record";

  static String severalValues(FeatureValue value) {
    return "column '"
        + value.name()
        + "' has "
        + value.count()
        + " values; arrays are not read as columns";
  }

  private void read(MessageBytes value, int from, int to) {
    FeatureValue used = names.find(value.bytes(), from, to);
    if (used != null) {
      used.read(value);
    }
  }
}
