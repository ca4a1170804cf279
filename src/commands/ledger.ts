import type { LedgerState } from '../contract/console/balance.ts'
import { countOf } from '../values/count.ts'
import { showAmount } from '../values/money.ts'
import { withConsole } from './client.ts'
import { type Command, table } from './command.ts'

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

export const ledgerCheck: Command = {
  name: 'ledger check',
  about: 'Check every balance against its ledger entries, and every hold against its messages.',
  notes:
    'The exit code is 1 if errors are found, otherwise 0. The check does not block other work on PostgreSQL, but it does on the embedded database.',
  examples: ['ledger check'],
  async run(input) {
    const state = await withConsole((console) => console.call('GET /ledger/check', {}))
    return input.print(state, describe(state), state.clean)
  },
}
