import type { Sender, SenderStatus } from '../contract/account/senders.ts'
import type { SenderOfAccount } from '../contract/console/senders.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, Failure, type Input, type Option, timeCell } from './command.ts'
import { accountIn, accountOption, findListed, ifMissingOption, pageOptions, type Shown, showList } from './lists.ts'

/** Commands do not load the modules; the type keeps this list complete. */
const statuses = Object.keys({ pending: 0, active: 0, rejected: 0, inactive: 0 } satisfies Record<SenderStatus, 0>)

const ofAccount: Shown<Sender> = {
  heads: ['ID', 'SENDER ID', 'STATUS', 'CREATED', 'SAMPLE', 'REASON'],
  row: ({ id, sender, status, createdAt, sampleContent, reason }) => [
    id,
    sender,
    status,
    timeCell(createdAt),
    sampleContent,
    reason,
  ],
  nothing: 'No matching sender IDs.',
}

const ofAll: Shown<SenderOfAccount> = {
  heads: ['ACCOUNT', 'NAME', ...ofAccount.heads],
  row: (one) => [one.accountId, one.accountName, ...ofAccount.row(one)],
  nothing: ofAccount.nothing,
}

/** Finds a sender ID by name, which can be a number, or else by its numeric ID. */
async function findId(
  console: ConsoleClient,
  account: { readonly account: string },
  nameOrId: string,
): Promise<string> {
  const name = nameOrId.trim()
  const route = 'GET /v2/senders'
  const found = await findListed(console, route, { path: account }, name, ({ sender }) => sender === name)
  if (found) return String(found.id)
  if (/^\d+$/.test(name)) return name
  throw new Failure(
    `unknown sender ID ${JSON.stringify(name)}. Run "ngoma sender list" for the sender IDs of the account.`,
  )
}

const described: Readonly<Record<SenderStatus, string>> = {
  pending: 'is waiting for approval',
  active: 'is active',
  rejected: 'is rejected',
  inactive: 'is inactive',
}

type Decide = (console: ConsoleClient, path: { readonly account: string; readonly sender: string }) => Promise<Sender>

const decision = (
  name: string,
  about: string,
  options: Readonly<Record<string, Option>>,
  example: string,
  decide: (input: Input) => Decide,
): Command => ({
  name: `sender ${name}`,
  about,
  arguments: [{ name: 'SENDER', about: 'Sender name, or its ID in "ngoma sender list".' }],
  options: { ...accountOption, ...options },
  examples: [example],
  async run(input) {
    const [nameOrId = ''] = input.arguments
    if (nameOrId.trim() === '') throw badUsage('SENDER must not be empty')
    const send = decide(input)
    const account = accountIn(input)
    const decided = await withConsole(async (console) =>
      send(console, { ...account, sender: await findId(console, account, nameOrId) }),
    )
    input.print(decided, `Sender ID ${decided.sender} ${described[decided.status]}.`)
    return exitCodes.done
  },
})

const reasonOf = (input: Input) => {
  const reason = input.text('reason')
  return reason
}

export const senderCommands: readonly Command[] = [
  {
    name: 'sender list',
    about: 'List the sender IDs of an account, or of all accounts, newest first.',
    options: {
      ...accountOption,
      all: { about: 'List the sender IDs of all accounts.' },
      status: { value: 'STATUS', about: `Only this status: ${statuses.join(', ')}.` },
      ...pageOptions,
    },
    examples: ['sender list --account 2', 'sender list --all --status pending'],
    async run(input) {
      const status = input.text('status')
      if (status !== undefined && !statuses.includes(status))
        throw badUsage(`--status must be one of ${statuses.join(', ')}`)
      if (input.is('all') && input.text('account') !== undefined)
        throw badUsage('use either --all or --account, not both')
      return input.is('all')
        ? showList(input, 'GET /senders', { query: { status } }, ofAll)
        : showList(input, 'GET /v2/senders', { path: accountIn(input), query: { status } }, ofAccount)
    },
  },
  {
    name: 'sender request',
    about: 'Request a sender ID for an account.',
    arguments: [
      { name: 'NAME', about: 'Up to 11 letters, digits, spaces and punctuation, or a number of up to 20 digits.' },
    ],
    options: {
      ...accountOption,
      sample: { value: 'TEXT', about: 'Sample message, for the operator who decides.' },
      ...ifMissingOption,
    },
    examples: ['sender request DUKA --sample "Your order has arrived." --account 2'],
    async run(input) {
      const path = accountIn(input)
      const [name = ''] = input.arguments
      const body = { sender: name, sampleContent: input.text('sample') ?? '' }
      const route = 'GET /v2/senders'
      const sender = await withConsole(async (console) => {
        const found = input.is('if-missing')
          ? await findListed(console, route, { path }, name, (one) => one.sender === name)
          : null
        return found ?? console.call('POST /v2/senders', { path, body })
      })
      input.print(sender, `Sender ID ${sender.sender} ${described[sender.status]}.`)
      return exitCodes.done
    },
  },
  decision(
    'approve',
    'Approve a sender ID, so that the account can use it.',
    {},
    'sender approve DUKA --account 2',
    () => (console, path) => console.call('POST /accounts/:account/senders/:sender/approve', { path }),
  ),
  decision(
    'reject',
    'Reject the request for a sender ID.',
    { reason: { value: 'TEXT', about: 'Reason, shown to the account. Required.' } },
    'sender reject BANK --reason "Not your brand" --account 2',
    (input) => {
      const reason = reasonOf(input)
      if (reason === undefined) throw badUsage('--reason is required')
      return (console, path) =>
        console.call('POST /accounts/:account/senders/:sender/reject', { path, body: { reason } })
    },
  ),
  decision(
    'deactivate',
    'Deactivate a sender ID, so that the account can no longer use it.',
    { reason: { value: 'TEXT', about: 'Reason, shown to the account.' } },
    'sender deactivate DUKA --reason Spam --account 2',
    (input) => {
      const reason = reasonOf(input)
      const body = reason === undefined ? {} : { reason }
      return (console, path) => console.call('POST /accounts/:account/senders/:sender/deactivate', { path, body })
    },
  ),
]
