/** Helpers for PINs: requests, verification and the submitted texts. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Submission } from '../src/carriers/carrier.ts'
import type { Queryable } from '../src/engine/db/index.ts'
import type { Client } from './contacts.ts'
import { until, type World } from './world.ts'

/** Collects all submissions to the simulated network from now on. */
export function watchCarrier({ app: { sms } }: Pick<World, 'app'>): Submission[] {
  const seen: Submission[] = []
  const carrier = sms.routing.find('simulator')
  assert.ok(carrier)
  const submit = carrier.submit.bind(carrier)
  carrier.submit = (submission) => {
    seen.push(submission)
    return submit(submission)
  }
  return seen
}

/** The PIN in the last message to a number, once it is submitted. */
export async function pinTo(seen: readonly Submission[], phone: string): Promise<string> {
  await until(`a PIN is sent to ${phone}`, () => seen.some((one) => one.phone === phone))
  const text = seen.findLast((one) => one.phone === phone)?.parts.join('') ?? ''
  return /\d{4,10}/.exec(text)?.[0] ?? assert.fail(`no PIN in ${text}`)
}

export const requestPin = (client: Client, msisdn: string, appId: unknown = 1, headers: Record<string, string> = {}) =>
  client.ask('POST', '/v1/request', { appId, msisdn }, headers)

export const verifyPin = (client: Client, pinId: string, pin: unknown) =>
  client.ask('POST', '/v1/verify', { pinId, pin })

/** The code of an error answer, which must have no other fields. */
export function codeOf({
  body,
  text,
}: {
  readonly body: { data: { message: { code: number; message: string } } }
  readonly text: string
}): number {
  assert.deepEqual(Object.keys(body), ['data'], text)
  assert.deepEqual(Object.keys(body.data), ['message'], text)
  assert.deepEqual(Object.keys(body.data.message), ['code', 'message'], text)
  return body.data.message.code
}

/** The columns that contain a text, in plain or in bytes. */
export async function findInDatabase(db: Queryable, text: string): Promise<string[]> {
  const { rows } = await sql<{ table: string; column: string; type: string }>`
    select table_name as table, column_name as column, data_type as type
      from information_schema.columns
     where table_schema = 'public'
       and table_name not in (select c.relname from pg_class c where c.relispartition)
       and data_type in ('text', 'character varying', 'json', 'jsonb', 'bytea', 'ARRAY')
     order by table_name, ordinal_position
  `.execute(db)
  const found: string[] = []
  for (const { table, column, type } of rows) {
    const value = type === 'bytea' ? sql`encode(${sql.ref(column)}, 'escape')` : sql`${sql.ref(column)}::text`
    const { rows: hits } =
      await sql`select from ${sql.table(table)} where ${value} like ${`%${text}%`} limit 1`.execute(db)
    if (hits.length > 0) found.push(`${table}.${column}`)
  }
  return found
}
