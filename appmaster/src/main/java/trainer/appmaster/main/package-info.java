/**
 * The master's process. {@code AppMasterMain} reads the inputs. {@code Master} assembles the parts
 * and takes them apart again in the right order.
 */
package trainer.appmaster.main;
