import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AuditEntry } from '../contract/console/audit.ts'
import { withConsole } from './client.ts'
import { type Command, exitCodes, type Input, timeCell, timeForms, timeIn } from './command.ts'
import { writeNewFile } from './files.ts'
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
  nothing: 'No matching entries.',
}

const filterOf = (input: Input) => ({
  account: input.text('account') === undefined ? undefined : accountIn(input).account,
  actor: input.text('who'),
  action: input.text('action'),
  result: input.text('result'),
  address: input.text('address'),
  from: timeIn(input, 'from'),
  to: timeIn(input, 'to'),
})

async function exportTo(input: Input, file: string): Promise<number> {
  const write = (target: Writable) =>
    withConsole(async (console) => pipeline(await console.stream('GET /audit.csv', { query: filterOf(input) }), target))
  if (file === '-') await write(process.stdout)
  else {
    await writeNewFile(file, write)
    input.print({ file }, `Audit log written to ${file}.`)
  }
  return exitCodes.done
}

export const auditCommands: readonly Command[] = [
  {
    name: 'audit',
    about: 'Show the audit log, newest first.',
    options: {
      account: { value: 'ID', about: 'Only entries of this account.' },
      who: { value: 'EMAIL', about: 'Only this actor: an email address, "command line" or "anyone".' },
      action: { value: 'ACTION', about: 'Only this action, such as key.create.' },
      result: { value: 'RESULT', about: 'Only this result: done, refused, failed or unknown.' },
      address: { value: 'ADDRESS', about: 'Only from this IP address.' },
      from: { value: 'TIME', about: `From this day or time on, ${timeForms}.` },
      to: { value: 'TIME', about: 'Before this day or time.' },
      csv: { value: 'FILE', about: 'Export all matching entries as CSV to a new file, or - for standard output.' },
      ...pageOptions,
    },
    notes: 'The export itself is also recorded. The result is unknown if the server stopped before it answered.',
    examples: ['audit --who asha@example.com', 'audit --action key.create --from 2030-01-01 --csv keys.csv'],
    run(input) {
      const file = input.text('csv')
      if (file !== undefined) return exportTo(input, file)
      return showList(input, 'GET /audit', { query: filterOf(input) }, shown)
    },
  },
]
