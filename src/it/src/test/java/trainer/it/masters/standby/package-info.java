/** Jobs with a standby, whose masters are killed or stopped. */
package trainer.it.masters.standby;
