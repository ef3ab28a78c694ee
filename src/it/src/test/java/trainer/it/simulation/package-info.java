/**
 * Whole clusters in one thread, from a seed: the real cores of master, workers and pservers, under
 * seeded faults.
 *
 * <p>Start with {@code Simulation}, which runs one history. {@code FaultInjector} and {@code
 * SimOperator} disturb it, and {@code Campaign} runs many. The rooms below, each of which uses only
 * those before it:
 *
 * <ul>
 *   <li>{@code invariant}: the properties that hold in every history.
 *   <li>{@code scenario}: the decisions of a seed, with the jobs, their model and the faults.
 *   <li>{@code checks}: the checks of these properties, on records and messages.
 *   <li>{@code masters}: parts of masters that know nothing of the world.
 *   <li>{@code process}: the simulated processes, and the surroundings that they share.
 *   <li>{@code interleavings}: small clusters in every order of their messages.
 * </ul>
 */
package trainer.it.simulation;
