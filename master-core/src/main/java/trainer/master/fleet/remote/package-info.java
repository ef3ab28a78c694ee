/**
 * A leader that reaches the cluster through another process: what it wants ({@link
 * trainer.master.fleet.remote.FleetWishes}), and how the other process carries that out ({@link
 * trainer.master.fleet.remote.FleetAgent}). Pure; each class is confined to one thread.
 */
package trainer.master.fleet.remote;
