/**
 * The facts of the journal, in groups by their subject. Start at {@link trainer.core.fact.Fact};
 * {@link trainer.core.fact.QueueChange} has the changes of a task queue.
 */
package trainer.core.fact;
