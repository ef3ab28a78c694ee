package trainer.it.errors;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Cases that need no cluster. A group of them is a subclass. */
abstract class LocalCases {
  private final Map<String, BadCase> cases = new LinkedHashMap<>();

  /**
   * All groups, those that take long first.
   *
   * @param avro a sound Avro container of several blocks, snappy
   * @param jar the jar of {@link BadModels}
   */
  static List<LocalCases> groups(byte[] avro, Path jar) {
    return List.of(
        new ServiceCases(),
        new RunningJobCases(avro, jar),
        new FlagCases(),
        new InputCases(avro),
        new TableCases(avro),
        new OutputCases(),
        new ModelCases(jar),
        new OnnxCases(),
        new CommandCases());
  }

  final Map<String, BadCase> all() {
    return cases;
  }

  final void put(String name, BadCase one) {
    cases.put(name, one);
  }

  /** A command line of its own. */
  final void command(String name, String... words) {
    put(name, place -> place.client().run(words));
  }

  /** A submission of good input with more options. */
  final void submit(String name, String... more) {
    put(name, place -> place.client().run(place.submit(place.goodInput(), more)));
  }

  /** A submission of a text as input. */
  final void input(String name, String text, String... more) {
    put(name, place -> place.client().run(place.submit(place.file("input", text), more)));
  }
}
