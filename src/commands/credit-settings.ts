import type { Balance, CreditProduct } from '../contract/console/balance.ts'
import { showAmount } from '../values/amount.ts'
import { parsePhone } from '../values/phone.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, Failure, type Input } from './command.ts'
import { productOption, readProduct } from './credit.ts'
import { type AccountPath, accountIn, accountOption } from './lists.ts'
import { phoneFormat } from './sms.ts'

const productOptions = { ...accountOption, product: productOption }

interface BalancePath extends AccountPath {
  readonly product: CreditProduct
}

async function findBalance(console: ConsoleClient, path: BalancePath): Promise<Balance> {
  const { data } = await console.call('GET /accounts/:account/balances', { path })
  const found = data.find(({ product }) => product === path.product)
  if (found === undefined) throw new Failure(`the account has no balance for ${path.product}`)
  return found
}

/** Changes a balance, or only reads it when there is no change, and prints it. */
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

/** Undefined when the option is left out. */
function readAmount(input: Input, option: string): string | undefined {
  const text = input.text(option)
  if (text !== undefined && !/^\d{1,14}(\.\d{1,4})?$/.test(text))
    throw badUsage(`--${option} is an amount with at most four decimals, such as 5000`)
  return text
}

function rejectWithOff(input: Input, options: readonly string[]): void {
  const other = options.find((option) => input.text(option) !== undefined || input.is(option))
  if (input.is('off') && other !== undefined) throw badUsage(`--${other} and --off are opposites: leave one out`)
}

const describePostpaid = ({ product, currency, allowPostpaid, postpaidLimit }: Balance) =>
  allowPostpaid
    ? `${product}: the balance may go down to ${showAmount(postpaidLimit)} ${currency} below zero.`
    : `${product}: the balance may not go below zero.`

const postpaid: Command = {
  name: 'credit postpaid',
  about: 'Let the balance of an account go below zero, down to a limit.',
  options: {
    ...productOptions,
    limit: { value: 'AMOUNT', about: 'How far below zero the balance may go.' },
    off: { about: 'The balance may not go below zero.' },
  },
  notes: 'Without --limit and --off the setting is only shown. A lower limit takes nothing back that is owed already.',
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
    ...(smsReminder ? [`an SMS to ${reminderPhone}`] : []),
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
  if (phone !== undefined && parsePhone(phone) === null) throw badUsage(`--sms is a number ${phoneFormat}`)
  if (creditLevel === undefined) {
    if (phone !== undefined || emailReminder) throw badUsage('--below is missing')
    return null
  }
  if (phone === undefined && !emailReminder) throw badUsage('--sms or --email is missing')
  const sms = phone === undefined ? { smsReminder: false } : { smsReminder: true, reminderPhone: phone }
  return { creditLevel, emailReminder, ...sms }
}

const reminder: Command = {
  name: 'credit reminder',
  about: 'Send a reminder when the balance of an account falls below a level.',
  options: {
    ...productOptions,
    below: { value: 'AMOUNT', about: 'The level.' },
    sms: { value: 'PHONE', about: `Send an SMS to this number, ${phoneFormat}.` },
    email: { about: 'Send an email to the owners of the account.' },
    off: { about: 'Send no reminder.' },
  },
  notes: 'Without options the reminder is only shown. It is sent once, and again after new credit raised the balance.',
  run(input) {
    const body = readReminder(input)
    const change = (console: ConsoleClient, path: BalancePath) =>
      console.call('PUT /accounts/:account/balances/:product/reminders', { path, body: body ?? {} })
    return runOnBalance(input, body === null ? null : change, describeReminder)
  },
}

export const creditSettingCommands: readonly Command[] = [postpaid, reminder]
