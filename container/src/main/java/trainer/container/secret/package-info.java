/** How a process gets the secrets of its job. Nothing here prints or keeps them elsewhere. */
package trainer.container.secret;
