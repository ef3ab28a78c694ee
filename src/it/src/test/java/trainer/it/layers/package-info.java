/** The layers of the whole house, checked on all modules at once. */
package trainer.it.layers;
