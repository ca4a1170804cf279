import { accountOption, accountPath, listCommandAt } from './accounts.ts'
import { badUsage, type Command, timeCell } from './command.ts'

interface Session {
  readonly id: number
  readonly transactionId: string
  readonly referenceNumber: string
  readonly amount: string
  readonly currency: string
  readonly phone: string | null
  readonly status: string
  readonly createdAt: string
  readonly endedAt: string | null
}

const statuses = ['open', 'paid', 'cancelled', 'expired']

export const checkoutCommands: readonly Command[] = [
  listCommandAt<Session>({
    name: 'checkout list',
    about: 'List the checkout sessions of an account, newest first.',
    options: { ...accountOption, status: { value: 'STATUS', about: `Only those that are ${statuses.join(', ')}.` } },
    path: (input) => `${accountPath(input)}/checkout`,
    async query(input) {
      const status = input.text('status')
      if (status !== undefined && !statuses.includes(status))
        throw badUsage(`--status is one of ${statuses.join(', ')}`)
      return status === undefined ? {} : { status }
    },
    heads: ['ID', 'TRANSACTION', 'REFERENCE', 'AMOUNT', 'CURRENCY', 'MOBILE', 'STATUS', 'CREATED', 'ENDED'],
    row: ({ id, transactionId, referenceNumber, amount, currency, phone, status, createdAt, endedAt }) => [
      id,
      transactionId,
      referenceNumber,
      amount,
      currency,
      phone,
      status,
      timeCell(createdAt),
      endedAt === null ? '' : timeCell(endedAt),
    ],
    nothing: 'There are no checkout sessions like that.',
  }),
]
