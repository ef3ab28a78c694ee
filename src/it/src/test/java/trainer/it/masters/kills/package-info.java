/** Masters that are killed or stopped, with a standby or without. */
package trainer.it.masters.kills;
