/**
 * The client's errors, as {@code docs/errors.md} lists them. Start at {@code BadInputTest}. A case
 * is a few lines in a group of {@code LocalCases}, such as {@code FlagCases}, or in {@code
 * ClusterCases}.
 */
package trainer.it.errors;
