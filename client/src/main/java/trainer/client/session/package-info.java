/** The preparation of sessions, and the place of a new job in one. */
package trainer.client.session;
