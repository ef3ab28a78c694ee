/**
 * The master's process. {@code AppMasterMain} reads the inputs. {@code Master} assembles the parts
 * and takes them apart again in the right order. {@code JobRuntime} has the parts of one job.
 */
package trainer.appmaster.main;
