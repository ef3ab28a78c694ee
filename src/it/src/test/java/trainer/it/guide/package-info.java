/** The commands of the guide, run word for word. */
package trainer.it.guide;
