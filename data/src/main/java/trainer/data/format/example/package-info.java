/**
 * Records of {@code tf.Example}: a map from names to lists of texts, whole numbers or floats, in
 * the wire format of protobuf. Start at {@link trainer.data.format.example.ExamplePayload}.
 */
package trainer.data.format.example;
