/** The facts of the journal. */
package trainer.core.fact;
