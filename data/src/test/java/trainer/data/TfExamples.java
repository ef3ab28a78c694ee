package trainer.data;

import com.google.protobuf.ByteString;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.tensorflow.example.BytesList;
import org.tensorflow.example.Example;
import org.tensorflow.example.Feature;
import org.tensorflow.example.Features;
import org.tensorflow.example.FloatList;
import org.tensorflow.example.Int64List;
import org.tensorflow.hadoop.util.TFRecordWriter;

/** Examples and TFRecord files made by TensorFlow's own classes. */
public final class TfExamples {
  private TfExamples() {}

  public static Feature texts(String... texts) {
    BytesList.Builder list = BytesList.newBuilder();
    for (String text : texts) {
      list.addValue(ByteString.copyFromUtf8(text));
    }
    return Feature.newBuilder().setBytesList(list).build();
  }

  public static Feature whole(Long... numbers) {
    Int64List list = Int64List.newBuilder().addAllValue(List.of(numbers)).build();
    return Feature.newBuilder().setInt64List(list).build();
  }

  public static Feature floats(Float... numbers) {
    FloatList list = FloatList.newBuilder().addAllValue(List.of(numbers)).build();
    return Feature.newBuilder().setFloatList(list).build();
  }

  public static byte[] example(Map<String, Feature> features) {
    return Example.newBuilder()
        .setFeatures(Features.newBuilder().putAllFeature(features))
        .build()
        .toByteArray();
  }

  /** Record i of {@link AvroFiles#record} as an example. */
  public static byte[] keyed(int i) {
    Input.Row row = AvroFiles.record(i);
    return example(
        Map.of(
            "label", whole((long) row.label()),
            "indices", whole(row.keys().toArray(Long[]::new)),
            "values", floats(row.values().toArray(Float[]::new))));
  }

  /** The rows of {@link TableRows}; an absent value is an absent feature or an empty list. */
  public static List<byte[]> rows() {
    List<TableRows.Row> rows = TableRows.all();
    return IntStream.range(0, rows.size()).mapToObj(i -> row(rows.get(i), i)).toList();
  }

  private static byte[] row(TableRows.Row row, int number) {
    Map<String, Feature> features = new TreeMap<>();
    features.put("label", texts(String.valueOf(row.label())));
    features.put("weight", floats((float) row.weight()));
    put(features, "age", row.age() == null ? null : whole((long) row.age()), number);
    put(features, "id", row.id() == null ? null : whole(row.id()), number);
    put(features, "size", row.size() == null ? null : floats(row.size()), number);
    put(features, "pay", row.pay() == null ? null : floats(row.pay()), number);
    put(features, "city", row.texts().city() == null ? null : texts(row.texts().city()), number);
    put(features, "note", row.texts().note() == null ? null : texts(row.texts().note()), number);
    put(features, "kind", texts(row.texts().kind()), number);
    Boolean open = row.texts().open();
    put(features, "open", open == null ? null : texts(open.toString()), number);
    put(features, "tags", number % 3 == 0 ? whole(1L, 2L, 3L) : whole(7L), number);
    return example(features);
  }

  private static void put(Map<String, Feature> to, String name, Feature feature, int number) {
    if (feature != null) {
      to.put(name, feature);
    } else if (number % 3 == 1) {
      to.put(name, number % 2 == 0 ? whole() : Feature.getDefaultInstance());
    }
  }

  /** A TFRecord file. */
  public static byte[] file(List<byte[]> records) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    TFRecordWriter writer = new TFRecordWriter(new DataOutputStream(bytes));
    for (byte[] record : records) {
      writer.write(record);
    }
    return bytes.toByteArray();
  }
}
