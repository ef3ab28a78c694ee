/**
 * What others say to the master and what it answers: sessions of members ({@code MemberSessions})
 * and commands of users ({@code Commands}). Event loops call in; everything is handed to the
 * mailbox or answered from a view.
 */
package trainer.appmaster.serve;
