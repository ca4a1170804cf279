import type { Conversation } from '../../../../src/contract/account/conversations.ts'

/** Adds a conversation to a list with the latest message first. */
export function withOpened(listed: readonly Conversation[], opened: Conversation): readonly Conversation[] {
  const place = listed.findIndex(({ lastAt }) => lastAt < opened.lastAt)
  return listed.toSpliced(place === -1 ? listed.length : place, 0, opened)
}
