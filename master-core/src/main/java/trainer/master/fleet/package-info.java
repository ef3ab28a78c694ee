/**
 * The pure core of the containers of all jobs: wanted against observed. Start with {@code Fleet}.
 */
package trainer.master.fleet;
