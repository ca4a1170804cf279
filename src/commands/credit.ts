import type { Balance, CreditProduct } from '../contract/account/balance.ts'
import { showAmount } from '../values/amount.ts'
import { withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, type Input, type Option, table } from './command.ts'
import { accountIn, accountOption } from './lists.ts'

/** Commands do not load the modules; the type keeps this list complete. */
const products: readonly string[] = Object.keys({
  AIRTIME: 0,
  USSD: 0,
  SMS: 0,
  OTP: 0,
  CHAT: 0,
  BROADCAST: 0,
  EMG: 0,
  PAYMENTS: 0,
  CONVERSATIONS: 0,
} satisfies Record<CreditProduct, 0>)

const isProduct = (text: string): text is CreditProduct => products.includes(text)

/** Undefined when the option is missing. */
export function readProduct(input: Input): CreditProduct | undefined {
  const product = input.text('product')?.toUpperCase()
  if (product !== undefined && !isProduct(product)) throw badUsage(`--product must be one of ${products.join(', ')}`)
  return product
}

const amountArgument = { name: 'AMOUNT', about: 'Amount with at most four decimals, such as 1000 or 0.5.' }

export const productOption: Option = {
  value: 'NAME',
  about: `Product of the balance: ${products.join(', ')}. Default: SMS.`,
}

const creditOptions: Readonly<Record<string, Option>> = {
  ...accountOption,
  product: productOption,
  note: { value: 'TEXT', canBeEmpty: true, about: 'Note for the statement.' },
}

function readAmount(input: Input): string {
  const [amount = ''] = input.arguments
  if (!/^-?\d{1,14}(\.\d{1,4})?$/.test(amount))
    throw badUsage('AMOUNT must be a number with at most four decimals, such as 1000 or 0.5')
  if (Number(amount) === 0) throw badUsage('AMOUNT must not be zero')
  return amount
}

async function changeCredit(input: Input, sign: (amount: string) => string): Promise<number> {
  const amount = readAmount(input)
  const [path, product, note] = [accountIn(input), readProduct(input) ?? 'SMS', input.text('note')]
  const body = { product, amount: sign(amount), ...(note === undefined ? {} : { note }) }
  const balance = await withConsole((console) => console.call('POST /accounts/:account/credit', { path, body }))
  input.print(balance, `Available for ${product}: ${showAmount(balance.available)} ${balance.currency}.`)
  return exitCodes.done
}

function readSubAccount(input: Input): { readonly direction: 'to' | 'from'; readonly child: string } {
  const [to, from] = [input.text('to'), input.text('from')]
  const child = to ?? from
  if (child === undefined || (to !== undefined && from !== undefined))
    throw badUsage('use either --to (move credit to a sub-account) or --from (move it back)')
  if (!/^\d+$/.test(child))
    throw badUsage('the sub-account must be an account ID. Run "ngoma account list" to find it.')
  return { direction: to === undefined ? 'from' : 'to', child }
}

const transfer: Command = {
  name: 'credit transfer',
  about: 'Move credit between an account and one of its sub-accounts.',
  arguments: [amountArgument],
  options: {
    account: { value: 'ID', about: 'ID of the parent account. Default: 1.' },
    to: { value: 'ID', about: 'Move credit to this sub-account.' },
    from: { value: 'ID', about: 'Move credit from this sub-account back to the parent.' },
    product: productOption,
    note: { value: 'TEXT', canBeEmpty: true, about: 'Note for the statements of both accounts.' },
  },
  notes:
    'Only available credit can be moved. Credit that is held for pending messages and the postpaid limit cannot be moved.',
  examples: ['credit transfer 50000 --account 2 --to 3', 'credit transfer 10000 --account 2 --from 3'],
  async run(input) {
    const amount = readAmount(input)
    const { direction, child } = readSubAccount(input)
    const [product, note] = [readProduct(input) ?? 'SMS', input.text('note')]
    const path = { ...accountIn(input), child }
    const body = { direction, product, amount, ...(note === undefined ? {} : { note }) }
    const moved = await withConsole((console) =>
      console.call('POST /accounts/:account/sub-accounts/:child/transfer', { path, body }),
    )
    const show = ({ available, currency }: Balance) => `${showAmount(available)} ${currency}`
    input.print(
      moved,
      `Transfer ${moved.id} completed. Available for ${product}: account ${path.account} ${show(moved.balance)}, account ${child} ${show(moved.subAccountBalance)}.`,
    )
    return exitCodes.done
  },
}

const negated = (amount: string) => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`)

export const creditCommands: readonly Command[] = [
  {
    name: 'credit add',
    about: 'Add credit to an account.',
    arguments: [amountArgument],
    options: creditOptions,
    notes:
      'A negative amount removes credit. Write it after two dashes ("ngoma credit add -- -500"), or use "ngoma credit take 500".',
    examples: ['credit add 100000 --account 2 --note "Invoice 7"', 'credit add 5000 --account 2 --product AIRTIME'],
    run: (input) => changeCredit(input, (amount) => amount),
  },
  {
    name: 'credit take',
    about: 'Remove credit from an account.',
    arguments: [amountArgument],
    options: creditOptions,
    notes: 'You can remove at most the available credit.',
    examples: ['credit take 5000 --account 2 --note "Refund of invoice 7"'],
    run: (input) => changeCredit(input, negated),
  },
  transfer,
  {
    name: 'credit show',
    about: 'Show the balances of an account by product.',
    options: accountOption,
    examples: ['credit show --account 2'],
    async run(input) {
      const path = accountIn(input)
      const balances = await withConsole((console) => console.call('GET /v2/balances', { path }))
      const row = ({ product, currency, available, held, allowPostpaid, postpaidLimit, creditLevel }: Balance) => [
        product,
        showAmount(available),
        showAmount(held),
        currency,
        allowPostpaid ? showAmount(postpaidLimit) : 'none',
        Number(creditLevel) === 0 ? 'none' : showAmount(creditLevel),
      ]
      input.print(
        balances,
        table(['PRODUCT', 'AVAILABLE', 'HELD', 'CURRENCY', 'POSTPAID LIMIT', 'REMINDER BELOW'], balances.data.map(row)),
      )
      return exitCodes.done
    },
  },
]
