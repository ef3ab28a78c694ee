package trainer.data.generate;

/** What synthetic data looks like. */
public enum Kind {
  /** Click logs: a few of very many features a record, ids by a Zipf law, all values 1. */
  CLICKS,
  /** Every feature in every record, values normal. */
  DENSE,
  /** Dense records of several classes. */
  MULTICLASS
}
