/** Chats of a world, as clients and the people of an account see them. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { upsertConversation } from '../src/modules/chat/store.ts'
import { command } from './console/people.ts'
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

/** One that nobody else writes to; the end has four digits. */
export function freshPhone(end = '1237'): string {
  lastNumber += 1
  return `${lastNumber}${end}`
}

/** One for each name of the account and channel that they were written to with. */
// biome-ignore lint/suspicious/noExplicitAny: a test says in its assertions what it expects
export async function conversationsWith(world: World, phone: string, account = 1): Promise<any[]> {
  const { body } = await command(world, 'GET', `/accounts/${account}/chat/conversations?limit=1000`)
  return body.data.filter(({ to }: { to: string }) => to === phone)
}

// biome-ignore lint/suspicious/noExplicitAny: a test says in its assertions what it expects
export const conversationWith = async (world: World, phone: string, account = 1): Promise<any> =>
  (await conversationsWith(world, phone, account))[0] ?? null

/** From the oldest. */
// biome-ignore lint/suspicious/noExplicitAny: a test says in its assertions what it expects
export async function messagesWith(world: World, phone: string, account = 1): Promise<any[]> {
  const conversation = await conversationWith(world, phone, account)
  if (conversation === null) return []
  const { body } = await command(
    world,
    'GET',
    `/accounts/${account}/chat/conversations/${conversation.id}/messages?limit=1000`,
  )
  return body.data.toReversed()
}

export const untilStates = async (world: World, phone: string, wanted: readonly string[], account = 1) => {
  let states: string[] = []
  await until(`the messages with ${phone} are ${wanted.join(', ')}`, async () => {
    states = (await messagesWith(world, phone, account)).map(({ state }) => state)
    return JSON.stringify(states) === JSON.stringify(wanted)
  }).catch((error) => assert.fail(`${error.message}: they are ${states.join(', ')}`))
}

/** What was done with the money of a message. */
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

/** One in which nothing was written yet, with somebody who never answers. */
export const addConversation = (world: World, accountId: number): Promise<number> =>
  world.db.transaction((tx) =>
    upsertConversation(
      tx,
      accountId,
      { service: 'whatsapp', business: 'SHOP', phone: freshPhone('0002') },
      null,
      world.clock.now(),
      false,
    ),
  )
