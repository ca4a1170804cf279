/**
 * `npm run bench:contacts`: response times of contacts, searches and segments for an account with a million contacts
 * with custom fields, and a million messages. Each must stay under 100 ms in 95 of 100 calls, except for exact counts.
 * `--contacts` changes the number of contacts.
 */
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { askConsole } from '../test/e2e/console.ts'
import { startServer } from '../test/e2e/server.ts'
import { startPostgres } from '../test/postgres.ts'
import { openUrl, orderBody, secret } from '../test/world.ts'
import { fillContacts, phoneOf, secondPhoneOf } from './contacts-fill.ts'
import { measure } from './responses.ts'

/** Memory as on a small server. */
const settings = { shared_buffers: '1GB', max_wal_size: '8GB', wal_level: 'minimal', max_wal_senders: '0' }

const national = (phone: string) => `0${phone.slice(3)}`
const filterOf = (...conditions: unknown[]) => ({ match: 'all', conditions })

/** The problem of a refused call: a segment may be too slow. */
const codeOf = (error: Error) => ({ code: /"code":"(\w+)"/.exec(error.message)?.[1] ?? error.message })

async function run(contacts: number, repeats: number): Promise<boolean> {
  const postgres = await startPostgres({ fsync: false, settings })
  const server = await startServer({ DATABASE_URL: postgres.url, NGOMA_STAGING: 'true', NGOMA_SECRET: secret })
  try {
    // Creates the partitions.
    await askConsole(server, 'POST', '/accounts/1/messages', orderBody())
    const { id } = await askConsole(server, 'POST', '/accounts', { name: 'Large' })
    const db = openUrl(postgres.url)
    const { bookIds } = await fillContacts(db, id, contacts)
    await sql`vacuum analyze`.execute(db)
    await db.close()
    const ask = (method: 'GET' | 'POST', path: string, body?: unknown) =>
      askConsole(server, method, `/accounts/${id}/${path}`, body)

    const segments = {
      'points over 500': filterOf({ field: 'points', op: 'gt', value: 500 }),
      'Gold, one in 10,000': filterOf({ field: 'tier', op: 'eq', value: 'Gold' }),
      nobody: filterOf({ field: 'points', op: 'gt', value: 5_000 }),
      'one of two': {
        match: 'any',
        conditions: [
          { field: 'tier', op: 'set' },
          { field: 'city', op: 'eq', value: 'Arusha' },
        ],
      },
      'points in the small book': filterOf({ book: bookIds[1], op: 'in' }, { field: 'points', op: 'gt', value: 500 }),
      'no message for 30 days': filterOf({ lastMessage: 'before', days: 30 }),
      'never messaged, replied': filterOf({ lastMessage: 'never' }, { replied: true }),
    }
    const middle = phoneOf(Math.floor(contacts / 2))
    const second = secondPhoneOf(3)
    const questions: [string, string][] = [
      ['newest', 'contacts'],
      ['newest, 1,000 of them', 'contacts?limit=1000'],
      ['page in the middle', `contacts?cursor=${Math.floor(contacts / 2)}`],
      ['last page', 'contacts?cursor=30'],
      ['book with all', `contacts?book=${bookIds[0]}`],
      ['small book', `contacts?book=${bookIds[1]}`],
      ['small book, a name', `contacts?book=${bookIds[1]}&q=daudi`],
      ['a common name', 'contacts?q=asha'],
      ['a rare name', `contacts?q=name${((contacts / 2) * 31).toString(16)}`],
      ['both names', `contacts?q=amina%20name${((contacts / 2) * 31).toString(16)}`],
      ['an unknown name', 'contacts?q=nobody'],
      ['a letter', 'contacts?q=a'],
      ['two characters that nobody has', 'contacts?q=xq'],
      ['a national number', `contacts?q=${national(middle)}`],
      ['an international number', `contacts?q=%2B${middle}`],
      ['digits of an international number', `contacts?q=${middle}`],
      ['last six digits', `contacts?q=${middle.slice(-6)}`],
      ['last four digits', `contacts?q=${middle.slice(-4)}`],
      ['first digits', 'contacts?q=0712'],
      ['a second number', `contacts?q=${national(second)}`],
      ['an unknown number', 'contacts?q=0768941081'],
      ['search: a common name', 'search?q=asha'],
      ['search: both names', `search?q=amina%20name${((contacts / 2) * 31).toString(16)}`],
      ['search: an unknown name', 'search?q=nobody'],
      ['search: a national number', `search?q=${national(middle)}`],
      ['search: a second number', `search?q=${national(second)}`],
      ['search: last six digits', `search?q=${middle.slice(-6)}`],
      ['search: last four digits', `search?q=${middle.slice(-4)}`],
      ['search: first digits', 'search?q=0712'],
    ]
    let isFast = true
    for (const [what, path] of questions) isFast = (await measure(what, repeats, () => ask('GET', path))) && isFast
    for (const [name, filter] of Object.entries(segments)) {
      const segment = await ask('POST', 'segments', { name, filter })
      const list = `contacts?segment=${segment.id}`
      isFast = (await measure(`segment ${name}`, repeats, () => ask('GET', list))) && isFast
      isFast = (await measure(`segment ${name}, 1,000`, 3, () => ask('GET', `${list}&limit=1000`))) && isFast
      await measure(`segment ${name}: count`, 3, () => ask('GET', `segments/${segment.id}/count`))
      await measure(`segment ${name}: preview`, 3, () => ask('POST', 'segments/preview', { filter }))
      const order = { ...orderBody(), to: [], segmentIds: [segment.id] }
      await measure(`segment ${name}: quote`, 1, () => ask('POST', 'quotes', order).catch(codeOf))
    }
    return isFast
  } finally {
    await server.kill()
    await postgres.stop()
  }
}

const { values } = parseArgs({
  options: { contacts: { type: 'string', default: '1000000' }, repeats: { type: 'string', default: '40' } },
})
process.exitCode = (await run(Number(values.contacts), Number(values.repeats))) ? 0 : 1
