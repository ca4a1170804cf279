import type { Sender, SenderOfAccount, SenderStatus } from '../contract/console/senders.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, Failure, type Input, type Option, timeCell } from './command.ts'
import { accountIn, accountOption, findListed, pageOptions, type Shown, showList } from './lists.ts'

/**
 * Named here as well, because a command that asks a server does not load the modules; the type keeps the two together.
 */
const statuses = Object.keys({ pending: 0, active: 0, rejected: 0, inactive: 0 } satisfies Record<SenderStatus, 0>)

const ofAccount: Shown<Sender> = {
  heads: ['ID', 'SENDER', 'STATUS', 'CREATED', 'SAMPLE', 'REASON'],
  row: ({ id, sender, status, createdAt, sampleContent, reason }) => [
    id,
    sender,
    status,
    timeCell(createdAt),
    sampleContent,
    reason,
  ],
  nothing: 'There are no senders like that.',
}

const ofAll: Shown<SenderOfAccount> = {
  heads: ['ACCOUNT', 'NAME', ...ofAccount.heads],
  row: (one) => [one.accountId, one.accountName, ...ofAccount.row(one)],
  nothing: ofAccount.nothing,
}

/** By its name, which may be a number too, or else by its id. */
async function findId(
  console: ConsoleClient,
  account: { readonly account: string },
  nameOrId: string,
): Promise<string> {
  const name = nameOrId.trim()
  const route = 'GET /accounts/:account/senders'
  const found = await findListed(console, route, { path: account }, name, ({ sender }) => sender === name)
  if (found) return String(found.id)
  if (/^\d+$/.test(name)) return name
  throw new Failure(`the account has no sender ${JSON.stringify(name)}: ngoma sender list shows those it has`)
}

const described: Readonly<Record<SenderStatus, string>> = {
  pending: 'waits for an operator',
  active: 'can be used now',
  rejected: 'is rejected',
  inactive: 'can not be used any more',
}

/** `POST …/senders/:sender/approve` and its siblings. */
type Decide = (console: ConsoleClient, path: { readonly account: string; readonly sender: string }) => Promise<Sender>

const decision = (
  name: string,
  about: string,
  options: Readonly<Record<string, Option>>,
  decide: (input: Input) => Decide,
): Command => ({
  name: `sender ${name}`,
  about,
  arguments: [{ name: 'SENDER', about: 'Its name, or its ID.' }],
  options: { ...accountOption, ...options },
  async run(input) {
    const [nameOrId = ''] = input.arguments
    if (nameOrId.trim() === '') throw badUsage('SENDER is empty')
    const send = decide(input)
    const account = accountIn(input)
    const decided = await withConsole(async (console) =>
      send(console, { ...account, sender: await findId(console, account, nameOrId) }),
    )
    input.print(decided, `Sender ${decided.sender} ${described[decided.status]}.`)
    return exitCodes.done
  },
})

const reasonOf = (input: Input) => {
  const reason = input.text('reason')
  if (reason?.trim() === '') throw badUsage('--reason is empty')
  return reason
}

export const senderCommands: readonly Command[] = [
  {
    name: 'sender list',
    about: 'List the senders of an account, or of all, newest first.',
    options: {
      ...accountOption,
      all: { about: 'Those of all accounts.' },
      status: { value: 'STATUS', about: `Only those that are ${statuses.join(', ')}.` },
      ...pageOptions,
    },
    notes: 'ngoma sender list --all --status pending shows what waits for an operator.',
    async run(input) {
      const status = input.text('status')
      if (status !== undefined && !statuses.includes(status))
        throw badUsage(`--status is one of ${statuses.join(', ')}`)
      if (input.is('all') && input.text('account') !== undefined)
        throw badUsage('--all is of all accounts, and --account of one')
      return input.is('all')
        ? showList(input, 'GET /senders', { query: { status } }, ofAll)
        : showList(input, 'GET /accounts/:account/senders', { path: accountIn(input), query: { status } }, ofAccount)
    },
  },
  {
    name: 'sender request',
    about: 'Ask for a sender.',
    arguments: [{ name: 'NAME', about: 'Up to 11 letters, digits, spaces and signs, or a number of up to 20 digits.' }],
    options: { ...accountOption, sample: { value: 'TEXT', about: 'What will be sent with it.' } },
    async run(input) {
      const path = accountIn(input)
      const [name = ''] = input.arguments
      const body = { sender: name, sampleContent: input.text('sample') ?? '' }
      const sender = await withConsole((console) => console.call('POST /accounts/:account/senders', { path, body }))
      input.print(sender, `Sender ${sender.sender} ${described[sender.status]}.`)
      return exitCodes.done
    },
  },
  decision(
    'approve',
    'Let an account use a sender.',
    {},
    () => (console, path) => console.call('POST /accounts/:account/senders/:sender/approve', { path }),
  ),
  decision(
    'reject',
    'Turn down a sender that was asked for.',
    { reason: { value: 'TEXT', about: 'Why; the account is told.' } },
    (input) => {
      const reason = reasonOf(input)
      if (reason === undefined) throw badUsage('--reason is missing')
      return (console, path) =>
        console.call('POST /accounts/:account/senders/:sender/reject', { path, body: { reason } })
    },
  ),
  decision(
    'deactivate',
    'Take a sender out of use.',
    { reason: { value: 'TEXT', about: 'Why; the account is told.' } },
    (input) => {
      const reason = reasonOf(input)
      const body = reason === undefined ? {} : { reason }
      return (console, path) => console.call('POST /accounts/:account/senders/:sender/deactivate', { path, body })
    },
  ),
]
