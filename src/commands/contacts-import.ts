import { setTimeout as sleep } from 'node:timers/promises'
import type { Import, ImportPreview, ImportRow } from '../contract/account/contacts.ts'
import { nameChoices } from '../values/contact-columns.ts'
import { countOf } from '../values/count.ts'
import { bookOption, defaultBook, findBookId } from './books.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import { type Command, choiceIn, count, exitCodes, Failure, type Input, table } from './command.ts'
import { describeRead, openSource, type Source } from './csv-files.ts'
import { phoneCell } from './describe.ts'
import { accountIn, accountOption } from './lists.ts'
import { barOf, createProgress } from './progress.ts'

const lookMs = 300
const invalidShown = 10

const fieldsCell = (fields: Readonly<Record<string, string | number>>) =>
  Object.entries(fields)
    .map(([key, value]) => `${key}=${value}`)
    .join(' ')

async function uploadOf(console: ConsoleClient, input: Input, name: string) {
  const account = accountIn(input)
  const names = choiceIn(input, 'names', nameChoices)
  const book = await findBookId(console, account, input.text('book') ?? defaultBook)
  const columns = { map: [...input.texts('map')], decimals: [...input.texts('decimals')] }
  const query = { name, ...columns, ...(names === undefined ? {} : { names }) }
  return { path: { ...account, book }, query }
}

/** Uploads the file, and waits for the import unless `wait` is false. The result has the first invalid rows. */
async function runImport(
  console: ConsoleClient,
  input: Input,
  { stream, name, size, read }: Source,
  wait: boolean,
): Promise<{ imported: Import; invalid: readonly ImportRow[] }> {
  const account = accountIn(input)
  let current: Import | null = null
  const progress = createProgress(() => {
    if (current)
      return `import ${current.id}  ${barOf(current.rowsDone, current.rowsTotal)}  ${count(current.rowsDone)} of ${countOf(current.rowsTotal, 'row')}`
    return describeRead({ size, read })
  })
  try {
    current = await console.upload('POST /v2/books/:book/imports', await uploadOf(console, input, name), stream)
    const path = { ...account, import: current.id }
    if (wait) console.startImports()
    while (wait && current.status === 'waiting') {
      await sleep(lookMs)
      current = await console.call('GET /v2/imports/:import', { path })
    }
    const rows =
      current.invalid === 0
        ? { data: [] }
        : await console.call('GET /v2/imports/:import/rows', {
            path,
            query: { outcome: 'invalid', limit: invalidShown },
          })
    return { imported: current, invalid: rows.data }
  } catch (error) {
    throw addImportState(error, current)
  } finally {
    progress.end()
  }
}

/** After a lost connection, the server has either the whole file or nothing. */
function addImportState(error: unknown, begun: Import | null): unknown {
  if (!(error instanceof Failure) || error.exitCode !== exitCodes.unreachable) return error
  const state =
    begun === null
      ? 'The file was not uploaded: import it again.'
      : `Import ${begun.id} continues when the server is running again: see "ngoma import list".`
  return new Failure(`${error.message} ${state}`, error.exitCode)
}

function describe({ imported, invalid }: Awaited<ReturnType<typeof runImport>>, isServed: boolean): string {
  const { id, status, reason, rowsTotal, rowsDone, columns } = imported
  const ignored = columns.filter(({ field }) => field === null).map(({ column }) => JSON.stringify(column))
  const left = ignored.length === 0 ? '' : `\nIgnored columns: ${ignored.join(', ')}.`
  if (status === 'waiting') {
    const when = isServed ? 'It runs in the background' : 'It starts when a server or a worker runs on this database'
    return `Import ${id} has ${countOf(rowsTotal, 'row')}. ${when}. To see the progress: ngoma import list${left}`
  }
  const counts = `${count(imported.added)} added, ${count(imported.updated)} updated, ${count(imported.invalid)} invalid`
  const head =
    status === 'done'
      ? `${countOf(rowsDone, 'row')}: ${counts}.`
      : `Import ${id} ${status} after ${count(rowsDone)} of ${countOf(rowsTotal, 'row')}: ${counts}.`
  const why = reason === null ? '' : `\n${reason}.`
  if (invalid.length === 0) return `${head}${why}${left}`
  const rows = table(
    ['ROW', 'NUMBER', 'PROBLEM'],
    invalid.map((one) => [one.row, one.phone, one.why]),
  )
  const more = imported.invalid > invalid.length ? `\n… and ${count(imported.invalid - invalid.length)} more.` : ''
  return `${head}${why}${left}\n\n${rows}${more}\n\nFor the full report: ngoma import report ${id} report.csv`
}

function describePreview({ columns, contacts, problems, ...preview }: ImportPreview): string {
  const { rows, readable, repeated, isComplete, country } = preview
  const updates =
    repeated === 0
      ? ''
      : ` ${countOf(repeated, 'row')} with the number of an earlier row update${repeated === 1 ? 's' : ''} its contact.`
  const head = `${count(readable)} of ${isComplete ? '' : 'the first '}${countOf(rows, 'row')} can be imported. Numbers are read for ${country}.${updates}`
  const mapped = table(
    ['COLUMN', 'FIELD', 'VALUES'],
    columns.map(({ column, field, suggestedType, examples }) => [
      column,
      field ?? `ignored, or --map ${JSON.stringify(`${column}:new:${suggestedType}`)}`,
      examples.filter((text) => text !== '').join(', '),
    ]),
  )
  const read = table(
    ['ROW', 'NUMBER IN THE FILE', 'NUMBER', 'FIRST NAME', 'LAST NAME', 'FIELDS'],
    contacts.map(({ row, written, phone, firstName, lastName, fields }) => [
      row,
      written,
      phoneCell(phone),
      firstName,
      lastName,
      fieldsCell(fields),
    ]),
  )
  const wrong = table(
    ['ROW', 'NUMBER', 'PROBLEM'],
    problems.map(({ row, written, why }) => [row, written, why]),
  )
  const parts = [head, mapped, ...(contacts.length > 0 ? [read] : []), ...(problems.length > 0 ? [wrong] : [])]
  return parts.join('\n\n')
}

export const contactImport: Command = {
  name: 'contact import',
  about: 'Import contacts from a CSV file into an address book.',
  arguments: [{ name: 'FILE', about: 'A CSV file in UTF-8, or - for standard input.' }],
  options: {
    ...accountOption,
    ...bookOption,
    map: {
      value: 'COLUMN:FIELD',
      multiple: true,
      about:
        'Assign a column to a field, such as Simu:phone or Voucher:voucher. "COLUMN:new:TYPE" creates a contact field of type text, number or date. "COLUMN:" ignores the column.',
    },
    names: {
      value: 'split|keep',
      about: 'Split full names into first and last name, or keep them as first name. Default: keep.',
    },
    decimals: {
      value: 'MARK',
      multiple: true,
      about:
        'The character before decimals, point or comma: with comma, 1.250 is 1250. "COLUMN:comma" is for one column. Default: comma if semicolons separate the cells, else point.',
    },
    preview: { about: 'Only show how the file would be imported.' },
    'no-wait': { about: 'Do not wait for the import to finish.' },
  },
  notes: `The first line has the column names: those of the API (mob_no, first_name, …), or common ones such as Phone, First name, Surname, Birthday. Cells are separated by commas, semicolons or tabs. A column with the name of a contact field is imported into it. Numbers without a country code are read for the country of the account.

A contact whose number already exists is updated; empty cells leave its values unchanged. Invalid rows are skipped and listed.

If you stop this command or use --no-wait, the import continues in the background: at once if a server is running, and otherwise when one starts. The exit code is 0 when all rows were processed, even if some were invalid, and 1 when all rows were invalid, or the import failed or was cancelled.`,
  examples: [
    'contact import customers.csv --book Customers --account 2',
    'contact import list.csv --map Simu:phone --map Voucher:new:text --map Points:new:number --names split --preview',
  ],
  async run(input) {
    const [file = ''] = input.arguments
    const source = openSource(file)
    if (input.is('preview')) {
      const preview = await withConsole(async (console) =>
        console.upload(
          'POST /v2/books/:book/imports/preview',
          await uploadOf(console, input, source.name),
          source.stream,
        ),
      )
      return input.print(preview, describePreview(preview), preview.readable > 0)
    }
    const { result, isServed } = await withConsole(async (console) => ({
      result: await runImport(console, input, source, !input.is('no-wait')),
      isServed: console.isServed,
    }))
    return input.print(
      result.imported,
      describe(result, isServed),
      ['done', 'waiting'].includes(result.imported.status),
    )
  },
}
