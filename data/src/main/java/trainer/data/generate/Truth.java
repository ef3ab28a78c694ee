package trainer.data.generate;

/**
 * The quality of the hidden model itself on the records it labelled: the best reachable.
 *
 * @param logLoss mean log loss
 * @param auc area under the ROC curve, NaN for more than two classes
 * @param positives share of records with label 1 (or any class but 0)
 */
public record Truth(double logLoss, double auc, double positives) {}
