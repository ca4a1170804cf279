/** Helpers for contact imports. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Queryable } from '../src/engine/db/index.ts'
import { ask, type ConsoleAnswer, command } from './console/people.ts'
import { until, type World } from './world.ts'

type Served = Pick<World, 'app'>

export const upload = (
  world: Served,
  accountId: number,
  bookId: number | string,
  file: string | Buffer,
  query = '',
  headers: Record<string, string> = {},
) =>
  ask(world, 'POST', `/accounts/${accountId}/books/${bookId}/imports${query}`, {
    body: file,
    headers: { ...world.app.controlHeaders, 'content-type': 'text/csv', ...headers },
  })

/** Uploads a file, which must be accepted, and waits until its import has ended. */
export async function importFile(
  world: Served,
  accountId: number,
  bookId: number | string,
  file: string | Buffer,
  query = '',
  // biome-ignore lint/suspicious/noExplicitAny: tests assert the fields they expect
): Promise<any> {
  const { status, text, body } = await upload(world, accountId, bookId, file, query)
  assert.equal(status, 202, text)
  return untilEnded(world, accountId, body.id)
}

// biome-ignore lint/suspicious/noExplicitAny: tests assert the fields they expect
export async function untilEnded(world: Served, accountId: number, id: number): Promise<any> {
  let answer: ConsoleAnswer | undefined
  await until(
    `import ${id} has ended`,
    async () => {
      answer = await command(world, 'GET', `/accounts/${accountId}/imports/${id}`)
      return answer.body.status !== 'waiting'
    },
    60,
  )
  return answer?.body
}

export interface ReportLine {
  readonly row: number
  readonly outcome: string
  readonly phone: string
  readonly why: string | null
}

export async function reportOf(world: Served, accountId: number, id: number, query = ''): Promise<ReportLine[]> {
  const { status, text, body } = await command(
    world,
    'GET',
    `/accounts/${accountId}/imports/${id}/rows?limit=1000${query}`,
  )
  assert.equal(status, 200, text)
  return body.data
}

/** Row counts of the import tables. */
export async function countLeft(db: Queryable): Promise<{ imports: number; pieces: number; rows: number }> {
  const { rows } = await sql<{ imports: number; pieces: number; rows: number }>`
    select (select count(*) from contact_imports) as imports, (select count(*) from contact_import_pieces) as pieces,
           (select count(*) from contact_import_rows) as rows
  `.execute(db)
  return rows[0] ?? { imports: -1, pieces: -1, rows: -1 }
}
