package trainer.data.format.avro;

import java.util.List;
import java.util.function.Function;
import org.apache.avro.Schema;
import trainer.core.failure.Failure;
import trainer.core.input.LabelRule;
import trainer.data.format.ExamplesBuffer;
import trainer.data.format.table.ExampleBuilder;

/** Decodes records of keys and values. */
final class KeyedRecordDecoder implements RecordDecoder {
  /** Reads one field. */
  @FunctionalInterface
  private interface Step {
    void run(RowBytes in, ExamplesBuffer into);
  }

  private final LabelRule labels;
  private final ExamplesBuffer into;
  private final RowSchema schema;
  private final Step[] steps;
  private final boolean hasLabel;
  private float label;

  /** Whether the record has no label, and needs none. */
  private boolean isUnlabelled;

  private String problem;
  private boolean valuesSeen;

  /**
   * @param into receives the examples
   */
  KeyedRecordDecoder(RowSchema schema, LabelRule labels, ExamplesBuffer into) {
    this.schema = schema;
    this.hasLabel = schema.hasLabel();
    this.labels = labels;
    this.into = into;
    List<Schema.Field> fields = schema.fields();
    steps = new Step[fields.size()];
    for (int i = 0; i < steps.length; i++) {
      steps[i] = step(fields.get(i));
    }
  }

  @Override
  public void decode(RowBytes in, int count, ExampleBuilder.Invalid invalid) {
    for (int i = 0; i < count; i++) {
      int record = i;
      decode(in, what -> invalid.of(record, what, "correct the record"));
    }
  }

  private void decode(RowBytes in, Function<String, Failure> invalid) {
    run(in);
    if (!valuesSeen) {
      into.ones();
    } else if (into.recordKeys() != into.recordValues()) {
      note(into.recordKeys() + " indices but " + into.recordValues() + " values");
    }
    if (isUnlabelled) {
      label = Float.NaN;
    } else if (!(Math.abs(label) <= Float.MAX_VALUE)) {
      note("label " + label + " is not finite as a 32-bit float");
    } else if (problem == null) {
      problem = labels.problemOf(label);
    }
    if (problem == null) {
      into.end(label);
    } else {
      into.reject(() -> invalid.apply(problem));
    }
  }

  @Override
  public void skip(RowBytes in) {
    run(in);
    into.dropRecord();
  }

  private void run(RowBytes in) {
    valuesSeen = false;
    isUnlabelled = !hasLabel;
    problem = null;
    for (Step step : steps) {
      step.run(in, into);
    }
    in.endRecord();
  }

  /**
   * Notes the first problem of a record. Decoding continues, so that the next record is read from
   * its start.
   */
  private void note(String what) {
    if (problem == null) {
      problem = what;
    }
  }

  private Step step(Schema.Field field) {
    NullableSchema nullable = NullableSchema.of(field.schema());
    Step step =
        switch (field.name()) {
          case "label" -> label(nullable.plain().getType());
          case "indices" -> indices(NullableSchema.of(nullable.plain().getElementType()));
          case "values" -> values(NullableSchema.of(nullable.plain().getElementType()));
          default -> null;
        };
    if (step == null) {
      return (in, into) -> ValueSkipper.skip(field.schema(), in);
    }
    if (nullable.nullBranch() < 0) {
      return step;
    }
    boolean optional = field.name().equals("values");
    boolean isOptionalLabel = field.name().equals("label") && !schema.isLabelRequired();
    return (in, into) -> {
      if (present(in, nullable)) {
        step.run(in, into);
      } else if (isOptionalLabel) {
        isUnlabelled = true;
      } else if (!optional) {
        note(field.name() + " is null");
      }
    };
  }

  private Step label(Schema.Type type) {
    return switch (type) {
      case INT, LONG -> (in, into) -> label = in.readLong();
      case FLOAT -> (in, into) -> label = in.readFloat();
      case DOUBLE -> (in, into) -> label = (float) in.readDouble();
      default -> (in, into) -> label = in.readBoolean() ? 1f : 0f;
    };
  }

  private Step indices(NullableSchema element) {
    if (element.nullBranch() < 0) {
      return KeyedRecordDecoder::longs;
    }
    return (in, into) -> {
      for (int run = in.readRun(); run != 0; run = in.readRun()) {
        for (int i = 0; i < run; i++) {
          if (isThere(in, element, "indices")) {
            into.key(in.readLong());
          }
        }
      }
    };
  }

  private static void longs(RowBytes in, ExamplesBuffer into) {
    for (int run = in.readRun(); run != 0; run = in.readRun()) {
      in.readLongs(run, into.keys(run), into.keyCount());
      into.addKeys(run);
    }
  }

  private Step values(NullableSchema element) {
    Schema.Type type = element.plain().getType();
    boolean plain = element.nullBranch() < 0;
    if (plain && type == Schema.Type.FLOAT) {
      return this::floats;
    }
    return (in, into) -> {
      valuesSeen = true;
      for (int run = in.readRun(); run != 0; run = in.readRun()) {
        for (int i = 0; i < run; i++) {
          if (plain || isThere(in, element, "values")) {
            put(
                switch (type) {
                  case FLOAT -> in.readFloat();
                  case DOUBLE -> (float) in.readDouble();
                  default -> in.readLong();
                },
                into);
          }
        }
      }
    };
  }

  private void floats(RowBytes in, ExamplesBuffer into) {
    valuesSeen = true;
    for (int run = in.readRun(); run != 0; run = in.readRun()) {
      if (in.skipOnes(run)) {
        into.ones(run);
        continue;
      }
      float[] values = into.values(run);
      int end = into.valueCount() + run;
      for (int i = into.valueCount(); i < end; i++) {
        float value = in.readFloat();
        if (!(Math.abs(value) <= Float.MAX_VALUE)) {
          noteInfinite(value, into.recordValues() + i - into.valueCount());
        }
        values[i] = value;
      }
      into.addValues(run);
    }
  }

  private void put(float value, ExamplesBuffer into) {
    if (!(Math.abs(value) <= Float.MAX_VALUE)) {
      noteInfinite(value, into.recordValues());
    }
    into.value(value);
  }

  private void noteInfinite(float value, int at) {
    note("values[" + at + "] is " + value + ", not finite as a 32-bit float");
  }

  private boolean isThere(RowBytes in, NullableSchema element, String name) {
    if (present(in, element)) {
      return true;
    }
    note(name + " holds null");
    return false;
  }

  private static boolean present(RowBytes in, NullableSchema nullable) {
    return in.readBranch() != nullable.nullBranch();
  }
}
