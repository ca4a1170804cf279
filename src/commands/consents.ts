import { countOf } from '../values/count.ts'
import { withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, timeCell, timeForms, timeIn } from './command.ts'
import { exportFile, importFile } from './csv-files.ts'
import { accountIn, accountOption, listCommand } from './lists.ts'
import { sourceArgument, targetArgument } from './optouts.ts'
import { phoneArgument, phoneCell } from './phones.ts'

const rule: Command = {
  name: 'account consent-rule',
  about: 'Show or set whether bulk messages need a consent of the recipient.',
  options: {
    ...accountOption,
    on: { about: 'Send bulk messages only to numbers with a consent.' },
    off: { about: 'Send bulk messages without checking consents.' },
  },
  notes:
    'Without options, the command only shows the rule. Messages to a single recipient, and PINs, need no consent. A number without a consent counts as opted_out in the response to a send.',
  examples: ['account consent-rule --account 2', 'account consent-rule --account 2 --on'],
  async run(input) {
    const [on, off] = [input.is('on'), input.is('off')]
    if (on && off) throw badUsage('use either --on or --off, not both')
    const path = accountIn(input)
    const shown = await withConsole((console) =>
      on || off
        ? console.call('PUT /v2/consent-rule', { path, body: { required: on } })
        : console.call('GET /v2/consent-rule', { path }),
    )
    input.print(
      shown,
      shown.required
        ? 'Bulk messages are sent only to numbers with a consent.'
        : 'Bulk messages are sent without checking consents.',
    )
    return exitCodes.done
  },
}

export const consentCommands: readonly Command[] = [
  {
    name: 'consents add',
    about: 'Record that a person consents to messages of an account, or withdraws the consent.',
    arguments: [phoneArgument],
    options: {
      ...accountOption,
      source: { value: 'SOURCE', about: 'Where the person consented, such as "web form". At most 100 characters.' },
      at: {
        value: 'TIME',
        about: `When, ${timeForms}. Default: now.`,
      },
      text: { value: 'TEXT', about: 'The text that the person agreed to. At most 1,000 characters.' },
      withdrawn: { about: 'Record a withdrawal instead.' },
    },
    notes: 'The newest record of a number counts. Records are kept; nothing is overwritten.',
    examples: [
      'consents add 0712345678 --source "web form" --text "I agree to offers by SMS." --account 2',
      'consents add 0712345678 --source "phone call" --withdrawn',
    ],
    async run(input) {
      const [phone = ''] = input.arguments
      const [source, at, text] = [input.text('source'), timeIn(input, 'at'), input.text('text')]
      if (source === undefined) throw badUsage('--source is required')
      const status = input.is('withdrawn') ? ('withdrawn' as const) : ('given' as const)
      const body = {
        phone,
        source,
        status,
        ...(at === undefined ? {} : { at }),
        ...(text === undefined ? {} : { text }),
      }
      const path = accountIn(input)
      const added = await withConsole((console) => console.call('POST /v2/consents', { path, body }))
      input.print(added, `Consent of ${phoneCell(added.phone)} ${status}, ${timeCell(added.at)}.`)
      return exitCodes.done
    },
  },
  listCommand({
    name: 'consents list',
    about: 'List consents and withdrawals by number, the newest first.',
    options: {
      ...accountOption,
      prefix: { value: 'DIGITS', canBeEmpty: true, about: 'Only numbers that begin with these digits.' },
    },
    examples: ['consents list --account 2', 'consents list --prefix 0712'],
    route: 'GET /v2/consents',
    request: (input) => ({ path: accountIn(input), query: { q: input.text('prefix') } }),
    heads: ['NUMBER', 'STATUS', 'AT', 'SOURCE'],
    row: ({ phone, status, at, source }) => [phoneCell(phone), status, timeCell(at), source],
    below: ({ text }) => (text === '' ? null : text),
    nothing: 'No consents.',
  }),
  {
    name: 'consents import',
    about: 'Record the consents of a CSV file.',
    arguments: [sourceArgument],
    options: accountOption,
    notes: `The first line has the column names: phone, at (the time of the consent), and optionally source, text and status (given or withdrawn). Invalid rows are skipped, and the first ones are shown.

If the import stops early, import the same file again: records that are already there are not added twice.`,
    examples: ['consents import consents.csv --account 2'],
    run: (input) => {
      const path = accountIn(input)
      return importFile(input, (console, file) => console.upload('POST /v2/consents/import', { path }, file))
    },
  },
  {
    name: 'consents export',
    about: 'Export the consents of an account as CSV.',
    arguments: [targetArgument],
    options: accountOption,
    examples: ['consents export consents.csv --account 2'],
    async run(input) {
      const [file = ''] = input.arguments
      const path = accountIn(input)
      const rows = await exportFile(file, 'consent', (console) => console.stream('GET /v2/consents.csv', { path }))
      if (file !== '-') input.print({ file, rows }, `${countOf(rows, 'consent')} written to ${file}.`)
      return exitCodes.done
    },
  },
  rule,
]
