import { countOf } from '../values/count.ts'
import { withConsole } from './client.ts'
import { type Command, exitCodes, timeCell } from './command.ts'
import { exportFile, importFile } from './csv-files.ts'
import { listCommand } from './lists.ts'
import { sourceArgument, targetArgument } from './optouts.ts'
import { internationalArgument, phoneCell } from './phones.ts'

export const doNotDisturbCommands: readonly Command[] = [
  {
    name: 'do-not-disturb add',
    about: 'Exclude a phone number from the messages of all accounts, except PINs.',
    arguments: [internationalArgument],
    options: { note: { value: 'TEXT', canBeEmpty: true, about: 'Note for operators, such as the reason.' } },
    notes: 'Pending messages to the number are not sent either. They end as undelivered, and their credit is returned.',
    examples: ['do-not-disturb add +255712345678 --note "Letter of 31 January"'],
    async run(input) {
      const [phone = ''] = input.arguments
      const body = { phone, note: input.text('note') ?? '' }
      const added = await withConsole((console) => console.call('POST /do-not-disturb', { body }))
      input.print(added, `${phoneCell(added.phone)} is on the do-not-disturb list.`)
      return exitCodes.done
    },
  },
  {
    name: 'do-not-disturb remove',
    about: 'Remove a phone number from the do-not-disturb list.',
    arguments: [internationalArgument],
    examples: ['do-not-disturb remove +255712345678'],
    async run(input) {
      const [phone = ''] = input.arguments
      await withConsole((console) => console.call('POST /do-not-disturb/remove', { body: { phone } }))
      input.print({ phone, removed: true }, `${phone} removed from the do-not-disturb list.`)
      return exitCodes.done
    },
  },
  listCommand({
    name: 'do-not-disturb list',
    about: 'List the phone numbers that receive no messages from any account.',
    options: { prefix: { value: 'DIGITS', canBeEmpty: true, about: 'Only numbers that begin with these digits.' } },
    examples: ['do-not-disturb list', 'do-not-disturb list --prefix 25571'],
    route: 'GET /do-not-disturb',
    request: (input) => ({ query: { q: input.text('prefix') } }),
    heads: ['NUMBER', 'SOURCE', 'SINCE', 'NOTE'],
    row: ({ phone, source, createdAt, note }) => [phoneCell(phone), source, timeCell(createdAt), note],
    nothing: 'The do-not-disturb list is empty.',
  }),
  {
    name: 'do-not-disturb import',
    about: 'Add the phone numbers of a CSV file to the do-not-disturb list.',
    arguments: [sourceArgument],
    notes: `The first line has the column names: phone, and optionally note and created_at. A file without other columns may also be a plain list of numbers. Invalid rows are skipped, and the first ones are shown. Numbers that are not in the file stay on the list.

If the import stops early, import the same file again: numbers that are already there stay unchanged.`,
    examples: ['do-not-disturb import registry.csv'],
    run: (input) => importFile(input, (console, file) => console.upload('POST /do-not-disturb/import', {}, file)),
  },
  {
    name: 'do-not-disturb export',
    about: 'Export the do-not-disturb list as CSV.',
    arguments: [targetArgument],
    examples: ['do-not-disturb export list.csv'],
    async run(input) {
      const [file = ''] = input.arguments
      const rows = await exportFile(file, 'number', (console) => console.stream('GET /do-not-disturb.csv', {}))
      if (file !== '-') input.print({ file, rows }, `${countOf(rows, 'number')} written to ${file}.`)
      return exitCodes.done
    },
  },
]
