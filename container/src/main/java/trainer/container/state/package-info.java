/** What is asked before the start of the store that the master's state will be in. */
package trainer.container.state;
