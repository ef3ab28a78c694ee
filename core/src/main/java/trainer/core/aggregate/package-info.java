/** What the rows of a table fold to where they are, exactly: reductions, and their results. */
package trainer.core.aggregate;
