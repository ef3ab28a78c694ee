/**
 * Holds trainer-model.jar, in a process of its own, to the files that {@code score} writes. Start
 * at {@code ModelJarTest}.
 */
package trainer.it.modeljar;
