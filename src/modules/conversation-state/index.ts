/** The state of conversations that incoming messages change. `inbox` has the rest. */
export { conversationsMark, lastTextOf, listConversationsOf, noteIncoming } from './store.ts'
