/**
 * CSV text: a header with the names of the columns, then one record per line. A field in quotes may
 * contain delimiters, quotes and newlines. Start at {@link trainer.data.format.csv.CsvParser}.
 */
package trainer.data.format.csv;
