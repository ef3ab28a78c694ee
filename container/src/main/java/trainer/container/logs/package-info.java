/**
 * The logs of a process in the job's folder: streamed while it runs ({@link
 * trainer.container.logs.LogStreaming}), completed before it leaves, and completed by the launching
 * shell's helper ({@link trainer.container.logs.LogsMain}) when it was killed. Files are 0600,
 * folders 0700.
 */
package trainer.container.logs;
