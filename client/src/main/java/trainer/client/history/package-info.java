/** A folder of jobs as a web page: their list, and the page of each from its report. */
package trainer.client.history;
