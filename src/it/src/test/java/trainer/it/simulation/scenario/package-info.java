/**
 * The decisions of a seed: jobs, faults and their budgets, and the model that all jobs train.
 * Nothing here knows a process. Start with {@code Scenario}.
 */
package trainer.it.simulation.scenario;
