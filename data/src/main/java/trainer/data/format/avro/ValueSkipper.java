package trainer.data.format.avro;

import java.util.List;
import org.apache.avro.Schema;

/** Skips a value of any schema. */
final class ValueSkipper {
  private static final int MOST_DEPTH = 200;

  private ValueSkipper() {}

  static void skip(Schema schema, RowBytes in) {
    skip(schema, in, 0);
  }

  private static void skip(Schema schema, RowBytes in, int depth) {
    if (depth > MOST_DEPTH) {
      throw new IllegalArgumentException("nested deeper than " + MOST_DEPTH);
    }
    switch (schema.getType()) {
      case NULL -> {}
      case BOOLEAN -> in.skip(1);
      case INT, LONG, ENUM -> in.readLong();
      case FLOAT -> in.skip(Float.BYTES);
      case DOUBLE -> in.skip(Double.BYTES);
      case FIXED -> in.skip(schema.getFixedSize());
      case STRING, BYTES -> in.skip(in.readLong());
      case UNION -> skip(branch(schema.getTypes(), in.readLong()), in, depth + 1);
      case RECORD -> {
        for (Schema.Field field : schema.getFields()) {
          skip(field.schema(), in, depth + 1);
        }
      }
      case ARRAY -> {
        for (int run = in.readRun(); run != 0; run = in.readRun()) {
          for (int i = 0; i < run; i++) {
            skip(schema.getElementType(), in, depth + 1);
          }
        }
      }
      case MAP -> {
        for (int run = in.readRun(); run != 0; run = in.readRun()) {
          for (int i = 0; i < run; i++) {
            in.skip(in.readLong());
            skip(schema.getValueType(), in, depth + 1);
          }
        }
      }
    }
  }

  private static Schema branch(List<Schema> branches, long number) {
    if (number < 0 || number >= branches.size()) {
      throw new IllegalArgumentException("branch " + number + " of " + branches.size());
    }
    return branches.get((int) number);
  }
}
