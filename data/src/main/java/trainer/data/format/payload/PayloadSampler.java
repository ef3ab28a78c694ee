package trainer.data.format.payload;

/** Adds the columns of records to a sample. Confined to one thread. */
public interface PayloadSampler {
  /** A sampler of records without columns. */
  PayloadSampler NONE =
      new PayloadSampler() {
        @Override
        public boolean add(byte[] bytes, int from, int to) {
          return false;
        }

        @Override
        public void end() {}
      };

  /**
   * Adds a record; broken ones are left out.
   *
   * @return whether further records are wanted
   * @throws trainer.core.failure.FailureException INPUT_BAD_FILE for a value that cannot have the
   *     use which the job names
   */
  boolean add(byte[] bytes, int from, int to);

  /** Ends the file. */
  void end();
}
