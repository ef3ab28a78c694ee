package trainer.client.export;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.feature.Scaling;

/**
 * A model as an ONNX graph. A table's model takes one tensor {records, 1} a column: numbers as
 * float64, where NaN stands for NULL, and categories as texts, where the empty text does. A column
 * that is both has a second input {@code column#category}. A model of keys and values takes {@code
 * keys} (int64) and {@code values} (float32), both {records, most nonzeros of a record}, padded by
 * values of 0. Outputs have the names that {@code score} gives them.
 */
final class OnnxExport {
  /** Between the texts of a cross: a character of no alphabet. */
  static final String SEPARATOR = "\uE000";

  /** A protocol buffer has at most 2 GB. */
  private static final long MOST_BYTES = 1_900_000_000;

  private static final long BYTES_OF_A_KEY = 24;

  private final ExportedModel model;
  private final OnnxGraph graph;
  private final Map<String, String> numbers = new HashMap<>();
  private final Map<String, String> texts = new HashMap<>();
  private final Map<String, String> areMissing = new HashMap<>();

  private OnnxExport(ExportedModel model) {
    this.model = model;
    this.graph = new OnnxGraph(model.prefix());
  }

  /**
   * The file's bytes.
   *
   * @throws FailureException RESOURCE_TOO_LARGE for a model that no ONNX file holds
   */
  static byte[] of(ExportedModel model) {
    long bytes = model.rows() * (BYTES_OF_A_KEY + (long) Float.BYTES * model.width());
    if (bytes > MOST_BYTES) {
      throw new FailureException(
          FailureKind.RESOURCE_TOO_LARGE,
          model.rows() + " rows take more than the 2 GB of an ONNX file",
          model.location(),
          "score with trainer score or trainer-model.jar");
    }
    OnnxExport export = new OnnxExport(model);
    export.outputs(model.isOfTable() ? export.ofTable() : export.ofKeys());
    return export.graph.toModel(
        "Model " + model.manifest().modelId() + " of Trainer. NULL is NaN, or the empty text.",
        model.properties());
  }

  /** Sums of the contributions of the features: of rows, and of their squares for factors. */
  private record Sums(String rows, String squares) {}

  private Sums ofTable() {
    List<NamedTerm> terms = model.terms();
    inputs(terms);
    String rows = null;
    String squares = null;
    for (NamedTerm term : terms) {
      String one = contribution(term);
      rows = rows == null ? one : graph.node("Add", rows, one);
      if (model.isFactorised()) {
        String square = graph.node("Mul", one, one);
        squares = squares == null ? square : graph.node("Add", squares, square);
      }
    }
    return new Sums(rows, squares);
  }

  private void inputs(List<NamedTerm> terms) {
    Set<String> ofNumbers = new HashSet<>();
    for (NamedTerm term : terms) {
      if (!(term instanceof NamedTerm.Category)) {
        ofNumbers.addAll(term.columns());
      }
    }
    Set<String> met = new LinkedHashSet<>();
    for (NamedTerm term : terms) {
      for (String column : term.columns()) {
        boolean isText = term instanceof NamedTerm.Category;
        if (isText && met.add("text " + column)) {
          String name = ofNumbers.contains(column) ? column + "#category" : model.input(column);
          texts.put(column, graph.input(name, OnnxGraph.Type.STRING));
        } else if (!isText && met.add("number " + column)) {
          numbers.put(column, graph.input(model.input(column), OnnxGraph.Type.DOUBLE));
          areMissing.put(column, graph.node("IsNaN", numbers.get(column)));
        }
      }
    }
  }

  private String contribution(NamedTerm term) {
    if (term instanceof NamedTerm.Numeric number) {
      return contribution(number);
    } else if (term instanceof NamedTerm.Bucket bucket) {
      return contribution(bucket);
    }
    return contribution((NamedTerm.Category) term);
  }

  private String contribution(NamedTerm.Numeric term) {
    String isMissing = areMissing.get(term.column());
    String known =
        graph.node(
            "Where", isMissing, number(term.standardisation().mean()), number(term.column()));
    String scaled = known;
    if (term.scaling() == Scaling.LOG) {
      String size = graph.node("Add", graph.node("Abs", known), number(1));
      scaled = graph.node("Mul", graph.node("Sign", known), graph.node("Log", size));
    }
    if (term.scaling().isStandardised()) {
      double deviation = term.standardisation().deviation();
      scaled = graph.node("Sub", scaled, number(term.standardisation().mean()));
      scaled = graph.node("Div", scaled, number(deviation == 0 ? 1 : deviation));
    }
    String value = graph.cast(scaled, OnnxGraph.Type.FLOAT);
    String product = graph.node("Mul", value, row(term.row()));
    float[] missing = term.missing() == null ? new float[model.width()] : term.missing();
    return graph.node("Where", isMissing, row(missing), product);
  }

  private String contribution(NamedTerm.Bucket term) {
    String number = number(term.column());
    String bounds = graph.doubles(term.bounds(), 1, term.bounds().length);
    String isAbove = graph.node("GreaterOrEqual", number, bounds);
    String above = graph.cast(isAbove, OnnxGraph.Type.INT64);
    String place = graph.node("ReduceSum", Map.of("keepdims", 0L), above, graph.integers(1));
    List<float[]> rows = new ArrayList<>(term.each());
    rows.add(term.missing() == null ? new float[model.width()] : term.missing());
    String isMissing = graph.node("Squeeze", areMissing.get(term.column()), graph.integers(1));
    String known = graph.node("Where", isMissing, graph.integers(rows.size() - 1), place);
    return graph.node("Gather", table(rows), known);
  }

  private String contribution(NamedTerm.Category term) {
    String text = null;
    for (String column : term.columns()) {
      String next = texts.get(column);
      text = text == null ? next : graph.node("StringConcat", joined(text), next);
    }
    Map<String, float[]> rows = new LinkedHashMap<>();
    if (term.columns().size() == 1) {
      rows.put("", term.missing() == null ? new float[model.width()] : term.missing());
    }
    for (int i = 0; i < term.each().size(); i++) { // NULL goes before the empty text
      if (term.texts().get(i).contains(null)) {
        rows.put(joined(term.texts().get(i)), term.each().get(i));
      }
    }
    for (int i = 0; i < term.each().size(); i++) {
      rows.putIfAbsent(joined(term.texts().get(i)), term.each().get(i));
    }
    List<float[]> all = new ArrayList<>(rows.values());
    all.add(new float[model.width()]);
    String place = graph.placeOfText(text, List.copyOf(rows.keySet()), all.size() - 1);
    String flat = graph.node("Squeeze", place, graph.integers(1));
    return graph.node("Gather", table(all), flat);
  }

  private static String joined(List<String> texts) {
    return texts.stream()
        .map(text -> text == null ? "" : text)
        .collect(Collectors.joining(SEPARATOR));
  }

  private String joined(String text) {
    return graph.node("StringConcat", text, graph.constantText(SEPARATOR));
  }

  private Sums ofKeys() {
    String keys = graph.input("keys", OnnxGraph.Type.INT64, OnnxGraph.OPEN);
    String values = graph.input("values", OnnxGraph.Type.FLOAT, OnnxGraph.OPEN);
    long[] known = model.keys();
    float[] rows = new float[Math.multiplyExact(known.length + 1, model.width())];
    for (int i = 0; i < known.length; i++) {
      System.arraycopy(model.row(known[i]), 0, rows, i * model.width(), model.width());
    }
    String place = graph.placeOfInteger(keys, known, known.length);
    String each = graph.node("Gather", graph.floats(rows, known.length + 1L, model.width()), place);
    String value = graph.node("Unsqueeze", values, graph.integers(2));
    String product = graph.node("Mul", each, value);
    String sums = sumOver(product);
    return new Sums(
        sums, model.isFactorised() ? sumOver(graph.node("Mul", product, product)) : null);
  }

  private String sumOver(String nonzeros) {
    return graph.node("ReduceSum", Map.of("keepdims", 0L), nonzeros, graph.integers(1));
  }

  private void outputs(Sums sums) {
    String margins =
        graph.node("Add", model.isFactorised() ? factorised(sums) : sums.rows(), row(model.bias()));
    if (model.isSoftmax()) {
      int classes = model.width();
      String shares = graph.node("Softmax", Map.of("axis", 1L), margins);
      String best = graph.node("ArgMax", Map.of("axis", 1L, "keepdims", 1L), margins);
      graph.output(best, "class", OnnxGraph.Type.INT64, 1);
      for (int c = 0; c < classes; c++) {
        String share = graph.node("Gather", Map.of("axis", 1L), shares, graph.integers(c));
        graph.output(share, "score_" + c, OnnxGraph.Type.FLOAT, 1);
      }
    } else {
      String score = model.isProbability() ? graph.node("Sigmoid", margins) : margins;
      graph.output(score, "score", OnnxGraph.Type.FLOAT, 1);
    }
  }

  /** The weight, and half of the squared sum of the factors less the sum of their squares. */
  private String factorised(Sums sums) {
    String weight = columns(sums.rows(), 0, 1);
    String factors = columns(sums.rows(), 1, model.width());
    String squares = columns(sums.squares(), 1, model.width());
    String pairs = graph.node("Sub", graph.node("Mul", factors, factors), squares);
    String sum = graph.node("ReduceSum", Map.of("keepdims", 1L), pairs, graph.integers(1));
    String half = graph.node("Mul", sum, graph.floats(new float[] {0.5f}, 1, 1));
    return graph.node("Add", weight, half);
  }

  private String columns(String rows, long from, long to) {
    return graph.node("Slice", rows, graph.integers(from), graph.integers(to), graph.integers(1));
  }

  private String number(String column) {
    return numbers.get(column);
  }

  private String number(double constant) {
    return graph.doubles(new double[] {constant}, 1, 1);
  }

  private String row(float[] row) {
    return graph.floats(row, 1, row.length);
  }

  private String table(List<float[]> rows) {
    float[] all = new float[rows.size() * model.width()];
    for (int i = 0; i < rows.size(); i++) {
      System.arraycopy(rows.get(i), 0, all, i * model.width(), model.width());
    }
    return graph.floats(all, rows.size(), model.width());
  }
}
