/**
 * Checks of the invariants on journals, messages and views, without a process. {@code Oracle}
 * compares a job with its undisturbed run, {@code TaskChecks} a job of tasks with its journal.
 */
package trainer.it.simulation.checks;
