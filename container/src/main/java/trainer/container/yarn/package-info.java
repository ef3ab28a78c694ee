/** What client and master alike ask of YARN's web services. */
package trainer.container.yarn;
