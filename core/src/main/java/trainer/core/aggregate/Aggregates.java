package trainer.core.aggregate;

import java.util.List;

/** The results of the aggregate phases of a training so far. */
public record Aggregates(List<Aggregate> all) {
  /** Before the first of them. */
  public static final Aggregates NONE = new Aggregates(List.of());

  public Aggregates {
    all = List.copyOf(all);
  }

  /**
   * The result of a phase.
   *
   * @throws IllegalArgumentException when no aggregate phase of that name came before
   */
  public Aggregate of(String phase) {
    return all.stream()
        .filter(one -> one.name().equals(phase))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("no aggregate phase " + phase + " came before"));
  }
}
