/**
 * The pure core of the containers of all jobs: wanted against observed. No clock, thread, Hadoop or
 * random source.
 */
package trainer.appmaster.fleet;
