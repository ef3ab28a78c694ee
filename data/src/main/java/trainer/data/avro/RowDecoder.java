package trainer.data.avro;

import java.util.List;
import org.apache.avro.Schema;
import trainer.data.block.ExamplesBuffer;

/** Decodes records of one schema from decompressed bytes. One thread. */
final class RowDecoder {
  /** Reads one field. */
  @FunctionalInterface
  private interface Step {
    void run(RowBytes in, ExamplesBuffer into);
  }

  private final Step[] steps;
  private float label;
  private boolean valuesSeen;

  RowDecoder(RowSchema schema) {
    List<Schema.Field> fields = schema.fields();
    steps = new Step[fields.size()];
    for (int i = 0; i < steps.length; i++) {
      steps[i] = step(fields.get(i));
    }
  }

  /**
   * Decodes the next record into {@code into}.
   *
   * @throws BadRecordException when the record makes no sense
   * @throws RuntimeException when the bytes are no record
   */
  void decode(RowBytes in, ExamplesBuffer into) {
    run(in, into);
    if (!valuesSeen) {
      into.ones();
    } else if (into.recordKeys() != into.recordValues()) {
      throw new BadRecordException(
          into.recordKeys() + " indices but " + into.recordValues() + " values");
    }
    if (!(Math.abs(label) <= Float.MAX_VALUE)) {
      throw new BadRecordException("label " + label + " is not finite as a 32-bit float");
    }
    into.end(label);
  }

  /** Reads over the next record. */
  void skip(RowBytes in, ExamplesBuffer scratch) {
    run(in, scratch);
    scratch.dropRecord();
  }

  private void run(RowBytes in, ExamplesBuffer into) {
    valuesSeen = false;
    for (Step step : steps) {
      step.run(in, into);
    }
    if (in.position() > in.limit()) {
      throw new IllegalArgumentException("the record does not end within the block");
    }
  }

  private Step step(Schema.Field field) {
    Nullable nullable = Nullable.of(field.schema());
    Step step =
        switch (field.name()) {
          case "label" -> label(nullable.plain().getType());
          case "indices" -> indices(Nullable.of(nullable.plain().getElementType()));
          case "values" -> values(Nullable.of(nullable.plain().getElementType()));
          default -> null;
        };
    if (step == null) {
      return (in, into) -> SkipStep.skip(field.schema(), in);
    }
    if (nullable.nullBranch() < 0) {
      return step;
    }
    boolean optional = field.name().equals("values");
    return (in, into) -> {
      if (present(in, nullable)) {
        step.run(in, into);
      } else if (!optional) {
        throw new BadRecordException(field.name() + " is null");
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

  private static Step indices(Nullable element) {
    boolean plain = element.nullBranch() < 0;
    return (in, into) -> {
      for (int run = in.readRun(); run != 0; run = in.readRun()) {
        for (int i = 0; i < run; i++) {
          if (!plain) {
            require(in, element, "indices");
          }
          into.key(in.readLong());
        }
      }
    };
  }

  private Step values(Nullable element) {
    Schema.Type type = element.plain().getType();
    boolean plain = element.nullBranch() < 0;
    if (plain && type == Schema.Type.FLOAT) {
      return this::floats;
    }
    return (in, into) -> {
      valuesSeen = true;
      for (int run = in.readRun(); run != 0; run = in.readRun()) {
        for (int i = 0; i < run; i++) {
          if (!plain) {
            require(in, element, "values");
          }
          put(
              switch (type) {
                case FLOAT -> in.readFloat();
                case DOUBLE -> (float) in.readDouble();
                default -> in.readLong();
              },
              into);
        }
      }
    };
  }

  private void floats(RowBytes in, ExamplesBuffer into) {
    valuesSeen = true;
    for (int run = in.readRun(); run != 0; run = in.readRun()) {
      for (int i = 0; i < run; i++) {
        put(in.readFloat(), into);
      }
    }
  }

  private static void put(float value, ExamplesBuffer into) {
    if (!(Math.abs(value) <= Float.MAX_VALUE)) {
      throw new BadRecordException(
          "values[" + into.recordValues() + "] is " + value + ", not finite as a 32-bit float");
    }
    into.value(value);
  }

  private static void require(RowBytes in, Nullable element, String name) {
    if (!present(in, element)) {
      throw new BadRecordException(name + " holds null");
    }
  }

  private static boolean present(RowBytes in, Nullable nullable) {
    long branch = in.readLong();
    if (branch < 0 || branch > 1) {
      throw new IllegalArgumentException("branch " + branch + " of 2");
    }
    return branch != nullable.nullBranch();
  }
}
