/** Time as the pure cores are given it. */
package trainer.core.time;
