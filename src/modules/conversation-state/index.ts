/** The state of conversations that incoming messages and replies change. `inbox` has the rest. */
export { type Allows, canRead, isReadable, readScopeOf, sendScopeOf } from './access.ts'
export { assigneeOnceOpen, conversationsMark, listConversationsOf, noteIncoming } from './store.ts'
export { type Author, insertReply, markRead, type NewReply, noteOutgoing, repliedWith } from './store-replies.ts'
