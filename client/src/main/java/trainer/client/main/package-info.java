/** The client's main class and the watch on its launcher. */
package trainer.client.main;
