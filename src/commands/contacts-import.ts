import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { type Readable, Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Import, ImportRow } from '../contract/console/contacts.ts'
import { bookOption, defaultBook, findBookId } from './books.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import { type Command, exitCodes, Failure, type Input, numberIn, table, timeCell } from './command.ts'
import { openToRead, writeWhole } from './files.ts'
import { accountIn, accountOption, listCommand } from './lists.ts'
import { barOf, createProgress, sizeOf } from './progress.ts'

const lookMs = 300
const invalidShown = 10

const idArgument = { name: 'ID', about: 'The import: ngoma contacts imports shows them.' }

const idIn = (input: Input) => numberIn(input, 'contacts imports')

const count = (rows: number) => rows.toLocaleString('en')

/** An import, and its first invalid rows. */
interface Carried {
  readonly ended: Import
  readonly invalid: readonly ImportRow[]
}

interface Source {
  /** Counted as it passes, for those who wait. */
  readonly stream: Readable
  readonly name: string
  /** Null for what comes through a pipe. */
  readonly size: number | null
  read(): number
}

function openSource(file: string): Source {
  const isPipe = file === '-'
  const source = isPipe ? process.stdin : openToRead(file)
  const stats = isPipe ? null : statSync(file)
  let bytes = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      done(null, chunk)
    },
  })
  source.once('error', (error) => count.destroy(error))
  return {
    stream: source.pipe(count),
    name: isPipe ? 'standard input' : basename(file),
    size: stats?.isFile() ? stats.size : null,
    read: () => bytes,
  }
}

/** Sends the file, and waits until it is done when that is wanted. */
async function carry(
  console: ConsoleClient,
  input: Input,
  { stream, name, size, read }: Source,
  wait: boolean,
): Promise<Carried> {
  const account = accountIn(input)
  let current: Import | null = null
  const progress = createProgress(() => {
    if (current)
      return `import ${current.id}  ${barOf(current.rowsDone, current.rowsTotal)}  ${count(current.rowsDone)} of ${count(current.rowsTotal)} rows`
    return size === null
      ? `${sizeOf(read())} read`
      : `${barOf(read(), size)}  ${sizeOf(read())} of ${sizeOf(size)} read`
  })
  try {
    const bookId = await findBookId(console, account, input.text('book') ?? defaultBook)
    const upload = { path: { ...account, book: bookId }, query: { name, map: input.texts('map') } }
    current = await console.upload('POST /accounts/:account/books/:book/imports', upload, stream)
    const path = { ...account, import: current.id }
    if (wait) console.startImports()
    while (wait && current.status === 'waiting') {
      await sleep(lookMs)
      current = await console.call('GET /accounts/:account/imports/:import', { path })
    }
    const rows =
      current.invalid === 0
        ? { data: [] }
        : await console.call('GET /accounts/:account/imports/:import/rows', {
            path,
            query: { outcome: 'invalid', limit: invalidShown },
          })
    return { ended: current, invalid: rows.data }
  } catch (error) {
    throw tellWhatBecame(error, current)
  } finally {
    progress.end()
  }
}

/** A server that went away has the whole file, and goes on when it is back; or it has nothing. */
function tellWhatBecame(error: unknown, begun: Import | null): unknown {
  if (!(error instanceof Failure) || error.exitCode !== exitCodes.unreachable) return error
  const became =
    begun === null
      ? 'the file had not arrived, import it again'
      : `import ${begun.id} goes on when the server is back: ngoma contacts imports`
  return new Failure(`${error.message}; ${became}`, error.exitCode)
}

function describe({ ended, invalid }: Carried, isServed: boolean): string {
  const { id, status, reason, rowsTotal, rowsDone, columns } = ended
  const ignored = columns.filter(({ field }) => field === null).map(({ column }) => JSON.stringify(column))
  const left = ignored.length === 0 ? '' : `\nColumns that were left out: ${ignored.join(', ')}.`
  if (status === 'waiting') {
    const when = isServed
      ? 'It is being done'
      : 'It is done when a server or a worker runs on this database, here or elsewhere'
    return `Import ${id} has ${count(rowsTotal)} rows. ${when}: ngoma contacts imports shows how far it is.${left}`
  }
  const counts = `${count(ended.added)} added, ${count(ended.updated)} updated, ${count(ended.invalid)} invalid`
  const head =
    status === 'done'
      ? `${count(rowsDone)} rows: ${counts}.`
      : `Import ${id} ${status} after ${count(rowsDone)} of ${count(rowsTotal)} rows: ${counts}.`
  const why = reason === null ? '' : `\n${reason}.`
  if (invalid.length === 0) return `${head}${why}${left}`
  const rows = table(
    ['ROW', 'NUMBER', 'WHY'],
    invalid.map((one) => [one.row, one.phone, one.why]),
  )
  const more = ended.invalid > invalid.length ? `\n… and ${count(ended.invalid - invalid.length)} more.` : ''
  return `${head}${why}${left}\n\n${rows}${more}\n\nThe whole report: ngoma contacts report ${id} report.csv`
}

export const importCommands: readonly Command[] = [
  {
    name: 'contacts import',
    about: 'Put the contacts of a CSV file into an address book.',
    arguments: [{ name: 'FILE', about: 'A CSV file in UTF-8; - for standard input.' }],
    options: {
      ...accountOption,
      ...bookOption,
      map: {
        value: 'COLUMN:FIELD',
        multiple: true,
        about: 'Which field a column is, such as Simu:mob_no; without a field it is left out.',
      },
      'no-wait': { about: 'Do not wait until it is done.' },
    },
    notes: `The first line names the columns: mob_no, first_name and so on as the API has them, or Phone, First name, Surname, Birthday. Cells are parted by
commas, semicolons or tabs. Of a number, spaces, dashes, dots, parentheses and a leading + are taken out; it begins with the country code.
Contacts that are there already, by their number, are updated; an empty cell leaves what is known.

When it waits no longer, or is stopped, the import goes on: beside a server at once, and otherwise when one starts. Rows that are invalid are left out and
named, and are no failure: the exit code is 0 when all rows were looked at, and 1 when the import failed or was cancelled.`,
    async run(input) {
      const [file = ''] = input.arguments
      const source = openSource(file)
      const { result, isServed } = await withConsole(async (console) => ({
        result: await carry(console, input, source, !input.is('no-wait')),
        isServed: console.isServed,
      }))
      input.print(result.ended, describe(result, isServed))
      return ['done', 'waiting'].includes(result.ended.status) ? exitCodes.done : exitCodes.refused
    },
  },
  listCommand({
    name: 'contacts imports',
    about: 'List the imports of contacts, newest first.',
    options: accountOption,
    route: 'GET /accounts/:account/imports',
    request: (input) => ({ path: accountIn(input) }),
    heads: ['ID', 'BOOK', 'FILE', 'STATUS', 'ROWS', 'DONE', 'ADDED', 'UPDATED', 'INVALID', 'CREATED'],
    row: (one) => [
      one.id,
      one.bookId,
      one.fileName,
      one.status,
      one.rowsTotal,
      one.rowsDone,
      one.added,
      one.updated,
      one.invalid,
      timeCell(one.createdAt),
    ],
    nothing: 'There are no imports.',
  }),
  {
    name: 'contacts report',
    about: 'Write what became of each row of an import as CSV.',
    arguments: [idArgument, { name: 'FILE', about: 'A new file; standard output when left out.', optional: true }],
    options: accountOption,
    notes: 'Reports are kept for 30 days.',
    async run(input) {
      const [, file = '-'] = input.arguments
      const path = { ...accountIn(input), import: idIn(input) }
      const route = 'GET /accounts/:account/imports/:import/report'
      const write = (target: Writable) =>
        withConsole(async (console) => pipeline(await console.stream(route, { path }), target))
      if (file === '-') await write(process.stdout)
      else {
        await writeWhole(file, write)
        input.print({ file }, `The report was written to ${file}.`)
      }
      return exitCodes.done
    },
  },
  {
    name: 'contacts cancel',
    about: 'Stop an import; what is done of it stays.',
    arguments: [idArgument],
    options: accountOption,
    async run(input) {
      const id = idIn(input)
      const path = { ...accountIn(input), import: id }
      await withConsole((console) => console.call('DELETE /accounts/:account/imports/:import', { path }))
      input.print({ id: Number(id), cancelled: true }, `Import ${id} was cancelled.`)
      return exitCodes.done
    },
  },
]
