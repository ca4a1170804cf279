import type { Price } from '../contract/console/balance.ts'
import { showAmount } from '../values/amount.ts'
import { withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, Failure, type Input, numberIn, type Option, timeCell } from './command.ts'
import { openToRead } from './files.ts'
import { listCommand, readAll } from './lists.ts'

const productOption: Option = { value: 'PRODUCT', about: 'SMS, OTP, CHAT and so on.' }
const whoseOf = ({ accountId }: Price) => (accountId === null ? 'all' : accountId)
const numbersOf = ({ prefix }: Price) => (prefix === '' ? 'all' : prefix)

function describePrice({ id, product, accountId, prefix, amount, currency, validFrom }: Price): string {
  const whose = accountId === null ? 'all accounts' : `account ${accountId}`
  const numbers = prefix === '' ? 'all numbers' : `numbers that begin with ${prefix}`
  const from = timeCell(validFrom)
  return `Price ${id}: ${product} to ${numbers} costs ${whose} ${showAmount(amount)} ${currency}, from ${from} on.`
}

function readAccountId(input: Input): number | null {
  const account = input.text('account')
  if (account === undefined) return null
  if (!/^[1-9]\d{0,14}$/.test(account)) throw badUsage('--account is a number: ngoma account list shows them')
  return Number(account)
}

export const priceCommands: readonly Command[] = [
  listCommand({
    name: 'price list',
    about: 'List the prices.',
    options: {
      product: { ...productOption, about: 'Only those of this product: SMS, OTP, CHAT and so on.' },
      account: { value: 'ID', about: 'Only those of this account; default for those that hold for all.' },
      prefix: { value: 'DIGITS', about: 'Only those whose prefix begins like this.' },
    },
    route: 'GET /prices',
    request: (input) => ({
      query: { product: input.text('product'), account: input.text('account'), prefix: input.text('prefix') },
    }),
    heads: ['ID', 'PRODUCT', 'ACCOUNT', 'PREFIX', 'PRICE', 'CURRENCY', 'FROM'],
    row: (price) => [
      price.id,
      price.product,
      whoseOf(price),
      numbersOf(price),
      showAmount(price.amount),
      price.currency,
      timeCell(price.validFrom),
    ],
    nothing:
      'There are no prices like that. Where none is set, chat sessions and paid checkouts are free, and one of anything else costs 1.',
  }),
  {
    name: 'price set',
    about: 'Set what something costs.',
    arguments: [
      { name: 'PRICE', about: 'Of one segment, or of one of anything else: 0 to 1000000, with at most 4 decimals.' },
    ],
    options: {
      product: { ...productOption, about: 'The product; SMS when left out.' },
      prefix: { value: 'DIGITS', about: 'For numbers that begin with this; all when left out.' },
      account: { value: 'ID', about: 'For this account only.' },
      currency: { value: 'CURRENCY', about: "Such as TZS; the account's own, or that of the settings, when left out." },
      from: {
        value: 'TIME',
        about: 'When it begins, such as 2030-01-31, or 2030-01-31 08:00, GMT+0; now when left out.',
      },
    },
    notes: `The longest prefix wins, and a price of an account's own comes before one for all. What was accepted before is paid for as it was.
Every process knows a change within two seconds.`,
    async run(input) {
      const [amount = ''] = input.arguments
      const [currency, validFrom] = [input.text('currency'), input.text('from')]
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
    about: 'Change what something costs.',
    arguments: [
      { name: 'ID', about: 'The price: ngoma price list shows them.' },
      { name: 'PRICE', about: 'The new price: 0 to 1000000, with at most 4 decimals.' },
    ],
    options: {
      from: { value: 'TIME', about: 'When the new price begins; when the price begins, or now, if left out.' },
    },
    notes: 'The price before stays in the list, and holds until the new one begins.',
    async run(input) {
      const id = Number(numberIn(input, 'price list'))
      const [, amount = ''] = input.arguments
      const changed = await withConsole(async (console) => {
        const prices = await readAll(console, 'GET /prices', {})
        const price = prices.find((one) => one.id === id)
        if (price === undefined) throw new Failure(`there is no price ${id}: ngoma price list shows them`)
        const { product, prefix, accountId, currency, validFrom } = price
        const isFuture = Date.parse(validFrom) > Date.now()
        const from = input.text('from') ?? (isFuture ? validFrom : undefined)
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
    about: 'Take away a price.',
    arguments: [{ name: 'ID', about: 'The price: ngoma price list shows them.' }],
    notes: 'From then on the price before it holds again, or that of a shorter prefix.',
    async run(input) {
      const id = numberIn(input, 'price list')
      await withConsole((console) => console.call('DELETE /prices/:price', { path: { price: id } }))
      input.print({ id: Number(id), removed: true }, `Price ${id} was taken away.`)
      return exitCodes.done
    },
  },
  {
    name: 'price load',
    about: 'Set the prices of a CSV file, all or none.',
    arguments: [{ name: 'FILE', about: 'A CSV file in UTF-8; - for standard input.' }],
    options: { replace: { about: 'Take away what there is for the products and accounts of the file.' } },
    notes: `The first line names the columns: product, prefix and price, and if you like account, currency and valid_from. Without an account a price is for
all, and without a time it begins now. A file has at most 200,000 rows and 16 MiB. When a row is wrong nothing is changed.`,
    async run(input) {
      const [file = ''] = input.arguments
      const source = file === '-' ? process.stdin : openToRead(file)
      const query = input.is('replace') ? { replace: true } : {}
      const loaded = await withConsole((console) => console.upload('POST /prices/import', { query }, source))
      const removed = input.is('replace') ? `, and ${loaded.removed} were taken away` : ''
      input.print(loaded, `${loaded.rows} ${loaded.rows === 1 ? 'price was' : 'prices were'} set${removed}.`)
      return exitCodes.done
    },
  },
]
