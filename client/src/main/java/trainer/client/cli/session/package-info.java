/** The commands on sessions, which carry several jobs. */
package trainer.client.cli.session;
