/** The client's main class, and nothing else. */
package trainer.client.main;
