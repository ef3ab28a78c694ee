package trainer.core.feature.encode;

/** Encodes nothing. */
enum NoFeatures implements BatchEncoder {
  INSTANCE;

  @Override
  public void encode(ColumnVector[] columns, int from, FeatureBatch batch) {
    // there is no feature
  }

  @Override
  public boolean finish(ColumnVector[] columns, int from, FeatureBatch batch) {
    return false;
  }
}
