import { text } from 'node:stream/consumers'
import type { AirtimeProvider, Transfer } from '../contract/console/airtime.ts'
import type { BodyOf } from '../contract/console/index.ts'
import { showAmount } from '../values/amount.ts'
import { withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, Failure, numberIn, timeCell } from './command.ts'
import { openToRead } from './files.ts'
import { accountIn, accountOption, pageOptions, type Shown, showList } from './lists.ts'

const stateOf = ({ state, createdAt, submittedAt, doneAt }: Transfer) =>
  doneAt === null ? `${state} since ${timeCell(submittedAt ?? createdAt)}` : state

const ofAccount: Shown<Transfer> = {
  heads: ['ID', 'CREATED', 'REFERENCE', 'NUMBER', 'AMOUNT', 'CURRENCY', 'PROVIDER', 'STATE', 'REASON'],
  row: (transfer) => {
    const { id, createdAt, referenceId, phone, amount, currency, provider, reason } = transfer
    return [
      id,
      timeCell(createdAt),
      referenceId,
      phone,
      showAmount(amount),
      currency,
      provider,
      stateOf(transfer),
      reason,
    ]
  },
  nothing: 'There are no transfers.',
}

const overdue: Shown<Transfer> = {
  heads: ['ID', 'ACCOUNT', 'CREATED', 'NUMBER', 'AMOUNT', 'CURRENCY', 'PROVIDER', 'ITS REFERENCE'],
  row: ({ id, accountId, createdAt, phone, amount, currency, provider, providerReference }) => [
    id,
    accountId,
    timeCell(createdAt),
    phone,
    showAmount(amount),
    currency,
    provider,
    providerReference,
  ],
  nothing: 'No transfer is overdue.',
}

/** The name that no other provider can have. */
const simulated = 'simulator'

const list: Command = {
  name: 'airtime list',
  about: 'List the airtime transfers of an account, or those of all that are overdue.',
  options: {
    ...accountOption,
    overdue: { about: 'Those of all accounts that their provider had no last word on in a day.' },
    ...pageOptions,
  },
  async run(input) {
    if (input.is('overdue') && input.text('account') !== undefined)
      throw badUsage('--overdue is of all accounts, and --account of one')
    return input.is('overdue')
      ? showList(input, 'GET /airtime/overdue', {}, overdue)
      : showList(input, 'GET /accounts/:account/airtime', { path: accountIn(input) }, ofAccount)
  },
}

const end: Command = {
  name: 'airtime end',
  about: 'End an airtime transfer that is overdue, as you know it ended.',
  arguments: [{ name: 'ID', about: 'The transfer: ngoma airtime list --overdue shows them.' }],
  options: {
    as: { value: 'STATE', about: 'successful spends what is held for it, failed gives it back.' },
    reason: { value: 'TEXT', about: 'How you know. When it failed, the account is told.' },
  },
  notes: 'Ask the provider first: what ended can not be changed any more.',
  async run(input) {
    const [as, reason] = [input.text('as'), input.text('reason')]
    const id = numberIn(input, 'airtime list --overdue')
    if (as !== 'successful' && as !== 'failed') throw badUsage('--as is one of successful, failed')
    if (reason === undefined || reason.trim() === '') throw badUsage('--reason is missing')
    const ended = await withConsole((console) =>
      console.call('POST /airtime/transfers/:transfer/end', { path: { transfer: id }, body: { as, reason } }),
    )
    input.print(
      ended,
      `Transfer ${ended.id} is ${ended.state}: ${showAmount(ended.amount)} ${ended.currency} ${as === 'failed' ? 'were given back' : 'were spent'}.`,
    )
    return exitCodes.done
  },
}

/**
 * Name, `active` and secrets stand in the file beside the settings, so that one file is one provider. The server checks
 * what they are.
 */
async function readFile(file: string): Promise<{ name: string; body: BodyOf<'PUT /airtime/providers/:provider'> }> {
  const written = await text(file === '-' ? process.stdin : openToRead(file))
  let provider: unknown
  try {
    provider = JSON.parse(written)
  } catch (error) {
    throw new Failure(`${file} is no JSON: ${(error as Error).message}`)
  }
  if (typeof provider !== 'object' || provider === null || Array.isArray(provider))
    throw new Failure(`${file} is no JSON object`)
  const { name, active, secrets, ...settings } = provider as Record<string, never>
  if (typeof name !== 'string' || name === '')
    throw new Failure(`${file} has no name: it is what the provider is called here`)
  const body = {
    ...(active === undefined ? {} : { active }),
    ...(secrets === undefined ? {} : { secrets }),
    settings,
  }
  return { name, body }
}

const set: Command = {
  name: 'airtime provider set',
  about: 'Set up a provider of airtime, or change it.',
  options: { file: { value: 'FILE', about: 'Its settings as JSON; - for standard input.' } },
  notes: `docs/airtime-providers.md has an example. Secrets are kept encrypted and never shown again; those that are left out of the file stay as they were.
One provider is active, and gets all new transfers: the last that was set, unless its file says "active": false. It holds on all processes within two seconds.`,
  async run(input) {
    const file = input.text('file')
    if (file === undefined) throw badUsage('--file is missing')
    const { name, body } = await readFile(file)
    const provider = await withConsole((console) =>
      console.call('PUT /airtime/providers/:provider', { path: { provider: name }, body }),
    )
    input.print(
      provider,
      `Provider ${provider.name} is set${provider.active ? ', and gets new transfers from now on' : ', and gets no new transfers'}.`,
    )
    return exitCodes.done
  },
}

const describeProvider = ({ name, active, settings, secrets, secretsUnreadable, changedAt }: AirtimeProvider) =>
  `${name}${active ? ' (active)' : ''}, changed ${timeCell(changedAt)}\nsecrets: ${secretsUnreadable ? 'unreadable: set them again with ngoma airtime provider set' : secrets.join(', ') || 'none'}\n${JSON.stringify(settings, null, 2)}`

const show: Command = {
  name: 'airtime provider show',
  about: 'Show the providers of airtime that are set up, without their secrets.',
  async run(input) {
    const providers = await withConsole((console) => console.call('GET /airtime/providers', {}))
    const { data } = providers
    input.print(
      providers,
      data.length === 0 ? 'No provider of airtime is set up.' : data.map(describeProvider).join('\n\n'),
    )
    return exitCodes.done
  },
}

function describeCurrent(current: string | null): string {
  if (current === null) return 'No provider is active now: new transfers are refused with No Route until one is set.'
  return current === simulated
    ? 'No other is active, so that new transfers go to the simulated provider of staging.'
    : `New transfers go to ${current}.`
}

const remove: Command = {
  name: 'airtime provider remove',
  about: 'Remove a provider of airtime that has no open transfers.',
  arguments: [{ name: 'NAME', about: 'The provider: ngoma airtime provider show has them.' }],
  notes: 'One that has open transfers is set with "active": false instead, and removed when they have ended.',
  async run(input) {
    const [name = ''] = input.arguments
    const current = await withConsole(async (console) => {
      await console.call('DELETE /airtime/providers/:provider', { path: { provider: name } })
      return (await console.call('GET /airtime/providers', {})).current
    })
    input.print({ name, removed: true }, `Provider ${name} was removed. ${describeCurrent(current)}`)
    return exitCodes.done
  },
}

export const airtimeCommands: readonly Command[] = [list, end, set, show, remove]
