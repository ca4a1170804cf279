import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AuditEntry } from '../contract/console/audit.ts'
import { withConsole } from './client.ts'
import { type Command, exitCodes, type Input, timeCell } from './command.ts'
import { writeWhole } from './files.ts'
import { accountIn, pageOptions, type Shown, showList } from './lists.ts'

const shown: Shown<AuditEntry> = {
  heads: ['ID', 'TIME', 'ACCOUNT', 'WHO', 'FROM', 'ACTION', 'STATUS', 'PARAMETERS'],
  row: ({ id, at, accountId, actor, address, action, status, params }) => [
    id,
    timeCell(at),
    accountId ?? '',
    actor,
    address ?? '',
    action,
    status ?? '',
    Object.entries(params)
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
  ],
  nothing: 'No entries match.',
}

const filterOf = (input: Input) => ({
  account: input.text('account') === undefined ? undefined : accountIn(input).account,
  actor: input.text('who'),
  action: input.text('action'),
  result: input.text('result'),
  address: input.text('address'),
  from: input.text('from'),
  to: input.text('to'),
})

async function exportTo(input: Input, file: string): Promise<number> {
  const write = (target: Writable) =>
    withConsole(async (console) => pipeline(await console.stream('GET /audit.csv', { query: filterOf(input) }), target))
  if (file === '-') await write(process.stdout)
  else {
    await writeWhole(file, write)
    input.print({ file }, `The audit log was written to ${file}.`)
  }
  return exitCodes.done
}

export const auditCommands: readonly Command[] = [
  {
    name: 'audit',
    about: 'Show the audit log, newest first.',
    options: {
      account: { value: 'ID', about: 'Only entries of this account.' },
      who: { value: 'EMAIL', about: 'Only this actor: an e-mail address, "command line" or "anyone".' },
      action: { value: 'ACTION', about: 'Only this action, such as key.create.' },
      result: { value: 'RESULT', about: 'Only done, refused, failed or unknown.' },
      address: { value: 'ADDRESS', about: 'Only from this IP address.' },
      from: { value: 'TIME', about: 'From this day on, GMT, or this time, as ISO 8601 has them.' },
      to: { value: 'TIME', about: 'Before this day, or this time.' },
      csv: { value: 'FILE', about: 'Write all matching entries into a new file as CSV; - for standard output.' },
      ...pageOptions,
    },
    notes:
      'An export is itself an entry of the audit log. A result is unknown when the server stopped before it answered.',
    run(input) {
      const file = input.text('csv')
      if (file !== undefined) return exportTo(input, file)
      return showList(input, 'GET /audit', { query: filterOf(input) }, shown)
    },
  },
]
