package trainer.core.feature.encode;

import java.util.Collections;
import java.util.List;
import trainer.core.feature.FeatureKeys;
import trainer.core.feature.FeatureList;
import trainer.core.feature.MomentSums;
import trainer.core.feature.Standardisation;

/** The use of the rows of a table: features for a model, or sums for moments. Thread-safe. */
@FunctionalInterface
public interface TableEncoding {
  /** An encoder of these features, for one thread. */
  BatchEncoder encoder(FeatureList features, FeatureKeys keys);

  /**
   * Features whose numbers are standardised.
   *
   * @param standardisations those of {@link FeatureList#standardised}, in that order
   */
  static TableEncoding features(List<Standardisation> standardisations) {
    List<Standardisation> all = List.copyOf(standardisations);
    return (features, keys) -> new FeatureEncoder(features, keys, all);
  }

  /** No features: the records are only copied. */
  static TableEncoding nothing() {
    return (features, keys) -> NoFeatures.INSTANCE;
  }

  /** Features whose numbers stay as they are, for checks of their records. */
  static TableEncoding unscaled() {
    return (features, keys) -> {
      int count = features.standardised().size();
      return new FeatureEncoder(features, keys, Collections.nCopies(count, Standardisation.NONE));
    };
  }

  /**
   * No features, but the moments of the numbers that are standardised. For one thread.
   *
   * @param sums grow by each record; those of {@link FeatureList#standardised}, in that order
   */
  static TableEncoding moments(List<MomentSums> sums) {
    return (features, keys) ->
        new MomentEncoder(features.standardised(), unscaled().encoder(features, keys), sums);
  }
}
