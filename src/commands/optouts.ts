import { countOf } from '../values/count.ts'
import { withConsole } from './client.ts'
import { type Command, exitCodes, type Option, timeCell } from './command.ts'
import { exportFile, importFile } from './csv-files.ts'
import { accountIn, accountOption, listCommand } from './lists.ts'
import { phoneArgument, phoneCell } from './phones.ts'

/** A file of numbers to import. */
export const sourceArgument = { name: 'FILE', about: 'A CSV file in UTF-8, or - for standard input.' }
export const targetArgument = { name: 'FILE', about: 'A new file, or - for standard output.' }

const sourceOption: Readonly<Record<string, Option>> = {
  source: { value: 'SOURCE', about: `Only opt-outs from this source: stop, person, import or unknown.` },
}

export const optOutCommands: readonly Command[] = [
  {
    name: 'optouts add',
    about: 'Opt a phone number out: it receives no more messages except PINs.',
    arguments: [phoneArgument],
    options: accountOption,
    examples: ['optouts add 0712345678 --account 2', 'optouts add +255712345678'],
    async run(input) {
      const [phone = ''] = input.arguments
      const path = accountIn(input)
      const added = await withConsole((console) => console.call('POST /v2/optouts', { path, body: { phone } }))
      input.print(added, `${phoneCell(added.phone)} opted out.`)
      return exitCodes.done
    },
  },
  {
    name: 'optouts remove',
    about: 'Remove an opt-out: the phone number receives messages again.',
    arguments: [phoneArgument],
    options: accountOption,
    examples: ['optouts remove 0712345678 --account 2'],
    async run(input) {
      const [phone = ''] = input.arguments
      const path = { ...accountIn(input), phone }
      await withConsole((console) => console.call('DELETE /v2/optouts/:phone', { path }))
      input.print({ phone, removed: true }, `Opt-out of ${phone} removed.`)
      return exitCodes.done
    },
  },
  listCommand({
    name: 'optouts list',
    about: 'List the phone numbers that opted out.',
    options: { ...accountOption, ...sourceOption },
    notes: `The source is "stop" for a reply with STOP, "person" for the dashboard or this command, "import" for a file, and empty for opt-outs from before sources were recorded.`,
    examples: ['optouts list --account 2', 'optouts list --source stop'],
    route: 'GET /v2/optouts',
    request: (input) => ({ path: accountIn(input), query: { source: input.text('source') } }),
    heads: ['NUMBER', 'SOURCE', 'SINCE'],
    row: ({ phone, source, createdAt }) => [phoneCell(phone), source, timeCell(createdAt)],
    nothing: 'No opt-outs.',
  }),
  {
    name: 'optouts import',
    about: 'Opt out the phone numbers of a CSV file.',
    arguments: [sourceArgument],
    options: accountOption,
    notes: `The first line has the column names: phone, and optionally created_at with the time of the opt-out. A file without other columns may also be a plain list of numbers. Invalid rows are skipped, and the first ones are shown.

If the import stops early, import the same file again: numbers that are already there stay unchanged.`,
    examples: ['optouts import optouts.csv --account 2'],
    run: (input) => {
      const path = accountIn(input)
      return importFile(input, (console, file) => console.upload('POST /v2/optouts/import', { path }, file))
    },
  },
  {
    name: 'optouts export',
    about: 'Export the opt-outs of an account as CSV.',
    arguments: [targetArgument],
    options: { ...accountOption, ...sourceOption },
    examples: ['optouts export optouts.csv --account 2'],
    async run(input) {
      const [file = ''] = input.arguments
      const request = { path: accountIn(input), query: { source: input.text('source') } }
      const rows = await exportFile(file, 'opt-out', (console) => console.stream('GET /v2/optouts.csv', request))
      if (file !== '-') input.print({ file, rows }, `${countOf(rows, 'opt-out')} written to ${file}.`)
      return exitCodes.done
    },
  },
]
