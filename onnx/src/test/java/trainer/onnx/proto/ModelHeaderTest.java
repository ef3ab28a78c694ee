package trainer.onnx.proto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ModelHeaderTest {
  /** Version 9, a graph with an input and a node, operators of version 20. */
  private static final byte[] MODEL = {
    8, 9, 58, 12, 90, 3, 10, 1, 'x', 10, 5, 34, 3, 'A', 'b', 's', 66, 2, 16, 20
  };

  @Test
  void readsVersions() {
    ModelHeader header = ModelHeader.read(ByteBuffer.wrap(MODEL));
    assertThat(header.irVersion()).isEqualTo(9);
    assertThat(header.opsets()).containsOnlyKeys("").containsValue(20L);
    assertThat(header.external()).isEmpty();
    assertThat(header.unknown()).isEmpty();
  }

  @Test
  void refusesAnyOtherBytesByOneKindOfException() {
    Random random = new Random(5);
    int refused = 0;
    for (int round = 0; round < 100_000; round++) {
      byte[] damaged = Arrays.copyOf(MODEL, 1 + random.nextInt(MODEL.length));
      for (int i = random.nextInt(4); i >= 0; i--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      try {
        ModelHeader.read(ByteBuffer.wrap(damaged));
      } catch (IllegalArgumentException e) {
        refused++;
      }
    }
    assertThat(refused).isBetween(50_000, 99_999);
  }

  @Test
  void refusesGraphsThatAreNestedWithoutEnd() {
    byte[] graph = new byte[0];
    for (int depth = 0; depth < 2000; depth++) {
      // An attribute (5) of a node (1) has a graph (6).
      graph = field(1, field(5, field(6, graph)));
    }
    byte[] model = field(7, graph);
    assertThat(catchThrowable(() -> ModelHeader.read(ByteBuffer.wrap(model))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nested");
  }

  private static byte[] field(int number, byte[] content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write((number << 3) | 2);
    int rest = content.length;
    while (rest > 0x7F) {
      out.write((rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    out.write(rest);
    out.writeBytes(content);
    return out.toByteArray();
  }
}
