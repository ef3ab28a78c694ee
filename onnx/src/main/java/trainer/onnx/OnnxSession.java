package trainer.onnx;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.onnx.natives.NativeLibrary;
import trainer.onnx.tensor.ElementType;
import trainer.onnx.tensor.TensorSpec;

/**
 * A session of ONNX Runtime, on the processor alone and with one thread a run, such that runs have
 * the same bits in every thread. Threads share it.
 */
final class OnnxSession implements AutoCloseable {
  private static final String NATIVE_PATH = "onnxruntime.native.path";
  private static final String CHOOSE = "choose other outputs with trainer.onnx.outputs";

  private final OrtEnvironment environment;
  private final OrtSession session;
  private final String location;

  private OnnxSession(OrtEnvironment environment, OrtSession session, String location) {
    this.environment = environment;
    this.session = session;
    this.location = location;
  }

  /**
   * Opens a model.
   *
   * @param folder where the native library is unpacked
   * @throws FailureException NODE_UNFIT; MODEL_CORRUPT or VERSION_NOT_SUPPORTED, with the message
   *     of ONNX Runtime if it refuses the model
   */
  static OnnxSession open(Path model, String location, Path folder) throws IOException {
    ModelCheck.check(model, location);
    OrtEnvironment environment = environment(folder);
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.setExecutionMode(OrtSession.SessionOptions.ExecutionMode.SEQUENTIAL);
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      // The arena would keep the memory of the largest batch until the end.
      options.setCPUArenaAllocator(false);
      options.setSessionLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL);
      return new OnnxSession(
          environment, environment.createSession(model.toString(), options), location);
    } catch (OrtException e) {
      throw notOpened(environment, e, location);
    }
  }

  private static synchronized OrtEnvironment environment(Path folder) {
    NativeLibrary.ONNX_RUNTIME.load(folder);
    String before = System.getProperty(NATIVE_PATH);
    System.setProperty(NATIVE_PATH, folder.toString());
    try {
      // Errors arrive as exceptions; the log would repeat them on stderr.
      return OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL, "trainer");
    } catch (LinkageError e) {
      String cause = e.getCause() == null ? e.toString() : e.getCause().toString();
      throw new FailureException(
          new Failure(
              FailureKind.NODE_UNFIT,
              "this machine cannot start ONNX Runtime: " + cause,
              "",
              "repair the machine, or exclude it by a node label"),
          e);
    } finally {
      // A user's own ONNX Runtime in another class loader has other files.
      if (before == null) {
        System.clearProperty(NATIVE_PATH);
      } else {
        System.setProperty(NATIVE_PATH, before);
      }
    }
  }

  private static FailureException notOpened(
      OrtEnvironment environment, OrtException e, String location) {
    String message = e.getMessage();
    boolean isNewer = message.contains("till opset") || message.contains("max supported IR");
    return new FailureException(
        new Failure(
            isNewer ? FailureKind.VERSION_NOT_SUPPORTED : FailureKind.MODEL_CORRUPT,
            "ONNX Runtime " + environment.getVersion() + " cannot open the model: " + message,
            location,
            isNewer
                ? "export it with an older opset_version"
                : "export it again, with operators of ONNX and of ONNX Runtime alone"),
        e);
  }

  OrtEnvironment environment() {
    return environment;
  }

  String version() {
    return environment.getVersion();
  }

  /**
   * The inputs that a run needs, in order.
   *
   * @throws FailureException CONFIG_CONFLICT naming an input of a type that Trainer does not fill
   */
  List<TensorSpec> inputs() {
    List<TensorSpec> inputs = new ArrayList<>();
    for (NodeInfo input : nodes(true).values()) {
      TensorSpec spec = specOf(input);
      if (spec == null || !spec.type().isInput()) {
        throw new FailureException(
            FailureKind.CONFIG_CONFLICT,
            "input '" + input.getName() + "' is " + formOf(input) + ", which is not filled",
            location,
            "export a model whose inputs are float, double, float16, int8 to int64, uint8, bool or"
                + " string");
      }
      inputs.add(spec);
    }
    return inputs;
  }

  /** The names of the outputs, in order. */
  List<String> outputNames() {
    return List.copyOf(nodes(false).keySet());
  }

  /**
   * An output.
   *
   * @throws FailureException CONFIG_CONFLICT for one that is no tensor of numbers
   */
  TensorSpec output(String name) {
    NodeInfo output = nodes(false).get(name);
    TensorSpec spec = specOf(output);
    if (spec != null && !spec.type().isText()) {
      return spec;
    }
    String advice =
        spec != null
            ? CHOOSE
            : "of scikit-learn, export with options={'zipmap': False}; or " + CHOOSE;
    throw new FailureException(
        FailureKind.CONFIG_CONFLICT,
        "output '" + name + "' is " + formOf(output) + ", and only numbers are written",
        location,
        advice);
  }

  private Map<String, NodeInfo> nodes(boolean areInputs) {
    try {
      return areInputs ? session.getInputInfo() : session.getOutputInfo();
    } catch (OrtException e) {
      throw notOpened(environment, e, location);
    }
  }

  /** A tensor of known elements, or null. */
  private static TensorSpec specOf(NodeInfo node) {
    if (!(node.getInfo() instanceof TensorInfo tensor)) {
      return null;
    }
    return ElementType.of(tensor)
        .map(
            type ->
                new TensorSpec(
                    node.getName(), type, Arrays.stream(tensor.getShape()).boxed().toList()))
        .orElse(null);
  }

  private static String formOf(NodeInfo node) {
    TensorSpec spec = specOf(node);
    if (spec != null) {
      return spec.form();
    }
    return switch (node.getInfo().getClass().getSimpleName()) {
      case "SequenceInfo" -> "a sequence";
      case "MapInfo" -> "a map";
      case "TensorInfo" -> "a tensor of another type";
      default -> "no tensor";
    };
  }

  /**
   * Computes outputs. The caller closes the result.
   *
   * @throws FailureException MODEL_CODE_FAILED with the message of ONNX Runtime
   */
  OrtSession.Result run(Map<String, OnnxTensor> inputs, Set<String> outputs) {
    try {
      return session.run(inputs, outputs);
    } catch (OrtException e) {
      throw failed(e);
    }
  }

  /** A failure of a run. */
  FailureException failed(OrtException e) {
    return new FailureException(
        new Failure(
            FailureKind.MODEL_CODE_FAILED,
            "ONNX Runtime " + version() + ": " + e.getMessage(),
            location,
            "try the model on these records in Python with onnxruntime"),
        e);
  }

  @Override
  public void close() {
    try {
      session.close();
    } catch (OrtException e) {
      throw failed(e);
    }
  }
}
