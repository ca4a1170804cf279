/** Helpers for chat messages and conversations. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { ChatChannel } from '../src/carriers/chat/channel.ts'
import { columnsOf, type RowOf } from '../src/engine/db/index.ts'
import { openOutbound } from '../src/engine/outbound/index.ts'
import type { ChatContext } from '../src/modules/chat/index.ts'
import { stateOf } from '../src/modules/chat/rules.ts'
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

/** The conversations with a phone number on chat channels: one per sender name and channel. */
// biome-ignore lint/suspicious/noExplicitAny: tests assert the fields they expect
export async function conversationsWith(world: World, phone: string, account = world.accountId): Promise<any[]> {
  const { body } = await command(world, 'GET', `/accounts/${account}/conversations?status=all&q=${phone}`)
  return body.data.filter(({ channel }: { channel: string }) => channel !== 'sms')
}

// biome-ignore lint/suspicious/noExplicitAny: tests assert the fields they expect
export const conversationWith = async (world: World, phone: string, account = world.accountId): Promise<any> =>
  (await conversationsWith(world, phone, account))[0] ?? null

const columns = columnsOf(
  { m: 'chat_messages', c: 'conversations' },
  {
    id: 'm.id',
    direction: 'm.direction',
    state: 'm.state',
    content: 'm.content',
    textRemoved: 'm.text_removed',
    transactionId: 'm.transaction_id',
    callbackUrl: 'm.callback_url',
    answersId: 'm.answers_id',
    price: 'm.price',
    reason: 'm.reason',
    createdAt: 'm.created_at',
    doneAt: 'm.done_at',
    deliveredAt: 'm.delivered_at',
    readAt: 'm.read_at',
    failedAt: 'm.failed_at',
  },
)

/** Oldest first. */
// biome-ignore lint/suspicious/noExplicitAny: tests assert the fields they expect
export async function messagesWith(world: World, phone: string, account = world.accountId): Promise<any[]> {
  const { rows } = await sql<RowOf<typeof columns>>`
    select ${columns}
      from chat_messages m
      join conversations c on c.id = m.conversation_id
     where c.account_id = ${account}
       and c.phone = ${phone}
     order by m.id
  `.execute(world.db)
  return rows.map((row) => ({ ...row, state: stateOf(row) }))
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
    const content = { type: 'text', text: '' } as const
    const message = { service: 'whatsapp', business: 'SHOP', phone: freshPhone('0002'), content }
    const opening = { accountId, endpointId: null, opensFreeSession: false }
    return (await upsertConversation(tx, message, opening, world.clock.now())).id
  })

/** The context of the chat module with one channel in place of the configured ones. */
export const chatContext = (world: World, channel: ChatChannel): ChatContext => ({
  ...world.app.sms,
  outbound: openOutbound({ reach: 'public' }),
  channels: setOf('chat', channel),
})
