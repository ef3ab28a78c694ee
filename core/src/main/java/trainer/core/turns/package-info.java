/** The turns of jobs in a worker that several of them share. */
package trainer.core.turns;
