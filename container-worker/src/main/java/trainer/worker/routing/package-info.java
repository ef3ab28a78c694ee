/**
 * Key lists, and their division over the lanes of the pservers. Pure, and independent of the
 * worker's states. Start with {@code Route}, then {@code KeyLists}.
 */
package trainer.worker.routing;
