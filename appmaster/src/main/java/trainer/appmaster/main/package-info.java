/**
 * The master's process: {@code AppMasterMain} reads what it was given, {@code Master} puts the
 * parts together and takes them apart again in the right order.
 */
package trainer.appmaster.main;
