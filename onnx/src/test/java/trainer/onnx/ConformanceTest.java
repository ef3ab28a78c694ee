package trainer.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import trainer.core.failure.FailureException;
import trainer.core.feature.BadFieldException;
import trainer.onnx.tensor.ElementType;
import trainer.onnx.tensor.TensorBuffer;
import trainer.onnx.tensor.TensorNumbers;
import trainer.onnx.tensor.TensorSpec;

/**
 * The test data of the ONNX project: models of one operator with inputs and expected outputs. They
 * pass through the classes that fill and read tensors of jobs; numbers are given as texts, as
 * columns are. {@code bin/onnx-conformance} fetches the data and runs this.
 */
@EnabledIfSystemProperty(named = "trainer.onnx.testdata", matches = ".+")
class ConformanceTest {
  private static final double CLOSE = 1e-5;

  /** Half precision has 11 bits, and operators round between. */
  private static final double CLOSE_OF_HALF = 2e-3;

  /**
   * Beginnings of the names of tests of ONNX 1.12 that ONNX Runtime does not agree with, and why.
   * Later releases of ONNX have other numbers for the windows and for resizing.
   */
  private static final Map<String, String> KNOWN =
      Map.of(
          "test_bernoulli", "random numbers",
          "test_training_dropout", "random numbers",
          "test_blackmanwindow", "expected of pi = 3.1415",
          "test_hammingwindow", "expected of pi = 3.1415",
          "test_hannwindow", "expected of pi = 3.1415",
          "test_gridsample_bicubic", "expected with 4 digits",
          "test_roialign", "expected with 4 digits",
          "test_dft", "sums that cancel to 0, by 1e-4",
          "test_stft", "sums that cancel to 0, by 1e-4",
          "test_resize_downsample_scales", "another rule for align_corners");

  /** The same, for one name. */
  private static final String UNPOOLED = "test_maxunpool_export_with_output_shape";

  private final Map<String, Integer> reasons = new TreeMap<>();
  private final List<String> wrong = new ArrayList<>();
  private int passed;

  /** A model that is not run, and why. */
  private static final class Refused extends Exception {
    Refused(String reason) {
      super(reason, null, false, false);
    }
  }

  /** A model with another output. */
  private static final class Different extends Exception {
    Different(String what) {
      super(what, null, false, false);
    }
  }

  @Test
  void agreesWithTheExpectedOutputsOrRefusesByName() throws IOException {
    List<Path> models;
    try (Stream<Path> files = Files.walk(Path.of(System.getProperty("trainer.onnx.testdata")))) {
      models = files.filter(file -> file.endsWith("model.onnx")).sorted().toList();
    }
    for (Path model : models) {
      try {
        run(model);
        passed++;
      } catch (Refused e) {
        reasons.merge("refused: " + e.getMessage(), 1, Integer::sum);
      } catch (Different e) {
        String name = model.getParent().getFileName().toString();
        String reason = known(name);
        reasons.merge("differs: " + reason, 1, Integer::sum);
        if (reason.isEmpty()) {
          wrong.add(name + ": " + e.getMessage());
        }
      }
    }
    StringBuilder report = new StringBuilder("passed " + passed + " of " + models.size());
    reasons.forEach((reason, count) -> report.append("\n").append(count + " " + reason));
    Files.writeString(Path.of("target", "onnx-conformance.txt"), report + "\n");
    System.out.println(report);
    assertThat(wrong).isEmpty();
    assertThat(passed).isGreaterThan(models.size() / 2);
  }

  private static String known(String test) {
    return test.equals(UNPOOLED)
        ? "the place of the output in its larger shape"
        : KNOWN.keySet().stream().filter(test::startsWith).map(KNOWN::get).findFirst().orElse("");
  }

  private static void run(Path model) throws IOException, Refused, Different {
    try (OnnxSession session = open(model)) {
      List<TensorSpec> inputs = inputs(session);
      List<TensorSpec> outputs = outputs(session);
      try (Stream<Path> sets = Files.list(model.getParent())) {
        for (Path set : sets.filter(Files::isDirectory).sorted().toList()) {
          run(session, inputs, outputs, set);
        }
      }
    }
  }

  private static OnnxSession open(Path model) throws IOException, Refused {
    try {
      return OnnxSession.open(model, "model.onnx", Models.folder());
    } catch (FailureException e) {
      String what = e.failure().what();
      if (what.startsWith("the model has optional or sparse inputs or outputs: ")) {
        throw new Refused(what.replaceAll(": .*", ""));
      }
      assertThat(what).startsWith("ONNX Runtime 1.").contains("cannot open the model: ");
      throw new Refused(
          what.contains("NOT_IMPLEMENTED")
              ? "ONNX Runtime has no such operator for the type"
              : what.contains("opset") || what.contains("ai.onnx.preview")
                  ? "ONNX Runtime has no such version"
                  : what.contains("layout_ == 0")
                      ? "ONNX Runtime has no batchwise recurrent operators"
                      : what.contains("locale")
                          ? "this machine lacks the locale"
                          : what.replaceAll(".*cannot open the model: ", ""));
    }
  }

  private static List<TensorSpec> inputs(OnnxSession session) throws Refused {
    try {
      return session.inputs();
    } catch (FailureException e) {
      assertThat(e.getMessage()).contains("input '");
      throw new Refused(
          "input is " + e.failure().what().replaceAll(".*' is |\\[.*\\]|, which.*", ""));
    }
  }

  private static List<TensorSpec> outputs(OnnxSession session) throws Refused {
    List<TensorSpec> outputs = new ArrayList<>();
    for (String name : session.outputNames()) {
      try {
        outputs.add(session.output(name));
      } catch (FailureException e) {
        assertThat(e.getMessage()).contains("output '" + name + "'");
        throw new Refused(
            "output is " + e.failure().what().replaceAll(".*' is |\\[.*\\]|, and.*", ""));
      }
    }
    return outputs;
  }

  private static void run(
      OnnxSession session, List<TensorSpec> inputs, List<TensorSpec> outputs, Path set)
      throws IOException, Refused, Different {
    Map<String, OnnxTensor> tensors = new LinkedHashMap<>();
    LinkedHashSet<String> names = new LinkedHashSet<>();
    outputs.forEach(output -> names.add(output.name()));
    try {
      for (int i = 0; i < inputs.size(); i++) {
        TensorFile file = read(set.resolve("input_" + i + ".pb"));
        tensors.put(inputs.get(i).name(), tensor(session, inputs.get(i), file));
      }
      try (OrtSession.Result result = session.run(tensors, names)) {
        for (int i = 0; i < outputs.size(); i++) {
          TensorFile expected = read(set.resolve("output_" + i + ".pb"));
          compare(outputs.get(i), (OnnxTensor) result.get(i), expected);
        }
      }
    } catch (OrtException e) {
      throw new IllegalStateException(set.toString(), e);
    } catch (FailureException e) {
      // A run that fails names ONNX Runtime, and a number that is not written its output.
      throw new Refused(
          e.failure().what().contains("no float is")
              ? "an integer that no float is"
              : "a run fails: " + e.failure().what() + " " + set);
    } finally {
      OnnxValue.close(tensors);
    }
  }

  private static TensorFile read(Path file) throws IOException, Refused {
    if (!Files.exists(file)) {
      throw new Refused("the test has no " + file.getFileName().toString().replaceAll("\\d+", "n"));
    }
    Optional<TensorFile> tensor = TensorFile.read(Files.readAllBytes(file));
    return tensor.orElseThrow(() -> new Refused("the test's file is no tensor: " + file));
  }

  private static OnnxTensor tensor(OnnxSession session, TensorSpec input, TensorFile file)
      throws OrtException, Refused {
    TensorBuffer buffer = new TensorBuffer(input.type(), file.elements().size());
    for (int i = 0; i < file.elements().size(); i++) {
      try {
        buffer.put(i, file.elements().get(i), input.name());
      } catch (BadFieldException e) {
        assertThat(e.getMessage()).startsWith("column ");
        throw new Refused("the text " + file.elements().get(i) + " is no " + input.type());
      }
    }
    return buffer.toTensor(
        session.environment(), file.shape().stream().mapToLong(Long::longValue).toArray());
  }

  private static void compare(TensorSpec output, OnnxTensor tensor, TensorFile expected)
      throws Different {
    long[] shape = expected.shape().stream().mapToLong(Long::longValue).toArray();
    if (!Arrays.equals(tensor.getInfo().getShape(), shape)) {
      throw new Different("another shape");
    }
    int size = expected.elements().size();
    float[] numbers = TensorNumbers.read(output.name(), tensor, output.type(), size);
    double close = output.type() == ElementType.FLOAT16 ? CLOSE_OF_HALF : CLOSE;
    for (int i = 0; i < size; i++) {
      double number = Double.parseDouble(expected.elements().get(i));
      boolean isClose =
          Double.compare(number, numbers[i]) == 0
              || number == numbers[i]
              || Math.abs(number - numbers[i]) <= close + close * Math.abs(number);
      if (!isClose) {
        throw new Different(numbers[i] + " instead of " + number);
      }
    }
  }
}
