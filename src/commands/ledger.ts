import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { StatementEntry } from '../contract/account/balance.ts'
import type { LedgerState } from '../contract/console/balance.ts'
import { showAmount } from '../values/amount.ts'
import { countOf } from '../values/count.ts'
import { withConsole } from './client.ts'
import { type Command, exitCodes, type Input, table, timeCell, timeForms, timeIn } from './command.ts'
import { readProduct } from './credit.ts'
import { writeNewFile } from './files.ts'
import { accountIn, accountOption, pageOptions, type Shown, showList } from './lists.ts'

const shown: Shown<StatementEntry> = {
  heads: ['ID', 'TIME', 'PRODUCT', 'TYPE', 'AMOUNT', 'CURRENCY', 'BALANCE', 'FOR', 'NOTE', 'BY'],
  row: ({ id, at, product, kind, amount, currency, balance, subject, note, actor }) => [
    id,
    timeCell(at),
    product,
    kind,
    showAmount(amount),
    currency,
    balance === null ? '-' : showAmount(balance),
    subject,
    note,
    actor,
  ],
  nothing: 'No matching entries.',
}

const filterOf = (input: Input) => ({
  product: readProduct(input),
  kind: input.text('kind'),
  from: timeIn(input, 'from'),
  to: timeIn(input, 'to'),
})

async function exportTo(input: Input, file: string): Promise<number> {
  const request = { path: accountIn(input), query: filterOf(input) }
  const write = (target: Writable) =>
    withConsole(async (console) => pipeline(await console.stream('GET /v2/statement.csv', request), target))
  if (file === '-') await write(process.stdout)
  else {
    await writeNewFile(file, write)
    input.print({ file }, `Statement written to ${file}.`)
  }
  return exitCodes.done
}

function describe({ clean, balances, entries, wrong }: LedgerState): string {
  const checked = `${countOf(balances, 'balance')} and ${countOf(entries, 'entry', 'entries')}`
  if (clean) return `No errors found in ${checked}.`
  const rows = wrong.map(({ accountId, product, currency, what, expected, found }) => [
    accountId,
    product,
    currency,
    what,
    showAmount(expected),
    showAmount(found),
  ])
  return `${table(['ACCOUNT', 'PRODUCT', 'CURRENCY', 'CHECK', 'EXPECTED', 'FOUND'], rows)}\n\n${countOf(wrong.length, 'error')} found in ${checked}.`
}

export const ledgerCommands: readonly Command[] = [
  {
    name: 'statement',
    about: 'Show the ledger entries of an account, newest first.',
    options: {
      ...accountOption,
      product: { value: 'NAME', about: 'Only this product, such as SMS.' },
      kind: { value: 'TYPE', about: 'Only this type: credit, debit, hold, spend or release.' },
      from: { value: 'TIME', about: `From this day or time on, ${timeForms}.` },
      to: { value: 'TIME', about: 'Before this day or time.' },
      csv: { value: 'FILE', about: 'Export all matching entries as CSV to a new file, or - for standard output.' },
      ...pageOptions,
    },
    notes: `Entry types: an operator adds credit (credit) or removes it (debit); an accepted message reserves money (hold), which is then charged (spend) or returned (release). The available balance is credit - debit - hold + release.`,
    examples: ['statement --account 2 --product SMS', 'statement --account 2 --from 2030-01-01 --csv january.csv'],
    run(input) {
      const file = input.text('csv')
      if (file !== undefined) return exportTo(input, file)
      const request = { path: accountIn(input), query: filterOf(input) }
      return showList(input, 'GET /v2/statement', request, shown)
    },
  },
  {
    name: 'ledger check',
    about: 'Check every balance against its ledger entries, and every hold against its messages.',
    notes:
      'The exit code is 1 if errors are found, otherwise 0. The check does not block other work on PostgreSQL, but it does on the embedded database.',
    examples: ['ledger check'],
    async run(input) {
      const state = await withConsole((console) => console.call('GET /ledger/check', {}))
      input.print(state, describe(state))
      return state.clean ? exitCodes.done : exitCodes.refused
    },
  },
]
