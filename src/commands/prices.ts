import type { Price } from '../contract/account/balance.ts'
import { showAmount } from '../values/amount.ts'
import { countOf } from '../values/count.ts'
import { withConsole } from './client.ts'
import {
  badUsage,
  type Command,
  exitCodes,
  Failure,
  type Input,
  numberIn,
  type Option,
  timeCell,
  timeForms,
  timeIn,
} from './command.ts'
import { openToRead } from './files.ts'
import { badAccount, listCommand, readAll } from './lists.ts'

const productOption: Option = { value: 'PRODUCT', about: 'Product, such as SMS, OTP or CHAT.' }
const accountOf = ({ accountId }: Price) => (accountId === null ? 'all' : accountId)
const numbersOf = ({ prefix }: Price) => (prefix === '' ? 'all' : prefix)

function describePrice({
  id,
  product,
  accountId,
  prefix,
  amount,
  currency,
  validFrom,
  unchanged,
}: Price & { readonly unchanged?: true | undefined }): string {
  const account = accountId === null ? 'all accounts' : `account ${accountId}`
  const numbers = prefix === '' ? 'all numbers' : `prefix ${prefix}`
  return `Price ${id}: ${showAmount(amount)} ${currency} for ${product}, ${numbers}, ${account}, from ${timeCell(validFrom)}.${unchanged ? ' It applies already; nothing was changed.' : ''}`
}

function readAccountId(input: Input): number | null {
  const account = input.text('account')
  if (account === undefined) return null
  if (!/^[1-9]\d{0,14}$/.test(account)) throw badUsage(badAccount)
  return Number(account)
}

/** The price that applies now for the same numbers, account and currency. */
const findCurrent = (prices: readonly Price[], like: Price): Price =>
  prices
    .filter(
      ({ product, prefix, accountId, currency, validFrom }) =>
        product === like.product &&
        prefix === like.prefix &&
        accountId === like.accountId &&
        currency === like.currency &&
        Date.parse(validFrom) <= Date.now(),
    )
    .reduce((newest, one) => (one.validFrom > newest.validFrom ? one : newest), like)

const idArgument = { name: 'ID', about: 'ID of the price, see "ngoma price list".' }

export const priceCommands: readonly Command[] = [
  listCommand({
    name: 'price list',
    about: 'List prices.',
    options: {
      product: { ...productOption, about: 'Only this product, such as SMS, OTP or CHAT.' },
      account: { value: 'ID', about: 'Only prices of this account, or default for prices that apply to all accounts.' },
      prefix: { value: 'DIGITS', canBeEmpty: true, about: 'Only prefixes that begin with these digits.' },
    },
    examples: ['price list', 'price list --product SMS --prefix 255'],
    route: 'GET /prices',
    request: (input) => ({
      query: { product: input.text('product'), account: input.text('account'), prefix: input.text('prefix') },
    }),
    heads: ['ID', 'PRODUCT', 'ACCOUNT', 'PREFIX', 'PRICE', 'CURRENCY', 'FROM'],
    row: (price) => [
      price.id,
      price.product,
      accountOf(price),
      numbersOf(price),
      showAmount(price.amount),
      price.currency,
      timeCell(price.validFrom),
    ],
    nothing:
      'No matching prices. Without a price, chat sessions and paid checkouts are free, and each unit of any other product costs 1.',
  }),
  {
    name: 'price set',
    about: 'Set a price.',
    arguments: [{ name: 'PRICE', about: 'Price of one segment or other unit: 0 to 1000000, with at most 4 decimals.' }],
    options: {
      product: { ...productOption, about: 'Product, such as SMS, OTP or CHAT. Default: SMS.' },
      prefix: { value: 'DIGITS', canBeEmpty: true, about: 'Only for numbers with this prefix. Default: all numbers.' },
      account: { value: 'ID', about: 'Only for this account. Default: all accounts.' },
      currency: {
        value: 'CURRENCY',
        about: 'Currency, such as TZS. Default: the currency of the account, or NGOMA_CURRENCY.',
      },
      from: {
        value: 'TIME',
        about: `Start time, ${timeForms}. Default: now.`,
      },
    },
    notes: `The longest matching prefix wins, and a price for an account takes precedence over a price for all accounts. Messages that are already accepted keep their price. A change takes effect on all processes within two seconds.`,
    examples: ['price set 18 --prefix 255', 'price set 15 --prefix 255 --account 2 --from 2030-01-31'],
    async run(input) {
      const [amount = ''] = input.arguments
      const [currency, validFrom] = [input.text('currency'), timeIn(input, 'from')]
      const body = {
        product: input.text('product') ?? 'SMS',
        prefix: input.text('prefix') ?? '',
        amount,
        accountId: readAccountId(input),
        ...(currency === undefined ? {} : { currency }),
        ...(validFrom === undefined ? {} : { validFrom }),
      }
      const price = await withConsole((console) => console.call('PUT /prices', { body }))
      input.print(price, describePrice(price))
      return exitCodes.done
    },
  },
  {
    name: 'price change',
    about: 'Change a price.',
    arguments: [idArgument, { name: 'PRICE', about: 'New price: 0 to 1000000, with at most 4 decimals.' }],
    options: {
      from: {
        value: 'TIME',
        about:
          'Start time of the new price. Default: the start of the old price if it is in the future, otherwise now.',
      },
    },
    notes: 'The old price stays in the list and applies until the new one starts.',
    examples: ['price change 4 20', 'price change 4 20 --from 2030-01-31'],
    async run(input) {
      const id = Number(numberIn(input, 'price list'))
      const [, amount = ''] = input.arguments
      const changed = await withConsole(async (console) => {
        const prices = await readAll(console, 'GET /prices', {})
        const price = prices.find((one) => one.id === id)
        if (price === undefined) throw new Failure(`unknown price ${id}. Run "ngoma price list" for a list.`)
        const { product, prefix, accountId, currency, validFrom } = price
        const isFuture = Date.parse(validFrom) > Date.now()
        const current = isFuture ? price : findCurrent(prices, price)
        if (current.id !== id)
          throw new Failure(
            `price ${id} was replaced by price ${current.id}. Run "ngoma price change ${current.id} ${amount}" instead.`,
          )
        const from = timeIn(input, 'from') ?? (isFuture ? validFrom : undefined)
        const body = {
          product,
          prefix,
          accountId,
          currency,
          amount,
          ...(from === undefined ? {} : { validFrom: from }),
        }
        return console.call('PUT /prices', { body })
      })
      input.print(changed, describePrice(changed))
      return exitCodes.done
    },
  },
  {
    name: 'price remove',
    about: 'Remove a price.',
    arguments: [idArgument],
    notes: 'The previous price applies again, or the price of a shorter prefix.',
    examples: ['price remove 4'],
    async run(input) {
      const id = numberIn(input, 'price list')
      await withConsole((console) => console.call('DELETE /prices/:price', { path: { price: id } }))
      input.print({ id: Number(id), removed: true }, `Price ${id} removed.`)
      return exitCodes.done
    },
  },
  {
    name: 'price load',
    about: 'Set prices from a CSV file.',
    arguments: [{ name: 'FILE', about: 'A CSV file in UTF-8, or - for standard input.' }],
    options: { replace: { about: 'First remove all prices of the products and accounts in the file.' } },
    notes: `The first line has the column names: product, prefix and price, and optionally account, currency and valid_from. A price without an account applies to all accounts; a price without a time starts now. A file can have up to 200,000 rows and 16 MiB. If a row is invalid, nothing is changed.`,
    examples: ['price load prices.csv', 'price load prices.csv --replace'],
    async run(input) {
      const [file = ''] = input.arguments
      const source = file === '-' ? process.stdin : openToRead(file)
      const query = input.is('replace') ? { replace: true } : {}
      const loaded = await withConsole((console) => console.upload('POST /prices/import', { query }, source))
      const removed = input.is('replace') ? `, ${loaded.removed} removed` : ''
      input.print(loaded, `${countOf(loaded.rows, 'price')} set${removed}.`)
      return exitCodes.done
    },
  },
]
