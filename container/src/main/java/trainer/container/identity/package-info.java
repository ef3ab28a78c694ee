/** The identity of a process, the content of its working directory, and the user it acts as. */
package trainer.container.identity;
