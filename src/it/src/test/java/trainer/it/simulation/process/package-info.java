/**
 * The simulated processes: YARN, masters, workers and pservers, each a shell around its real core.
 * {@code World} is all that they share. Start with {@code SimMember} or {@code SimMaster}.
 */
package trainer.it.simulation.process;
