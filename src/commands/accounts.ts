import type { AccountLimits } from '../contract/console/accounts.ts'
import { withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, type Input, numberIn, timeCell } from './command.ts'
import { accountIn, accountOption, listCommand } from './lists.ts'

const limitMax = 2_147_483_647

/** Null is the default of the settings; undefined, what it was. */
function readLimit(input: Input, option: string): number | null | undefined {
  const text = input.text(option)
  if (text === undefined) return undefined
  if (text === 'default') return null
  if (text === 'none') return 0
  if (!/^[1-9]\d{0,9}$/.test(text) || Number(text) > limitMax)
    throw badUsage(`--${option} is a number from 1 to ${limitMax}, none, or default`)
  return Number(text)
}

function suspension(verb: string, suspended: boolean, about: string, state: string): Command {
  return {
    name: `account ${verb}`,
    about,
    arguments: [{ name: 'ID', about: 'The account: ngoma account list shows them.' }],
    notes: suspended
      ? 'Its API keys and tokens answer 401 within a second, its members can only look, and queued messages, airtime and chat wait. Messages whose validity\nends meanwhile expire. Delivery receipts, callbacks and its data stay.'
      : 'Messages that waited and are still valid go out.',
    async run(input) {
      const path = { account: numberIn(input, 'account list') }
      const account = await withConsole((console) =>
        console.call('PUT /accounts/:account/suspension', { path, body: { suspended } }),
      )
      input.print(account, `Account ${account.id} is ${state}.`)
      return exitCodes.done
    },
  }
}

export const accountCommands: readonly Command[] = [
  {
    name: 'account create',
    about: 'Create an account.',
    arguments: [{ name: 'NAME', about: 'What people call it.' }],
    async run(input) {
      const [name = ''] = input.arguments
      const account = await withConsole((console) => console.call('POST /accounts', { body: { name } }))
      input.print(
        account,
        `Account ${account.id} was created. Give it a key: ngoma key create --account ${account.id} NAME`,
      )
      return exitCodes.done
    },
  },
  {
    name: 'account limits',
    about: 'Limit what an account may ask and send.',
    options: {
      ...accountOption,
      requests: { value: 'N', about: 'Requests a second, none for no limit, or default for what the settings say.' },
      messages: { value: 'N', about: 'Messages a day (GMT), none for no limit, or default for what the settings say.' },
    },
    notes:
      'What is left out stays as it is. Without options the limits are only shown. A change holds on all processes within a second.',
    async run(input) {
      const [requests, messages] = [readLimit(input, 'requests'), readLimit(input, 'messages')]
      const path = accountIn(input)
      const limits = await withConsole(async (console): Promise<AccountLimits> => {
        const { requestsPerSecond, messagesPerDay } = await console.call('GET /accounts/:account', { path })
        if (requests === undefined && messages === undefined) return { requestsPerSecond, messagesPerDay }
        const body = {
          requestsPerSecond: requests === undefined ? requestsPerSecond : requests,
          messagesPerDay: messages === undefined ? messagesPerDay : messages,
        }
        return console.call('PUT /accounts/:account/limits', { path, body })
      })
      const show = (limit: number | null) => (limit === 0 ? 'none' : (limit ?? 'default'))
      input.print(
        limits,
        `Requests a second: ${show(limits.requestsPerSecond)}\nMessages a day: ${show(limits.messagesPerDay)}`,
      )
      return exitCodes.done
    },
  },
  suspension('suspend', true, 'Refuse the credentials of an account and keep its messages waiting.', 'suspended'),
  suspension('resume', false, 'Resume an account that was suspended.', 'active'),
  listCommand({
    name: 'account list',
    about: 'List the accounts.',
    route: 'GET /accounts',
    request: () => ({}),
    heads: ['ID', 'NAME', 'CREATED', 'STATE'],
    row: ({ id, name, createdAt, suspendedAt }) => [
      id,
      name,
      timeCell(createdAt),
      suspendedAt === null ? 'active' : `suspended since ${timeCell(suspendedAt)}`,
    ],
    nothing: 'There are no accounts.',
  }),
]
