/** The pserver's process: {@link trainer.pserver.main.PserverMain}. */
package trainer.pserver.main;
