import type { Balance, CreditProduct } from '../contract/account/balance.ts'
import { showAmount } from '../values/amount.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, Failure, type Input } from './command.ts'
import { productOption, readProduct } from './credit.ts'
import { type AccountPath, accountIn, accountOption } from './lists.ts'
import { phoneCell, phoneForms } from './phones.ts'

const productOptions = { ...accountOption, product: productOption }

interface BalancePath extends AccountPath {
  readonly product: CreditProduct
}

async function findBalance(console: ConsoleClient, path: BalancePath): Promise<Balance> {
  const { data } = await console.call('GET /v2/balances', { path })
  const found = data.find(({ product }) => product === path.product)
  if (found === undefined) throw new Failure(`account ${path.account} has no ${path.product} balance`)
  return found
}

/** Prints a balance, after an optional change. */
async function runOnBalance(
  input: Input,
  change: ((console: ConsoleClient, path: BalancePath) => Promise<Balance>) | null,
  describe: (balance: Balance) => string,
): Promise<number> {
  const path = { ...accountIn(input), product: readProduct(input) ?? 'SMS' }
  const balance = await withConsole((console) => (change ?? findBalance)(console, path))
  input.print(balance, describe(balance))
  return exitCodes.done
}

/** Undefined when the option is missing. */
function readAmount(input: Input, option: string): string | undefined {
  const text = input.text(option)
  if (text !== undefined && !/^\d{1,14}(\.\d{1,4})?$/.test(text))
    throw badUsage(`--${option} must be an amount with at most four decimals, such as 5000`)
  return text
}

function rejectWithOff(input: Input, options: readonly string[]): void {
  const other = options.find((option) => input.text(option) !== undefined || input.is(option))
  if (input.is('off') && other !== undefined) throw badUsage(`use either --${other} or --off, not both`)
}

const describePostpaid = ({ product, currency, allowPostpaid, postpaidLimit }: Balance) =>
  allowPostpaid
    ? `${product}: postpaid limit ${showAmount(postpaidLimit)} ${currency}.`
    : `${product}: prepaid, the balance cannot go below zero.`

const postpaid: Command = {
  name: 'credit postpaid',
  about: 'Show or set the postpaid limit of a balance, which allows it to go below zero.',
  options: {
    ...productOptions,
    limit: { value: 'AMOUNT', about: 'How far below zero the balance can go.' },
    off: { about: 'The balance cannot go below zero.' },
  },
  notes:
    'Without --limit and --off, the command only shows the setting. A lower limit does not change the amount that is already owed.',
  examples: ['credit postpaid --account 2 --limit 50000', 'credit postpaid --account 2 --off'],
  run(input) {
    rejectWithOff(input, ['limit'])
    const postpaidLimit = readAmount(input, 'limit')
    const isChange = postpaidLimit !== undefined || input.is('off')
    const body = postpaidLimit === undefined ? { allowPostpaid: false } : { allowPostpaid: true, postpaidLimit }
    const change = (console: ConsoleClient, path: BalancePath) =>
      console.call('PUT /accounts/:account/balances/:product/postpaid', { path, body })
    return runOnBalance(input, isChange ? change : null, describePostpaid)
  },
}

function describeReminder(balance: Balance): string {
  const { product, currency, creditLevel, smsReminder, emailReminder, reminderPhone } = balance
  const ways = [
    ...(smsReminder ? [`an SMS to ${phoneCell(reminderPhone)}`] : []),
    ...(emailReminder ? ['an email to the owners'] : []),
  ]
  return ways.length === 0 || Number(creditLevel) === 0
    ? `${product}: no reminder.`
    : `${product}: ${ways.join(' and ')} when the balance falls below ${showAmount(creditLevel)} ${currency}.`
}

/** The whole reminder; null when the options change nothing. */
function readReminder(input: Input) {
  rejectWithOff(input, ['below', 'sms', 'email'])
  if (input.is('off')) return { creditLevel: '0', smsReminder: false, emailReminder: false }
  const [creditLevel, phone, emailReminder] = [readAmount(input, 'below'), input.text('sms'), input.is('email')]
  if (creditLevel === undefined) {
    if (phone !== undefined || emailReminder) throw badUsage('--below is required with --sms and --email')
    return null
  }
  if (phone === undefined && !emailReminder) throw badUsage('--sms or --email is required with --below')
  const sms = phone === undefined ? { smsReminder: false } : { smsReminder: true, reminderPhone: phone }
  return { creditLevel, emailReminder, ...sms }
}

const reminder: Command = {
  name: 'credit reminder',
  about: 'Show or set the reminder that is sent when a balance falls below a level.',
  options: {
    ...productOptions,
    below: { value: 'AMOUNT', about: 'Level of the balance.' },
    sms: { value: 'PHONE', about: `Send an SMS to this number ${phoneForms}.` },
    email: { about: 'Send an email to the owners of the account.' },
    off: { about: 'Send no reminder.' },
  },
  notes:
    'Without options, the command only shows the reminder. The reminder is sent once, and again after new credit has raised the balance above the level.',
  examples: ['credit reminder --account 2 --below 10000 --email', 'credit reminder --account 2 --off'],
  run(input) {
    const body = readReminder(input)
    const change = (console: ConsoleClient, path: BalancePath) =>
      console.call('PUT /v2/balances/:product/reminders', { path, body: body ?? {} })
    return runOnBalance(input, body === null ? null : change, describeReminder)
  },
}

export const creditSettingCommands: readonly Command[] = [postpaid, reminder]
