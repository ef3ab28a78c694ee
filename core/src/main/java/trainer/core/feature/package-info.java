/**
 * Features of tables: the keys and values that a row of columns gives. The terms of {@code
 * trainer.features} become a {@link trainer.core.feature.FeatureList} once for each table ({@link
 * trainer.core.feature.FeatureTerms}, the place to start). Names and categories are hashed to keys
 * ({@link trainer.core.feature.FeatureKeys}); numbers are standardised by the exact moments of
 * their column ({@link trainer.core.feature.Moments}).
 *
 * <ul>
 *   <li>NULL, an empty string, 0 and NaN are four different features. All categories, buckets, NULL
 *       and NaN have the value 1.
 *   <li>A raw number of 0 gives no feature; a standardised one always does.
 *   <li>An infinity breaks its record ({@link trainer.core.feature.BrokenNumberException}).
 * </ul>
 *
 * <p>Plain Java without input or output, as the scoring of single rows needs it.
 */
package trainer.core.feature;
