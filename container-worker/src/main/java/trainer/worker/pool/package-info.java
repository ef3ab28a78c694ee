/** A worker of a session's pool: it makes rows for several jobs, which take turns. */
package trainer.worker.pool;
