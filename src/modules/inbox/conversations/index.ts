/** The state of conversations that incoming messages and replies change. `inbox` has the rest. */
export {
  type Address,
  type Allows,
  type Author,
  canRead,
  conversationsMark,
  insertReply,
  isReadable,
  lastTextOf,
  listConversationsOf,
  markRead,
  type NewReply,
  noteIncoming,
  noteOutgoing,
  readScopeOf,
  repliedWith,
  sendScopeOf,
} from './store.ts'
