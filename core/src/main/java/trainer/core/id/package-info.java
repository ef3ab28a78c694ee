/**
 * Types of the numbers by which messages and facts identify masters, processes, lines, versions and
 * tasks. Signatures across packages use them, so that no number is passed in the place of another.
 * The hot paths of workers and pservers, and arithmetic inside a class, use the plain numbers.
 */
package trainer.core.id;
