package trainer.core.input;

import trainer.core.failure.Failure;

/**
 * Broken records that were left out.
 *
 * @param count how many
 * @param first what is wrong with the first of them, and where; null when there is none
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
   * Why these cannot be tolerated: the first of them is named.
   *
   * @param most how many could
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
