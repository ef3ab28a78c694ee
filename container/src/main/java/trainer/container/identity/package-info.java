/** Who a process is, what its working directory holds, and as whom it acts. */
package trainer.container.identity;
