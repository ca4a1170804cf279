/** Sends of the first account by the account API, and address books for them. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { World } from '../world.ts'
import { ask, command } from './people.ts'

interface Sent {
  readonly phone: string
  readonly text: string
  readonly encoding: string
  readonly parts: number
}

export function sendingOf(world: () => World) {
  let next = 0
  /** Creates an address book with a contact for each item. */
  async function makeBook(...names: readonly Record<string, string>[]): Promise<{ id: number; phones: string[] }> {
    const { body } = await world().request('POST', '/public/v1/address-books', {
      body: { addressbook: `Book ${next}` },
    })
    const phones = names.map(() => String(255_710_000_007 + 100 * next++))
    for (const [index, fields] of names.entries()) {
      const created = await world().request('POST', '/public/v1/contacts', {
        body: { mob_no: phones[index], ...fields, addressbook_id: [body.data.id] },
      })
      assert.equal(created.status, 200, created.text)
    }
    next += 1
    return { id: Number(body.data.id), phones }
  }

  async function contactIdOf(phone: string | undefined): Promise<number> {
    const { rows } = await sql<{ id: number }>`select id from contacts where phone = ${phone}`.execute(world().db)
    return rows[0]?.id ?? 0
  }

  const send = (change: Record<string, unknown>, headers: Record<string, string> = {}) =>
    ask(world(), 'POST', '/accounts/1/messages', {
      body: { from: 'INFO', text: 'Hello', ...change },
      headers: { ...world().app.controlHeaders, ...headers },
    })
  const quote = (change: Record<string, unknown>) =>
    command(world(), 'POST', '/accounts/1/quotes', { from: 'INFO', text: 'Hello', ...change })

  async function messagesOf(requestIds: readonly number[]): Promise<Sent[]> {
    const { rows } = await sql<Sent>`
      select m.phone, coalesce(m.text, r.text) as text, coalesce(m.encoding, r.encoding) as encoding, m.segments as parts
        from sms_messages m
        join sms_requests r on r.id = m.request_id
       where r.id = any(${requestIds}::bigint[])
       order by m.id
    `.execute(world().db)
    return rows
  }

  return { makeBook, contactIdOf, send, quote, messagesOf }
}
