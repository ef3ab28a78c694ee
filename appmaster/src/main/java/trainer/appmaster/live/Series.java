package trainer.appmaster.live;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A series of a bounded number of points. When it is full, every second point goes, and from then
 * on half as many of the offered points are kept. Points hold totals rather than rates, so that the
 * rate between two points is right whatever was between them.
 *
 * <p>With room for 4 points, 1 2 3 4 5 offered leave 1 3 5, and of the next ones 7 and 9 are kept.
 */
final class Series {
  private record Point(long sequence, JsonNode value) {}

  private final int most;
  private final List<Point> points = new ArrayList<>();
  private long offered;
  private long every = 1;
  private long thinnedAt;

  /**
   * @param most the number of points that it keeps
   */
  Series(int most) {
    this.most = most;
  }

  /**
   * Offers a point.
   *
   * @param sequence the number of the change that adds it
   */
  void add(long sequence, JsonNode value) {
    if (offered++ % every != 0) {
      return;
    }
    points.add(new Point(sequence, value));
    if (points.size() > most) {
      List<Point> kept =
          IntStream.range(0, points.size()).filter(i -> i % 2 == 0).mapToObj(points::get).toList();
      points.clear();
      points.addAll(kept);
      every *= 2;
      thinnedAt = sequence;
    }
  }

  /** Removes all points. */
  void clear(long sequence) {
    points.clear();
    offered = 0;
    every = 1;
    thinnedAt = sequence;
  }

  int size() {
    return points.size();
  }

  /** Whether it has changed after this change. */
  boolean isNewerThan(long sequence) {
    return thinnedAt > sequence
        || (!points.isEmpty() && points.get(points.size() - 1).sequence > sequence);
  }

  /** The points that came after a change: {@code from} is the number of those before them. */
  ObjectNode since(long sequence) {
    int from = 0;
    while (thinnedAt <= sequence && from < points.size() && points.get(from).sequence <= sequence) {
      from++;
    }
    ArrayNode values = JsonNodeFactory.instance.arrayNode();
    points.subList(from, points.size()).forEach(point -> values.add(point.value));
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("from", from);
    json.set("points", values);
    return json;
  }
}
