package trainer.data.format.example;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.BiFunction;
import trainer.core.failure.Failure;
import trainer.core.feature.ColumnKind;
import trainer.core.input.LabelRule;
import trainer.data.format.ExamplesBuffer;
import trainer.data.format.payload.PayloadDecoder;

/**
 * Decodes examples with {@code label}, {@code indices} and, unless all are 1, {@code values}. Other
 * features are passed over.
 */
final class KeyedDecoder implements PayloadDecoder {
  static final String INDICES = "indices";

  private static final byte[] LABEL_NAME = ascii("label");
  private static final byte[] INDICES_NAME = ascii(INDICES);
  private static final byte[] VALUES_NAME = ascii("values");

  private final boolean isLabelRequired;
  private final LabelRule labels;
  private final ExamplesBuffer buffer;
  private final MessageBytes in = new MessageBytes();
  private final FeatureValue label = new FeatureValue("label");
  private final FeatureMap.Visitor visitor = this::read;
  private final Indices indices = new Indices();
  private final Values values = new Values();
  private String problem;

  /**
   * @param isLabelRequired whether an example without a label is broken; if not, its label is NaN
   */
  KeyedDecoder(boolean isLabelRequired, LabelRule labels, ExamplesBuffer buffer) {
    this.isLabelRequired = isLabelRequired;
    this.labels = labels;
    this.buffer = buffer;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  static boolean isIndices(byte[] bytes, int from, int to) {
    return Arrays.equals(bytes, from, to, INDICES_NAME, 0, INDICES_NAME.length);
  }

  @Override
  public void decode(byte[] bytes, int from, int to, BiFunction<String, String, Failure> invalid) {
    in.set(bytes, from, to);
    label.clear();
    indices.isThere = false;
    values.isThere = false;
    problem = null;
    try {
      FeatureMap.visit(in, visitor);
    } catch (BadMessageException e) {
      problem = ExamplePayload.NOT + e.getMessage();
    }
    if (!values.isThere) {
      buffer.ones();
    }
    float number = problem == null ? label() : 0;
    if (problem == null) {
      buffer.end(number);
    } else {
      buffer.reject(() -> invalid.apply(problem, ExamplePayload.ADVICE));
    }
  }

  /** The label of the record; notes a problem of the record. */
  private float label() {
    boolean isMissing = label.count() == 0 && !isLabelRequired;
    float number = isMissing ? Float.NaN : number();
    if (!indices.isThere) {
      note("there is no feature 'indices'");
    } else if (buffer.recordKeys() != buffer.recordValues()) {
      note(buffer.recordKeys() + " indices but " + buffer.recordValues() + " values");
    }
    if (!isMissing) {
      check(number);
    }
    return number;
  }

  private float number() {
    if (label.count() != 1 || label.kind() != ColumnKind.NUMBER) {
      note("feature 'label' is not one number");
      return 0;
    }
    return (float) label.number(0);
  }

  private void check(float number) {
    if (!Float.isFinite(number)) {
      note("label " + number + " is not finite as a 32-bit float");
    }
    String ofRule = labels.problemOf(number);
    if (ofRule != null) {
      note(ofRule);
    }
  }

  private void note(String what) {
    if (problem == null) {
      problem = what;
    }
  }

  private void read(MessageBytes value, int from, int to) {
    byte[] bytes = value.bytes();
    if (Arrays.equals(bytes, from, to, LABEL_NAME, 0, LABEL_NAME.length)) {
      label.read(value);
    } else if (isIndices(bytes, from, to)) {
      indices.read(value);
    } else if (Arrays.equals(bytes, from, to, VALUES_NAME, 0, VALUES_NAME.length)) {
      values.read(value);
    }
  }

  /** A list that must have values of one type. */
  private abstract class Numbers implements ValueList.Visitor {
    boolean isThere;

    abstract String name();

    abstract String type();

    void read(MessageBytes value) {
      if (isThere) {
        note("feature '" + name() + "' occurs twice");
      }
      isThere = true;
      ValueList.visit(value, this);
    }

    @Override
    public void text(byte[] array, int from, int to) {
      noteType();
    }

    @Override
    public void number(float value) {
      noteType();
    }

    @Override
    public void whole(long value) {
      noteType();
    }

    private void noteType() {
      note("feature '" + name() + "' is no list of " + type());
    }
  }

  private final class Indices extends Numbers {
    @Override
    String name() {
      return INDICES;
    }

    @Override
    String type() {
      return "whole numbers";
    }

    @Override
    public void whole(long value) {
      buffer.key(value);
    }
  }

  private final class Values extends Numbers {
    @Override
    String name() {
      return "values";
    }

    @Override
    String type() {
      return "floats";
    }

    @Override
    public void number(float value) {
      if (!Float.isFinite(value)) {
        note("values[" + buffer.recordValues() + "] is " + value);
      }
      buffer.value(value);
    }
  }
}
