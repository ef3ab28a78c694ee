/** Classes of users, kept apart from ours: {@link trainer.container.classes.UserClasses}. */
package trainer.container.classes;
