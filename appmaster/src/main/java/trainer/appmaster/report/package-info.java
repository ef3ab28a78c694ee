/**
 * A job as people and programs read it: {@code report.json}, which {@code status} serves while the
 * job lives and the job's folder holds at the end. Written from views alone.
 */
package trainer.appmaster.report;
