package trainer.core.input;

import trainer.core.failure.Failure;

/**
 * Broken records that were left out.
 *
 * @param count how many
 * @param first the defect of the first of them, and its place; null when there is none
 */
public record BadRecords(long count, Failure first) {
  /** None. */
  public static final BadRecords NONE = new BadRecords(0, null);

  public BadRecords {
    if (count < 0 || (count > 0) != (first != null)) {
      throw new IllegalArgumentException(count + " bad records, the first: " + first);
    }
  }

  /**
   * The failure of exceeding the limit; it names the first of these records.
   *
   * @param most the number that is tolerated
   */
  public Failure moreThan(long most) {
    return most == 0
        ? first
        : new Failure(
            first.kind(),
            count
                + " broken records are more than trainer.input.max-bad-records="
                + most
                + ", the first: "
                + first.what(),
            first.where(),
            first.advice());
  }

  /** These and those that follow them. */
  public BadRecords and(BadRecords next) {
    return new BadRecords(count + next.count, first == null ? next.first : first);
  }
}
