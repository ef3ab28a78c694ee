package trainer.data.format.avro;

import org.apache.avro.Schema;

/**
 * A schema, or a union of it with null.
 *
 * @param plain the schema without null
 * @param nullBranch the number of null in the union, or −1 if this is no union
 */
record NullableSchema(Schema plain, int nullBranch) {
  static NullableSchema of(Schema schema) {
    if (schema.getType() != Schema.Type.UNION || schema.getTypes().size() != 2) {
      return new NullableSchema(schema, -1);
    }
    for (int branch = 0; branch < 2; branch++) {
      if (schema.getTypes().get(branch).getType() == Schema.Type.NULL) {
        return new NullableSchema(schema.getTypes().get(1 - branch), branch);
      }
    }
    return new NullableSchema(schema, -1);
  }
}
