/**
 * The models that come with Trainer, and how any model is loaded. A built-in model is written
 * against {@link trainer.learning.spi} alone, as a user's would be.
 */
package trainer.learning.model;
