/** What the journal holds. */
package trainer.core.fact;
