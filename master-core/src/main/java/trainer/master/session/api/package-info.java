/** What the core of a session shows and asks for. */
package trainer.master.session.api;
