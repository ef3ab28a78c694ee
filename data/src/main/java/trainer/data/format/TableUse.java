package trainer.data.format;

import trainer.core.feature.FeatureKeys;
import trainer.core.feature.FeatureTerms;

/**
 * The use of the columns of a table.
 *
 * @param label the column of the label
 * @param positive the text of the label that means 1, any other meaning 0; empty where labels are
 *     numbers
 * @param weight the column of the record's weight, or empty
 * @param features the columns that give features, and how
 */
public record TableUse(
    String label, String positive, String weight, FeatureTerms features, FeatureKeys keys) {}
