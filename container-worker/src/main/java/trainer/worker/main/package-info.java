/** The entry point of a worker's process. Start with {@code WorkerMain}. */
package trainer.worker.main;
