import type { AccountLimits } from '../contract/console/accounts.ts'
import { isLanguage, languages } from '../values/languages.ts'
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

/** Undefined when it is left out; null for `none`. */
function readParent(input: Input): number | null | undefined {
  const text = input.text('parent')
  if (text === undefined) return undefined
  if (text === 'none') return null
  if (!/^[1-9]\d{0,14}$/.test(text)) throw badUsage('--parent is the id of an account, or none')
  return Number(text)
}

/** Undefined when it is left out; null for `default`. */
function readCountry(input: Input): string | null | undefined {
  const text = input.text('country')
  if (text === undefined || text === 'default') return text && null
  if (!/^[A-Za-z]{2}$/.test(text)) throw badUsage('--country is two letters, such as TZ, or default')
  return text.toUpperCase()
}

const change: Command = {
  name: 'account change',
  about: 'Change the name, the country or the parent of an account.',
  arguments: [{ name: 'ID', about: 'The account: ngoma account list shows them.' }],
  options: {
    name: { value: 'NAME', about: 'What people call it.' },
    country: { value: 'CC', about: 'Its country, such as TZ; default is what the settings say.' },
    parent: { value: 'ID', about: 'The account that it becomes a sub-account of; none makes it independent.' },
  },
  notes:
    'What is left out stays as it is; without options the account is only shown. The owners of the parent have the rights of an owner in the sub-account, and move credit to and from it.\nSub-accounts have one level.',
  async run(input) {
    const path = { account: numberIn(input, 'account list') }
    const [name, country, parentId] = [input.text('name'), readCountry(input), readParent(input)]
    const body = { ...(name === undefined ? {} : { name }), ...(country === undefined ? {} : { country }) }
    const account = await withConsole(async (console) => {
      if (parentId !== undefined) await console.call('PUT /accounts/:account/parent', { path, body: { parentId } })
      return Object.keys(body).length === 0
        ? console.call('GET /accounts/:account', { path })
        : console.call('PUT /accounts/:account', { path, body })
    })
    const parent = account.parentId === null ? '' : `, sub-account of ${account.parentId}`
    input.print(account, `Account ${account.id}: ${account.name}, country ${account.country}${parent}.`)
    return exitCodes.done
  },
}

const twoFactor: Command = {
  name: 'account two-factor',
  about: 'Require a second factor of everybody who works in an account.',
  arguments: [{ name: 'ID', about: 'The account: ngoma account list shows them.' }],
  options: { off: { about: 'Require it no more.' } },
  notes:
    'Members without one can sign in and set it up, and may do nothing else in the account. Programs with API keys and tokens are not concerned.',
  async run(input) {
    const path = { account: numberIn(input, 'account list') }
    const required = !input.is('off')
    const answer = await withConsole((console) =>
      console.call('PUT /accounts/:account/two-factor', { path, body: { required } }),
    )
    input.print(answer, `Account ${path.account} ${required ? 'requires' : 'no longer requires'} a second factor.`)
    return exitCodes.done
  },
}

const accountLanguage: Command = {
  name: 'account language',
  about: 'Set the language of an account: its emails, default texts and checkout pages.',
  arguments: [
    { name: 'ID', about: 'The account. List the accounts with: ngoma account list.' },
    { name: 'LANGUAGE', about: `${languages.join(', ')}, or default for the setting NGOMA_LANGUAGE.` },
  ],
  async run(input) {
    const path = { account: numberIn(input, 'account list') }
    const [, name = ''] = input.arguments
    if (name !== 'default' && !isLanguage(name))
      throw badUsage(`Unknown language "${name}". Choose ${languages.join(', ')} or default.`)
    const language = name === 'default' ? null : name
    const answer = await withConsole((console) =>
      console.call('PUT /accounts/:account/language', { path, body: { language } }),
    )
    input.print(answer, `Account ${path.account}: language ${answer.language}.`)
    return exitCodes.done
  },
}

export const accountCommands: readonly Command[] = [
  accountLanguage,
  {
    name: 'account create',
    about: 'Create an account.',
    arguments: [{ name: 'NAME', about: 'What people call it.' }],
    options: {
      country: { value: 'CC', about: 'Its country, such as TZ; what the settings say when left out.' },
      parent: { value: 'ID', about: 'Create it as a sub-account of this account, in its currency.' },
    },
    async run(input) {
      const [name = ''] = input.arguments
      const [country, parentId] = [readCountry(input) ?? null, readParent(input) ?? null]
      const account = await withConsole((console) =>
        console.call('POST /accounts', { body: { name, country, parentId } }),
      )
      input.print(
        account,
        `Account ${account.id} was created. Give it a key: ngoma key create --account ${account.id} NAME`,
      )
      return exitCodes.done
    },
  },
  change,
  twoFactor,
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
    heads: ['ID', 'NAME', 'COUNTRY', 'PARENT', 'CREATED', 'STATE'],
    row: ({ id, name, country, parentId, createdAt, suspendedAt }) => [
      id,
      name,
      country,
      parentId ?? '-',
      timeCell(createdAt),
      suspendedAt === null ? 'active' : `suspended since ${timeCell(suspendedAt)}`,
    ],
    nothing: 'There are no accounts.',
  }),
]
