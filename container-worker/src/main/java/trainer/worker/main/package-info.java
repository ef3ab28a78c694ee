/** Where a worker's process begins. Start with {@code WorkerMain}. */
package trainer.worker.main;
