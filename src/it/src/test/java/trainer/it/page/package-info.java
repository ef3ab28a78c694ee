/** The page, as a browser shows it through YARN's proxy. */
package trainer.it.page;
