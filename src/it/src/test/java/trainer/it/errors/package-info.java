/**
 * What the client says of everything that can be wrong, as {@code docs/errors.md} lists it. Start
 * at {@code BadInputTest}; a case is a few lines in {@code LocalCases} or {@code ClusterCases}.
 */
package trainer.it.errors;
