/** Helpers for conversations of the shared inbox. */
import { smsChannel } from '../src/contract/account/conversations.ts'
import { noteIncoming } from '../src/modules/inbox/conversations/index.ts'
import { command } from './console/people.ts'
import type { World } from './world.ts'

/** The id of a conversation by SMS in which a person has just written. */
export async function conversationWith(world: World, accountId: number, phone = '255712345678'): Promise<number> {
  const incoming = { accountId, channel: smsChannel, business: '', phone, text: 'Hello' }
  await world.db.transaction((tx) => noteIncoming(tx, incoming, world.clock.now()))
  const { body } = await command(world, 'GET', `/accounts/${accountId}/conversations?q=${phone}`)
  return body.data[0].id
}
