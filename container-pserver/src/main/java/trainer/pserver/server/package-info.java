/**
 * A parameter server as a process: its lanes, its port, and the commands of the master, a class for
 * each concern. No decision about versions is made here. Start with {@link
 * trainer.pserver.server.Pserver}, then {@link trainer.pserver.server.MasterCommandHandler}.
 */
package trainer.pserver.server;
