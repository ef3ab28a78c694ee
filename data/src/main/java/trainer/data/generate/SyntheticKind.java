package trainer.data.generate;

/** The kind of synthetic data. */
public enum SyntheticKind {
  /** Click logs: a few of very many features per record, ids by a Zipf law, all values 1. */
  CLICKS,
  /** Every feature in every record, values normal. */
  DENSE,
  /** Dense records of several classes. */
  MULTICLASS
}
