/** Helpers for chat messages and conversations. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { ChatChannel } from '../src/carriers/chat/channel.ts'
import { openOutbound } from '../src/engine/outbound/index.ts'
import type { ChatContext } from '../src/modules/chat/index.ts'
import { upsertConversation } from '../src/modules/chat/store.ts'
import { command } from './console/people.ts'
import { setOf } from './provider-set.ts'
import { type Answer, until, type World } from './world.ts'

export const chatPath = '/v1/chatapi'

export const chatBody = (change: Record<string, unknown> = {}) => ({
  from: 'SHOP',
  to: '255712345678',
  channel: 'whatsapp',
  message_type: 'text',
  text: 'Hello',
  ...change,
})

export const postChat = (world: World, change: Record<string, unknown> = {}): Promise<Answer> =>
  world.request('POST', chatPath, { body: chatBody(change) })

export async function assertSent(sent: Promise<Answer>): Promise<void> {
  const { status, text } = await sent
  assert.deepEqual([status, text], [200, '{"message":"success"}'])
}

let lastNumber = 25_571_310

/** A new phone number with these four last digits. */
export function freshPhone(end = '1237'): string {
  lastNumber += 1
  return `${lastNumber}${end}`
}

/** The conversations with a phone number: one per sender name and channel. */
// biome-ignore lint/suspicious/noExplicitAny: tests assert the fields they expect
export async function conversationsWith(world: World, phone: string, account = world.accountId): Promise<any[]> {
  const { body } = await command(world, 'GET', `/accounts/${account}/chat/conversations?limit=1000`)
  return body.data.filter(({ to }: { to: string }) => to === phone)
}

// biome-ignore lint/suspicious/noExplicitAny: tests assert the fields they expect
export const conversationWith = async (world: World, phone: string, account = world.accountId): Promise<any> =>
  (await conversationsWith(world, phone, account))[0] ?? null

/** Oldest first. */
// biome-ignore lint/suspicious/noExplicitAny: tests assert the fields they expect
export async function messagesWith(world: World, phone: string, account = world.accountId): Promise<any[]> {
  const conversation = await conversationWith(world, phone, account)
  if (conversation === null) return []
  const { body } = await command(
    world,
    'GET',
    `/accounts/${account}/chat/conversations/${conversation.id}/messages?limit=1000`,
  )
  return body.data.toReversed()
}

export const untilStates = async (
  world: World,
  phone: string,
  wanted: readonly string[],
  account = world.accountId,
) => {
  let states: string[] = []
  await until(`the messages with ${phone} are ${wanted.join(', ')}`, async () => {
    states = (await messagesWith(world, phone, account)).map(({ state }) => state)
    return JSON.stringify(states) === JSON.stringify(wanted)
  }).catch((error) => assert.fail(`${error.message}: they are ${states.join(', ')}`))
}

/** The ledger entries of a message. */
export async function entriesOf(world: World, id: number): Promise<string[]> {
  const { rows } = await sql<{ entry: string }>`
    select kind || ' ' || amount as entry from ledger_entries where product = 'CHAT' and subject = ${`chat message ${id}`} order by id
  `.execute(world.db)
  return rows.map(({ entry }) => entry)
}

export async function assertLedgerClean(world: World): Promise<void> {
  const { body } = await command(world, 'GET', '/ledger/check')
  assert.deepEqual([body.clean, body.wrong], [true, []])
}

/** Adds a conversation without messages, with a phone that never replies. */
export const addConversation = (world: World, accountId: number): Promise<number> =>
  world.db.transaction(async (tx) => {
    const address = { service: 'whatsapp', business: 'SHOP', phone: freshPhone('0002') }
    return (await upsertConversation(tx, accountId, address, null, world.clock.now(), false)).id
  })

/** The context of the chat module with one channel in place of the configured ones. */
export const chatContext = (world: World, channel: ChatChannel): ChatContext => ({
  ...world.app.sms,
  outbound: openOutbound({ reach: 'public' }),
  channels: setOf('chat', channel),
})
