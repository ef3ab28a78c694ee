/**
 * Fair sharing of the workers of a session between its scoring jobs: all jobs score as many rows a
 * second, however slow their models are. Pure.
 */
package trainer.master.sharing;
