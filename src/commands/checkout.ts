import type { CheckoutState } from '../contract/account/checkout.ts'
import { showAmount } from '../values/amount.ts'
import { badUsage, type Command, timeCell } from './command.ts'
import { accountIn, accountOption, listCommand } from './lists.ts'
import { phoneCell } from './phones.ts'

/** Commands load no schemas; the type keeps this list complete. */
const statuses = Object.keys({ open: 0, paid: 0, cancelled: 0, expired: 0 } satisfies Record<CheckoutState, 0>)

export const checkoutCommands: readonly Command[] = [
  listCommand({
    name: 'checkout list',
    about: 'List the checkout sessions of an account, newest first.',
    options: { ...accountOption, status: { value: 'STATUS', about: `Only this status: ${statuses.join(', ')}.` } },
    examples: ['checkout list --account 2 --status paid'],
    route: 'GET /v2/checkout',
    request(input) {
      const status = input.text('status')
      if (status !== undefined && !statuses.includes(status))
        throw badUsage(`--status must be one of ${statuses.join(', ')}`)
      return { path: accountIn(input), query: { status } }
    },
    heads: ['ID', 'TRANSACTION', 'REFERENCE', 'AMOUNT', 'CURRENCY', 'MOBILE', 'STATUS', 'CREATED', 'ENDED'],
    row: ({ id, transactionId, referenceNumber, amount, currency, phone, status, createdAt, endedAt }) => [
      id,
      transactionId,
      referenceNumber,
      showAmount(amount),
      currency,
      phoneCell(phone),
      status,
      timeCell(createdAt),
      endedAt === null ? '' : timeCell(endedAt),
    ],
    nothing: 'No matching checkout sessions.',
  }),
]
