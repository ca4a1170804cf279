import type { Balance, CreditProduct } from '../contract/console/balance.ts'
import { showAmount } from '../values/amount.ts'
import { withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, type Input, type Option, table } from './command.ts'
import { accountIn, accountOption } from './lists.ts'

/**
 * Named here as well, because a command that asks a server does not load the modules; the type keeps the two together.
 */
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

/** Undefined when it is left out. */
export function readProduct(input: Input): CreditProduct | undefined {
  const product = input.text('product')?.toUpperCase()
  if (product !== undefined && !isProduct(product)) throw badUsage(`--product is one of ${products.join(', ')}`)
  return product
}

const amountArgument = { name: 'AMOUNT', about: 'With at most four decimals, such as 1000 or 0.5.' }

export const productOption: Option = {
  value: 'NAME',
  about: `What the balance is for; SMS when left out. One of ${products.join(', ')}.`,
}

const creditOptions: Readonly<Record<string, Option>> = {
  ...accountOption,
  product: productOption,
  note: { value: 'TEXT', about: 'Why, for the statement.' },
}

function readAmount(input: Input): string {
  const [amount = ''] = input.arguments
  if (!/^-?\d{1,14}(\.\d{1,4})?$/.test(amount))
    throw badUsage('AMOUNT is a number with at most four decimals, such as 1000 or 0.5')
  if (Number(amount) === 0) throw badUsage('AMOUNT is zero: nothing would change')
  return amount
}

/** Puts in, or takes out: what is written is turned round then. */
async function order(input: Input, turn: (amount: string) => string): Promise<number> {
  const amount = readAmount(input)
  const [path, product, note] = [accountIn(input), readProduct(input) ?? 'SMS', input.text('note')]
  const body = { product, amount: turn(amount), ...(note === undefined ? {} : { note }) }
  const balance = await withConsole((console) => console.call('POST /accounts/:account/credit', { path, body }))
  input.print(balance, `There are ${showAmount(balance.available)} ${balance.currency} for ${product} now.`)
  return exitCodes.done
}

function readSubAccount(input: Input): { readonly direction: 'to' | 'from'; readonly child: string } {
  const [to, from] = [input.text('to'), input.text('from')]
  const child = to ?? from
  if (child === undefined || (to !== undefined && from !== undefined))
    throw badUsage('give the sub-account with --to, or with --from to move its credit back')
  if (!/^\d+$/.test(child)) throw badUsage('a sub-account is a number: ngoma account list shows them')
  return { direction: to === undefined ? 'from' : 'to', child }
}

const transfer: Command = {
  name: 'credit transfer',
  about: 'Move credit between an account and one of its sub-accounts.',
  arguments: [amountArgument],
  options: {
    account: { value: 'ID', about: 'The parent account; 1 when left out.' },
    to: { value: 'ID', about: 'The sub-account that gets the credit.' },
    from: { value: 'ID', about: 'The sub-account that gives the credit back.' },
    product: productOption,
    note: { value: 'TEXT', about: 'Why, for the statements of both accounts.' },
  },
  notes: 'Only available credit can be moved: not what is held for pending messages, and no postpaid limit.',
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
      `Transfer ${moved.id}: account ${path.account} has ${show(moved.balance)} for ${product} now, and account ${child} ${show(moved.subAccountBalance)}.`,
    )
    return exitCodes.done
  },
}

const negated = (amount: string) => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`)

export const creditCommands: readonly Command[] = [
  {
    name: 'credit add',
    about: 'Put credit into an account.',
    arguments: [amountArgument],
    options: creditOptions,
    notes:
      'An amount below zero takes credit away, and is written after two dashes: ngoma credit add -- -500. So does ngoma credit take 500.',
    run: (input) => order(input, (amount) => amount),
  },
  {
    name: 'credit take',
    about: 'Take credit away from an account.',
    arguments: [amountArgument],
    options: creditOptions,
    notes: 'More than there is can not be taken away.',
    run: (input) => order(input, negated),
  },
  transfer,
  {
    name: 'credit show',
    about: 'Show what an account has for each product.',
    options: accountOption,
    async run(input) {
      const path = accountIn(input)
      const balances = await withConsole((console) => console.call('GET /accounts/:account/balances', { path }))
      const row = ({ product, currency, available, held, allowPostpaid, postpaidLimit, creditLevel }: Balance) => [
        product,
        showAmount(available),
        showAmount(held),
        currency,
        allowPostpaid ? showAmount(postpaidLimit) : 'no',
        showAmount(creditLevel),
      ]
      input.print(
        balances,
        table(['PRODUCT', 'AVAILABLE', 'HELD', 'CURRENCY', 'POSTPAID', 'LEVEL'], balances.data.map(row)),
      )
      return exitCodes.done
    },
  },
]
