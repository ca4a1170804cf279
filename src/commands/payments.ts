import type { Payment, PaymentList } from '../contract/console/payments.ts'
import { showAmount } from '../values/amount.ts'
import { withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, type Input, numberIn, timeCell } from './command.ts'
import { listCommand, type Shown } from './lists.ts'
import { reconcilePayments } from './payments-reconcile.ts'
import { phoneCell } from './phones.ts'

/** Commands load no schemas; the type keeps this list complete. */
const lists = Object.keys({ all: 0, open: 0, unknown: 0, refunds: 0, paid: 0 } satisfies Record<PaymentList, 0>)

const stateOf = ({ state, unknownAt, endedAt, refund }: Payment) => {
  const shown = endedAt === null && unknownAt !== null ? 'unknown' : state
  return refund === null ? shown : `${shown}, refund ${refund}`
}

const shown: Shown<Payment> = {
  heads: [
    'ID',
    'PAYMENT',
    'ACCOUNT',
    'STARTED',
    'PROVIDER',
    'PHONE',
    'AMOUNT',
    'CURRENCY',
    'RECEIPT',
    'STATUS',
    'REASON',
  ],
  row: (payment) => [
    payment.id,
    payment.paymentId,
    payment.accountId,
    timeCell(payment.startedAt),
    payment.provider,
    phoneCell(payment.phone),
    showAmount(payment.amount),
    payment.currency,
    payment.receipt,
    stateOf(payment),
    payment.reason,
  ],
  nothing: 'No matching payments.',
}

const providerOption = { provider: { value: 'NAME', about: 'Only payments of this provider.' } }

const list = listCommand({
  name: 'payments list',
  about: 'List the payments of all accounts, newest first.',
  options: {
    ...providerOption,
    list: { value: 'LIST', about: `Only these: ${lists.join(', ')}. Default: all.` },
  },
  examples: ['payments list --provider mpesa', 'payments list --list open'],
  route: 'GET /payments',
  request(input) {
    const name = input.text('list') ?? 'all'
    if (!lists.includes(name)) throw badUsage(`--list must be one of ${lists.join(', ')}`)
    return { query: { list: name, provider: input.text('provider') } }
  },
  ...shown,
})

const shortList = (name: PaymentList, about: string, notes: string) =>
  listCommand({
    name: `payments ${name}`,
    about,
    options: providerOption,
    notes,
    examples: [`payments ${name}`],
    route: 'GET /payments',
    request: (input) => ({ query: { list: name, provider: input.text('provider') } }),
    ...shown,
  })

const unknown = shortList(
  'unknown',
  'List the payments whose result the provider does not say.',
  'The providers are still asked for two weeks. To end a payment by hand: ngoma payments end ID --as paid|failed --reason TEXT',
)

const refunds = shortList(
  'refunds',
  'List the payments that must be refunded.',
  'These payments were received for a session that had ended or was already paid. Return the money at the provider, then note it: ngoma payments refunded ID --note TEXT',
)

const idArgument = { name: 'ID', about: 'ID of the payment, see "ngoma payments list".' }

function requiredText(input: Input, name: string): string {
  const text = input.text(name)
  if (text === undefined || text.trim() === '') throw badUsage(`--${name} is required`)
  return text
}

const end: Command = {
  name: 'payments end',
  about: 'Set the result of a payment that the provider does not report.',
  arguments: [idArgument],
  options: {
    as: { value: 'RESULT', about: 'paid or failed. Required.' },
    reason: { value: 'TEXT', about: 'How you know the result, for the audit log. Required.' },
  },
  notes:
    'Look the payment up at the provider first. If it was paid, the account gets its callback at once. A failed payment can still be ended as paid when its money arrives; a paid one cannot be changed.',
  examples: ['payments end 42 --as paid --reason "Receipt TAB12CD34E in the portal"'],
  async run(input) {
    const [as, reason] = [input.text('as'), requiredText(input, 'reason')]
    const payment = numberIn(input, 'payments unknown')
    if (as !== 'paid' && as !== 'failed') throw badUsage('--as must be paid or failed')
    const ended = await withConsole((console) =>
      console.call('POST /payments/:payment/end', { path: { payment }, body: { as, reason } }),
    )
    const next = ended.refund === 'due' ? ' Its session had ended: a refund is due.' : ''
    input.print(ended, `Payment ${ended.id} is ${ended.state}.${next}`)
    return exitCodes.done
  },
}

const refunded: Command = {
  name: 'payments refunded',
  about: 'Note that the money of a payment was returned.',
  arguments: [idArgument],
  options: { note: { value: 'TEXT', about: 'How it was returned, such as the receipt of the refund. Required.' } },
  notes: 'This moves no money. Return it at the provider first.',
  examples: ['payments refunded 42 --note "Reversal TAB99XY11Z"'],
  async run(input) {
    const note = requiredText(input, 'note')
    const payment = numberIn(input, 'payments refunds')
    const noted = await withConsole((console) =>
      console.call('POST /payments/:payment/refunded', { path: { payment }, body: { note } }),
    )
    input.print(noted, `Payment ${noted.id}: refund of ${showAmount(noted.amount)} ${noted.currency} noted.`)
    return exitCodes.done
  },
}

export const paymentCommands: readonly Command[] = [list, unknown, refunds, end, refunded, reconcilePayments]
