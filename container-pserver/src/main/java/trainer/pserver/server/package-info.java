/**
 * A parameter server as a process: its lanes, its port, the commands of the master. No decision
 * about versions is made here. Start with {@link trainer.pserver.server.Pserver}.
 */
package trainer.pserver.server;
