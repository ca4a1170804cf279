/** The state of conversations that incoming messages and replies change. `inbox` has the rest. */
export {
  type Allows,
  canRead,
  conversationsMark,
  isReadable,
  lastTextOf,
  listConversationsOf,
  noteIncoming,
  readScopeOf,
  sendScopeOf,
} from './store.ts'

export {
  type Address,
  type Author,
  insertReply,
  markRead,
  type NewReply,
  noteOutgoing,
  repliedWith,
} from './store-replies.ts'
