/**
 * The pure core of the containers of all jobs: reconciles wanted slots with observed containers.
 * Start with {@code Fleet}.
 */
package trainer.master.fleet;
