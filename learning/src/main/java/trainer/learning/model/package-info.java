/**
 * The built-in models, and the loader of all models. A built-in model uses {@link
 * trainer.learning.spi} alone, as a user's model does.
 */
package trainer.learning.model;
