export { findConversations } from './list.ts'
