package trainer.client.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** The rates of jobs over time, as a drawing of SVG: a line for each job, a mark for each event. */
public final class RatePlot {
  private static final int WIDTH = 800;
  private static final int HEIGHT = 360;
  private static final int LEFT = 60;
  private static final int RIGHT = 20;
  private static final int TOP = 40;
  private static final int BOTTOM = 40;
  private static final int STEPS = 5;
  private static final List<String> COLOURS = List.of("#0072b2", "#d55e00", "#009e73", "#cc79a7");

  private record Point(double seconds, double rate) {}

  private record Mark(double seconds, String words) {}

  private final Map<String, List<Point>> lines = new TreeMap<>();
  private final List<Mark> marks = new ArrayList<>();

  /** Adds a point: records a second of a job, so many seconds after the start. */
  public void add(String job, double seconds, double rate) {
    lines.computeIfAbsent(job, name -> new ArrayList<>()).add(new Point(seconds, rate));
  }

  /** Marks an event. */
  public void mark(double seconds, String words) {
    marks.add(new Mark(seconds, words));
  }

  /** The drawing. */
  public String toSvg() {
    double longest = most(Point::seconds);
    double highest = most(Point::rate) * 1.1;
    StringBuilder svg = new StringBuilder();
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
                + " font-size=\"12\">%n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n",
            WIDTH,
            HEIGHT));
    for (int i = 0; i <= STEPS; i++) {
      double rate = highest * i / STEPS;
      double seconds = longest * i / STEPS;
      line(svg, 0, rate, longest, rate, longest, highest, "#dddddd");
      text(svg, LEFT - 6, y(rate, highest) + 4, "end", Math.round(rate) + "");
      text(svg, x(seconds, longest), HEIGHT - BOTTOM + 18, "middle", Math.round(seconds) + " s");
    }
    text(svg, LEFT, 16, "start", "records a second, of the last ten seconds");
    for (Mark mark : marks) {
      line(svg, mark.seconds, 0, mark.seconds, highest, longest, highest, "#999999");
      text(svg, x(mark.seconds, longest) + 4, TOP + 10, "start", mark.words);
    }
    int number = 0;
    for (Map.Entry<String, List<Point>> line : lines.entrySet()) {
      String colour = COLOURS.get(number % COLOURS.size());
      draw(svg, line.getValue(), longest, highest, colour);
      svg.append(
          String.format(
              Locale.ROOT,
              "<text x=\"%d\" y=\"16\" fill=\"%s\" font-weight=\"bold\">%s</text>%n",
              WIDTH / 2 + 100 * number++,
              colour,
              line.getKey()));
    }
    return svg.append("</svg>\n").toString();
  }

  private double most(ToDoubleFunction<Point> part) {
    return Math.max(
        1, lines.values().stream().flatMap(List::stream).mapToDouble(part).max().orElse(1));
  }

  private static void draw(
      StringBuilder svg, List<Point> points, double longest, double highest, String colour) {
    svg.append("<polyline fill=\"none\" stroke-width=\"2\" stroke=\"").append(colour);
    svg.append("\" points=\"");
    for (Point point : points) {
      svg.append(
          String.format(
              Locale.ROOT, "%.1f,%.1f ", x(point.seconds, longest), y(point.rate, highest)));
    }
    svg.append("\"/>\n");
  }

  private static void line(
      StringBuilder svg,
      double seconds,
      double rate,
      double toSeconds,
      double toRate,
      double longest,
      double highest,
      String colour) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>%n",
            x(seconds, longest),
            y(rate, highest),
            x(toSeconds, longest),
            y(toRate, highest),
            colour));
  }

  private static void text(StringBuilder svg, double x, double y, String anchor, String words) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"#444444\">%s</text>%n",
            x,
            y,
            anchor,
            words));
  }

  private static double x(double seconds, double longest) {
    return LEFT + seconds / longest * (WIDTH - LEFT - RIGHT);
  }

  private static double y(double rate, double highest) {
    return HEIGHT - BOTTOM - rate / highest * (HEIGHT - TOP - BOTTOM);
  }
}
