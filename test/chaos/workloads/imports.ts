import assert from 'node:assert/strict'
import { type ClientRequest, request } from 'node:http'
import { sql } from 'kysely'
import { controlPath } from '../../../src/engine/http/control.ts'
import { assertCounted } from '../../contacts.ts'
import type { Hold, Host } from './host.ts'
import type { Workload } from './workload.ts'

/** Several pieces. A tenth of the rows is invalid, and a tenth repeats the number before. */
const rowsEach = 6_000
const line = (i: number) =>
  i % 10 === 3 ? `x${i},invalid` : `${255_720_000_000 + (i % 10 === 7 ? i - 1 : i)},name ${i}`
/** A killed process interrupts an import after each of these shares of its rows. */
const shares = [0.2, 0.6]

interface Import {
  readonly id: number
  readonly bookId: number
  readonly accountId: number
  /** Of pieces that are not imported yet, the first one first. */
  holds: { readonly hold: Hold; readonly rowsBefore: number }[]
}

/** Imports of contacts, each into an account of its own. */
export async function openImports({ db, size, apis, hold, get, addAccount, wait }: Host): Promise<Workload> {
  const rows = rowsEach * size
  const imports: Import[] = []
  const uploads: ClientRequest[] = []
  const file = `phone,name\n${Array.from({ length: rows }, (_, i) => line(i)).join('\n')}\n`

  const read = ({ id, accountId }: Import) => get('GET', `/accounts/${accountId}/imports/${id}`)

  async function holdPiece(importId: number, share: number): Promise<Import['holds'][number]> {
    const place = sql`(
      select place from contact_import_pieces where import_id = ${importId} and first_row > ${Math.floor(share * rows)} order by place limit 1
    )`
    const found = await sql<{ place: number; firstRow: number }>`
      select place, first_row as "firstRow" from contact_import_pieces where import_id = ${importId} and place = ${place}
    `.execute(db)
    const piece = found.rows[0] ?? assert.fail('the import has no such piece')
    const statement = `select from contact_import_pieces where import_id = ${importId} and place = ${piece.place} for update`
    return { hold: await hold(statement), rowsBefore: piece.firstRow - 1 }
  }

  async function beginImport(isHeld: boolean): Promise<void> {
    const accountId = await addAccount('Imports')
    const { id: bookId } = await get('POST', `/accounts/${accountId}/books`, { name: 'All' })
    // Nothing is imported before the pieces are locked.
    const gate = await hold(`select from contact_accounts where account_id = ${accountId} for update`)
    const { id } = await get('POST', `/accounts/${accountId}/books/${bookId}/imports`, file)
    const holds = isHeld ? await Promise.all(shares.map((share) => holdPiece(id, share))) : []
    await gate.release()
    imports.push({ id, bookId, accountId, holds })
  }

  /** A process that is killed during an upload leaves an import that never starts. */
  function beginUpload(): void {
    const [accountId, bookId] = [imports[0]?.accountId ?? 0, imports[0]?.bookId]
    const upload = request({
      socketPath: controlPath(apis[uploads.length % apis.length]?.dataDirectory ?? ''),
      method: 'POST',
      path: `/v2/books/${bookId}/imports`,
      headers: { 'content-type': 'text/csv', 'ngoma-account': String(accountId) },
    })
    upload.on('error', () => {})
    upload.write('phone\n255712345678\n')
    uploads.push(upload)
  }

  return {
    async begin(isHeld) {
      const last = imports.at(-1)
      if (last === undefined || last.holds.length === 0) await beginImport(isHeld)
      beginUpload()
    },
    async missing() {
      const last = imports.at(-1)
      const { rows: found } = await sql<{ status: string; done: number }>`
        select status, rows_done as done from contact_imports where id = ${last?.id}
      `.execute(db)
      const rowsBefore = last?.holds[0]?.rowsBefore
      if (found[0]?.status === 'waiting' && found[0].done === rowsBefore) return null
      return `an import has ${found[0]?.done} of ${rowsBefore} rows, and is ${found[0]?.status}`
    },
    async release() {
      await imports.at(-1)?.holds.shift()?.hold.release()
    },
    async finish() {
      for (const upload of uploads) upload.destroy()
      for (const one of imports) {
        for (const { hold } of one.holds.splice(0)) await hold.release()
        await wait('the import is done', async () => (await read(one)).status !== 'waiting')
      }
    },
    properties: {
      async 'every row is imported once'() {
        for (const one of imports) {
          const { status, rowsDone, added, updated, invalid } = await read(one)
          assert.deepEqual(
            [status, rowsDone, added, updated, invalid],
            ['done', rows, rows * 0.8, rows * 0.1, rows * 0.1],
          )
          const found = await sql<Record<string, number>>`
            select (select count(*) from contacts where account_id = ${one.accountId}) as contacts,
                   count(*) as report, count(distinct row) as numbers, min(row) as first, max(row) as last,
                   count(*) filter (where outcome = 'added') as added,
                   (select contacts_count from contact_books where id = ${one.bookId} and account_id = ${one.accountId}) as counted
              from contact_import_rows
             where import_id = ${one.id}
          `.execute(db)
          const contacts = rows * 0.8
          const report = { report: rows, numbers: rows, first: 1, last: rows }
          assert.deepEqual(found.rows[0], { contacts, ...report, added: contacts, counted: contacts })
        }
      },
      async 'an interrupted upload never starts, and no piece is left'() {
        const ids = sql.join(imports.map(({ id }) => id))
        const others = await sql`
          select id, status from contact_imports where id not in (${ids}) and status <> 'uploading' and rows_done > 0
        `.execute(db)
        assert.deepEqual(others.rows, [])
        const pieces =
          await sql`select import_id, place from contact_import_pieces where import_id in (${ids})`.execute(db)
        assert.deepEqual(pieces.rows, [])
      },
      'the counts of contacts are right': () => assertCounted(db),
    },
  }
}
