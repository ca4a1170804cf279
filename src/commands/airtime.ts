import type { Transfer } from '../contract/account/airtime.ts'
import type { AirtimeProvider } from '../contract/console/airtime.ts'
import type { BodyOf } from '../contract/console/index.ts'
import { showAmount } from '../values/amount.ts'
import { withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, Failure, numberIn, timeCell } from './command.ts'
import { readJsonObject } from './input-files.ts'
import { accountIn, accountOption, pageOptions, type Shown, showList } from './lists.ts'
import { phoneCell } from './phones.ts'

const stateOf = ({ state, createdAt, submittedAt, doneAt }: Transfer) =>
  doneAt === null ? `${state} since ${timeCell(submittedAt ?? createdAt)}` : state

const ofAccount: Shown<Transfer> = {
  heads: ['ID', 'CREATED', 'REFERENCE', 'NUMBER', 'AMOUNT', 'CURRENCY', 'PROVIDER', 'STATUS', 'REASON'],
  row: (transfer) => {
    const { id, createdAt, referenceId, phone, amount, currency, provider, reason } = transfer
    return [
      id,
      timeCell(createdAt),
      referenceId,
      phoneCell(phone),
      showAmount(amount),
      currency,
      provider,
      stateOf(transfer),
      reason,
    ]
  },
  nothing: 'No airtime transfers.',
}

const overdue: Shown<Transfer> = {
  heads: ['ID', 'ACCOUNT', 'CREATED', 'NUMBER', 'AMOUNT', 'CURRENCY', 'PROVIDER', 'PROVIDER REFERENCE'],
  row: ({ id, accountId, createdAt, phone, amount, currency, provider, providerReference }) => [
    id,
    accountId,
    timeCell(createdAt),
    phoneCell(phone),
    showAmount(amount),
    currency,
    provider,
    providerReference,
  ],
  nothing: 'No overdue airtime transfers.',
}

/** Reserved name of the simulated provider in staging. */
const simulated = 'simulator'

const list: Command = {
  name: 'airtime list',
  about: 'List the airtime transfers of an account, or the overdue transfers of all accounts.',
  options: {
    ...accountOption,
    overdue: { about: 'Transfers of all accounts that the provider has not completed within a day.' },
    ...pageOptions,
  },
  examples: ['airtime list --account 2', 'airtime list --overdue'],
  async run(input) {
    if (input.is('overdue') && input.text('account') !== undefined)
      throw badUsage('use either --overdue (all accounts) or --account, not both')
    return input.is('overdue')
      ? showList(input, 'GET /airtime/overdue', {}, overdue)
      : showList(input, 'GET /v2/airtime', { path: accountIn(input) }, ofAccount)
  },
}

const end: Command = {
  name: 'airtime end',
  about: 'Set the final status of an overdue airtime transfer.',
  arguments: [{ name: 'ID', about: 'ID of the transfer, see "ngoma airtime list --overdue".' }],
  options: {
    as: { value: 'STATUS', about: 'successful (charges the held amount) or failed (releases it). Required.' },
    reason: { value: 'TEXT', about: 'The reason. The account sees it if the transfer failed. Required.' },
  },
  notes: 'Ask the provider for the result first: a final status cannot be changed.',
  examples: ['airtime end 42 --as failed --reason "Provider ticket 1234: number blocked"'],
  async run(input) {
    const [as, reason] = [input.text('as'), input.text('reason')]
    const id = numberIn(input, 'airtime list --overdue')
    if (as !== 'successful' && as !== 'failed') throw badUsage('--as must be successful or failed')
    if (reason === undefined || reason.trim() === '') throw badUsage('--reason is required')
    const ended = await withConsole((console) =>
      console.call('POST /airtime/transfers/:transfer/end', { path: { transfer: id }, body: { as, reason } }),
    )
    input.print(
      ended,
      `Transfer ${ended.id} is ${ended.state}: ${showAmount(ended.amount)} ${ended.currency} ${as === 'failed' ? 'released' : 'charged'}.`,
    )
    return exitCodes.done
  },
}

/** The file has the name, `active` and the secrets of a provider next to its settings. The server validates them. */
async function readFile(file: string): Promise<{ name: string; body: BodyOf<'PUT /airtime/providers/:provider'> }> {
  const { name, active, secrets, ...settings } = (await readJsonObject(file)) as Record<string, never>
  if (typeof name !== 'string' || name === '') throw new Failure(`${file} has no "name" for the provider`)
  const body = {
    ...(active === undefined ? {} : { active }),
    ...(secrets === undefined ? {} : { secrets }),
    settings,
  }
  return { name, body }
}

const set: Command = {
  name: 'airtime provider set',
  about: 'Add or change an airtime provider.',
  options: { file: { value: 'FILE', about: 'JSON file with the settings, or - for standard input. Required.' } },
  notes: `See docs/providers/airtime.md for an example file. Secrets are stored encrypted and never shown again; secrets that the file does not contain stay unchanged.

The provider that was set last gets the best priority, and so all new transfers, unless its file has "active": false. The others get transfers only while it does not answer. The change takes effect on all processes within two seconds.

"ngoma provider set" is the general form of this command, for the providers of all products.`,
  examples: ['airtime provider set --file provider.json'],
  async run(input) {
    const file = input.text('file')
    if (file === undefined) throw badUsage('--file is required')
    const { name, body } = await readFile(file)
    const provider = await withConsole((console) =>
      console.call('PUT /airtime/providers/:provider', { path: { provider: name }, body }),
    )
    input.print(
      provider,
      `Provider ${provider.name} saved. It ${provider.active ? 'is active and receives new transfers' : 'is inactive and receives no new transfers'}.`,
    )
    return exitCodes.done
  },
}

const describeProvider = ({ name, active, settings, secrets, secretsUnreadable, changedAt }: AirtimeProvider) =>
  `${name}${active ? ' (active)' : ''}, changed ${timeCell(changedAt)}\nsecrets: ${secretsUnreadable ? 'unreadable, set them again with "ngoma airtime provider set"' : secrets.join(', ') || 'none'}\n${JSON.stringify(settings, null, 2)}`

const show: Command = {
  name: 'airtime provider show',
  about: 'Show the airtime providers, without their secrets.',
  notes: '"ngoma provider list" is the general form of this command, for the providers of all products.',
  examples: ['airtime provider show'],
  async run(input) {
    const providers = await withConsole((console) => console.call('GET /airtime/providers', {}))
    const { data } = providers
    input.print(
      providers,
      data.length === 0 ? 'No airtime provider is set up.' : data.map(describeProvider).join('\n\n'),
    )
    return exitCodes.done
  },
}

function describeCurrent(current: string | null): string {
  if (current === null) return 'No provider is active: new transfers are rejected with "No Route" until you set one.'
  return current === simulated
    ? 'No other provider is active: new transfers go to the simulated provider (staging only).'
    : `New transfers go to ${current}.`
}

const remove: Command = {
  name: 'airtime provider remove',
  about: 'Remove an airtime provider that has no open transfers.',
  arguments: [{ name: 'NAME', about: 'Name of the provider, see "ngoma airtime provider show".' }],
  notes: `To remove a provider with open transfers, set it with "active": false and wait until they are completed.

"ngoma provider remove" is the general form of this command, for the providers of all products.`,
  examples: ['airtime provider remove shop'],
  async run(input) {
    const [name = ''] = input.arguments
    const current = await withConsole(async (console) => {
      await console.call('DELETE /airtime/providers/:provider', { path: { provider: name } })
      return (await console.call('GET /airtime/providers', {})).current
    })
    input.print({ name, removed: true }, `Provider ${name} removed. ${describeCurrent(current)}`)
    return exitCodes.done
  },
}

export const airtimeCommands: readonly Command[] = [list, end, set, show, remove]
