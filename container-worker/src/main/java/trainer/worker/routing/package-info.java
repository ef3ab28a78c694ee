/**
 * Key lists, and how they are cut over the lanes of the pservers. Pure, and free of the worker's
 * states. Start with {@code Route}, then {@code KeyLists}.
 */
package trainer.worker.routing;
