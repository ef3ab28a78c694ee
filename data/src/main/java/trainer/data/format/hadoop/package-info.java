/**
 * Formats of Hadoop: any {@code org.apache.hadoop.mapreduce.InputFormat} whose values are texts or
 * bytes. Start at {@link trainer.data.format.hadoop.HadoopFormats}.
 */
package trainer.data.format.hadoop;
