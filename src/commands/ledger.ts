import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Entry, LedgerState } from '../contract/console/balance.ts'
import { showAmount } from '../values/amount.ts'
import { withConsole } from './client.ts'
import { type Command, exitCodes, type Input, table, timeCell } from './command.ts'
import { readProduct } from './credit.ts'
import { writeWhole } from './files.ts'
import { accountIn, accountOption, pageOptions, type Shown, showList } from './lists.ts'

const shown: Shown<Entry> = {
  heads: ['ID', 'TIME', 'PRODUCT', 'KIND', 'AMOUNT', 'CURRENCY', 'FOR', 'NOTE', 'BY'],
  row: ({ id, at, product, kind, amount, currency, subject, note, actor }) => [
    id,
    timeCell(at),
    product,
    kind,
    showAmount(amount),
    currency,
    subject,
    note,
    actor,
  ],
  nothing: 'There are no entries like that.',
}

const filterOf = (input: Input) => ({
  product: readProduct(input),
  kind: input.text('kind'),
  from: input.text('from'),
  to: input.text('to'),
})

async function exportTo(input: Input, file: string): Promise<number> {
  const request = { path: accountIn(input), query: filterOf(input) }
  const write = (target: Writable) =>
    withConsole(async (console) =>
      pipeline(await console.stream('GET /accounts/:account/statement.csv', request), target),
    )
  if (file === '-') await write(process.stdout)
  else {
    await writeWhole(file, write)
    input.print({ file }, `The statement was written to ${file}.`)
  }
  return exitCodes.done
}

function describe({ clean, balances, entries, skipped, wrong }: LedgerState): string {
  const looked = `${balances.toLocaleString('en')} balances and ${entries.toLocaleString('en')} entries`
  const left =
    skipped === 0
      ? ''
      : `\n${skipped.toLocaleString('en')} holds were for requests that are not kept any more, and were not compared with them.`
  if (clean) return `All is well: ${looked}.${left}`
  const rows = wrong.map(({ accountId, product, currency, what, expected, found }) => [
    accountId,
    product,
    currency,
    what,
    showAmount(expected),
    showAmount(found),
  ])
  return `${table(['ACCOUNT', 'PRODUCT', 'CURRENCY', 'WHAT', 'EXPECTED', 'FOUND'], rows)}\n\n${wrong.length} wrong in ${looked}.${left}`
}

export const ledgerCommands: readonly Command[] = [
  {
    name: 'statement',
    about: 'Show what was done with the credit of an account, newest first.',
    options: {
      ...accountOption,
      product: { value: 'NAME', about: 'Only of this product, such as SMS.' },
      kind: { value: 'KIND', about: 'Only credit, debit, hold, spend or release.' },
      from: { value: 'TIME', about: 'From this day on, GMT, or this time, as ISO 8601 has them.' },
      to: { value: 'TIME', about: 'Before this day, or this time.' },
      csv: { value: 'FILE', about: 'Write all of it into a new file as CSV; - for standard output.' },
      ...pageOptions,
    },
    notes: `credit and debit are what operators put in and took out. hold sets money aside for what was accepted; spend is what of that was paid, and
release what came back. What is available is credit - debit - hold + release.`,
    run(input) {
      const file = input.text('csv')
      if (file !== undefined) return exportTo(input, file)
      const request = { path: accountIn(input), query: filterOf(input) }
      return showList(input, 'GET /accounts/:account/statement', request, shown)
    },
  },
  {
    name: 'ledger check',
    about: 'Prove every balance from its entries, and every hold from its messages.',
    notes:
      'Exit code 0 when all is well, 1 with a list of what is wrong. On PostgreSQL nobody waits for it; on the embedded database everybody does.',
    async run(input) {
      const state = await withConsole((console) => console.call('GET /ledger/check', {}))
      input.print(state, describe(state))
      return state.clean ? exitCodes.done : exitCodes.refused
    },
  },
]
