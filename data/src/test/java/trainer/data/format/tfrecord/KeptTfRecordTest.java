package trainer.data.format.tfrecord;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tensorflow.example.Feature;
import trainer.data.Input;
import trainer.data.TfExamples;

/** The features of examples that scoring copies to its output. */
class KeptTfRecordTest {
  private static final long LARGE = (1L << 53) + 1;

  @TempDir private Path folder;

  private static byte[] of(Object... namesAndFeatures) {
    Map<String, Feature> features = new TreeMap<>();
    for (int i = 0; i < namesAndFeatures.length; i += 2) {
      features.put((String) namesAndFeatures[i], (Feature) namesAndFeatures[i + 1]);
    }
    return TfExamples.example(features);
  }

  private Input input(String features, String kept) {
    return new Input(folder).with("trainer.features", features).with("trainer.score.keep", kept);
  }

  private static List<byte[]> examples() {
    List<byte[]> examples = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      examples.add(
          of(
              "label",
              i % 5 == 4 ? TfExamples.texts("none") : TfExamples.whole(i % 2L),
              "id",
              TfExamples.whole(LARGE + i),
              "size",
              i % 3 == 2 ? TfExamples.floats() : TfExamples.floats(i / 8f),
              "city",
              TfExamples.texts("Zürich \"" + i + "\"\n")));
    }
    return examples;
  }

  @Test
  void valuesAreKeptAndStayTheSameFeatures() throws IOException {
    Input input = input("id:raw,size:raw,city:category", "city,absent,id,size,dt");
    input.write("dt=2026/a.tfrecord", TfExamples.file(examples()));
    List<List<String>> expected = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      if (i % 5 != 4) {
        String size = String.valueOf(i / 8.0).replaceAll("\\.0$", "");
        expected.add(
            Arrays.asList(
                "Zürich \"" + i + "\"\n",
                null,
                String.valueOf(LARGE + i),
                i % 3 == 2 ? null : size,
                "2026"));
      }
    }
    assertThat(input.kept()).isEqualTo(expected);
    assertThat(input.with("trainer.block.records", 7).kept()).isEqualTo(expected);
    assertThat(input.readOn().rows())
        .isEqualTo(input("id:raw,size:raw,city:category", "").readOn().rows());
  }
}
