package trainer.data.generate;

/**
 * How well the hidden model itself does on the records it labelled: the best reachable.
 *
 * @param logLoss mean log loss
 * @param auc area under the ROC curve, NaN where there are more than two classes
 * @param positives share of records with label 1 (or any class but 0)
 */
public record Truth(double logLoss, double auc, double positives) {}
