/**
 * `npm run bench:contacts`: response times of contacts, searches and segments for an account with a million contacts
 * with custom fields, and a million messages. Each must stay under 100 ms in 95 of 100 calls, except for exact counts.
 */
import { sql } from 'kysely'
import { cursorAfter } from '../test/cursors.ts'
import { askConsole } from '../test/e2e/console.ts'
import { orderBody } from '../test/send-body.ts'
import { type Report, runBench } from './command.ts'
import { fillContacts, phoneOf, secondPhoneOf } from './contacts-fill.ts'
import { filledSettings, withProgram } from './program.ts'
import { measure } from './responses.ts'

const national = (phone: string) => `0${phone.slice(3)}`
const filterOf = (...conditions: unknown[]) => ({ match: 'all', conditions })

/** The problem of a refused call: a segment may be too slow. */
const codeOf = (error: Error) => ({ code: /"code":"(\w+)"/.exec(error.message)?.[1] ?? error.message })

function run(contacts: number, repeats: number, report: Report): Promise<void> {
  return withProgram({ fsync: false, postgresSettings: filledSettings }, async ({ server, db }) => {
    // Creates the partitions.
    await askConsole(server, 'POST', '/accounts/1/messages', orderBody())
    const { id } = await askConsole(server, 'POST', '/accounts', { name: 'Large' })
    const { bookIds } = await fillContacts(db, id, contacts)
    await sql`vacuum analyze`.execute(db)
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
    const few = Math.min(3, repeats)
    const middle = phoneOf(Math.floor(contacts / 2))
    const second = secondPhoneOf(3)
    const questions: [string, string][] = [
      ['newest', 'contacts'],
      ['newest, 1,000 of them', 'contacts?limit=1000'],
      ['page in the middle', `contacts?cursor=${cursorAfter({}, String(Math.floor(contacts / 2)))}`],
      ['last page', `contacts?cursor=${cursorAfter({}, '30')}`],
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
    for (const [what, path] of questions) await measure(report, what, repeats, () => ask('GET', path))
    for (const [name, filter] of Object.entries(segments)) {
      const segment = await ask('POST', 'segments', { name, filter })
      const list = `contacts?segment=${segment.id}`
      await measure(report, `segment ${name}`, repeats, () => ask('GET', list))
      await measure(report, `segment ${name}, 1,000`, few, () => ask('GET', `${list}&limit=1000`))
      await measure(report, `segment ${name}: count`, few, () => ask('GET', `segments/${segment.id}/count`), false)
      await measure(report, `segment ${name}: preview`, few, () => ask('POST', 'segments/preview', { filter }), false)
      const order = { ...orderBody(), to: [], segmentIds: [segment.id] }
      const quote = () => ask('POST', 'quotes', order)
      // A large segment is too slow for a quote.
      await measure(
        report,
        `segment ${name}: quote`,
        1,
        () => (report.isShort ? quote() : quote().catch(codeOf)),
        false,
      )
    }
  })
}

await runBench({
  name: 'bench:contacts',
  options: {
    contacts: { value: 1_000_000, short: 2_000, about: 'contacts of the account, and as many messages' },
    repeats: { value: 40, short: 1, about: 'measured calls of each' },
  },
  run: ({ contacts, repeats }, report) => run(contacts, repeats, report),
})
