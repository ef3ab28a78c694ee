/**
 * The way from a record of columns to features. Start at {@link
 * trainer.core.feature.encode.FeatureEncoder}.
 */
package trainer.core.feature.encode;
