/** Time in the form that pure cores receive it. */
package trainer.core.time;
