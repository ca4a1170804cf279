import type { AccountLimits } from '../contract/console/accounts.ts'
import { isLanguage, languages } from '../values/languages.ts'
import { withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, type Input, numberIn, timeCell } from './command.ts'
import { accountIn, accountOption, findListed, ifMissingOption, listCommand } from './lists.ts'

const limitMax = 2_147_483_647

/** Null for the default of the settings; undefined when the option is missing. */
function readLimit(input: Input, option: string): number | null | undefined {
  const text = input.text(option)
  if (text === undefined) return undefined
  if (text === 'default') return null
  if (text === 'none') return 0
  if (!/^[1-9]\d{0,9}$/.test(text) || Number(text) > limitMax)
    throw badUsage(`--${option} must be a number from 1 to ${limitMax}, none, or default`)
  return Number(text)
}

const idArgument = { name: 'ID', about: 'ID of the account, see "ngoma account list".' }

function suspension(verb: string, suspended: boolean, about: string, state: string): Command {
  return {
    name: `account ${verb}`,
    about,
    arguments: [idArgument],
    notes: suspended
      ? 'Within a second, API keys and tokens of the account are rejected with status 401, and its members have read-only access. Queued messages, airtime transfers and chat messages wait; messages expire when their validity ends. Delivery receipts are still processed, webhooks are still called, and no data is deleted.'
      : 'Waiting messages that are still valid are sent.',
    examples: [`account ${verb} 2`],
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

/** Undefined when the option is missing; null for `none`. */
function readParent(input: Input): number | null | undefined {
  const text = input.text('parent')
  if (text === undefined) return undefined
  if (text === 'none') return null
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw badUsage('--parent must be the ID of an account, or none. Run "ngoma account list" to find it.')
  return Number(text)
}

/** Undefined when the option is missing; null for `default`. */
function readCountry(input: Input): string | null | undefined {
  const text = input.text('country')
  if (text === undefined || text === 'default') return text && null
  if (!/^[A-Za-z]{2}$/.test(text)) throw badUsage('--country must be a two-letter country code, such as TZ, or default')
  return text.toUpperCase()
}

const change: Command = {
  name: 'account change',
  about: 'Change the name, country or parent of an account.',
  arguments: [idArgument],
  options: {
    name: { value: 'NAME', about: 'New name.' },
    country: { value: 'CC', about: 'Two-letter country code, such as TZ, or default for NGOMA_COUNTRY.' },
    parent: { value: 'ID', about: 'Make it a sub-account of this account, or none to make it independent.' },
  },
  notes:
    'Omitted options keep their current values. Without options, the command only shows the account. Owners of the parent account have owner rights in the sub-account and can transfer credit to and from it. A sub-account cannot have sub-accounts.',
  examples: ['account change 2 --name "Duka la Asha"', 'account change 3 --parent 2'],
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

const smartEncoding: Command = {
  name: 'account smart-encoding',
  about: 'Replace typographic characters in messages of an account, if the text then needs fewer segments.',
  arguments: [idArgument],
  options: { off: { about: 'Send all characters unchanged.' } },
  notes:
    'Quotation marks, dashes and similar characters are replaced if the text then fits the GSM alphabet. A send can decide otherwise.',
  examples: ['account smart-encoding 2', 'account smart-encoding 2 --off'],
  async run(input) {
    const path = { account: numberIn(input, 'account list') }
    const answer = await withConsole((console) =>
      console.call('PUT /v2/account', { path, body: { smartEncoding: !input.is('off') } }),
    )
    input.print(answer, `Smart encoding of account ${path.account} is ${answer.smartEncoding ? 'on' : 'off'}.`)
    return exitCodes.done
  },
}

const twoFactor: Command = {
  name: 'account two-factor',
  about: 'Require two-factor authentication for all members of an account.',
  arguments: [idArgument],
  options: { off: { about: 'Stop requiring it.' } },
  notes:
    'Members without a second factor can sign in and set one up, but cannot do anything else in the account. API keys and tokens are not affected.',
  examples: ['account two-factor 2', 'account two-factor 2 --off'],
  async run(input) {
    const path = { account: numberIn(input, 'account list') }
    const required = !input.is('off')
    const answer = await withConsole((console) =>
      console.call('PUT /accounts/:account/two-factor', { path, body: { required } }),
    )
    input.print(
      answer,
      `Account ${path.account} ${required ? 'requires' : 'no longer requires'} two-factor authentication.`,
    )
    return exitCodes.done
  },
}

const accountLanguage: Command = {
  name: 'account language',
  about: 'Set the language of emails, default texts and checkout pages of an account.',
  arguments: [idArgument, { name: 'LANGUAGE', about: `${languages.join(', ')}, or default for NGOMA_LANGUAGE.` }],
  examples: ['account language 2 sw', 'account language 2 default'],
  async run(input) {
    const path = { account: numberIn(input, 'account list') }
    const [, name = ''] = input.arguments
    if (name !== 'default' && !isLanguage(name))
      throw badUsage(`unknown language ${JSON.stringify(name)}. Choose one of ${languages.join(', ')} or default.`)
    const language = name === 'default' ? null : name
    const answer = await withConsole((console) =>
      console.call('PUT /accounts/:account/language', { path, body: { language } }),
    )
    input.print(answer, `Account ${path.account}: language ${answer.language}.`)
    return exitCodes.done
  },
}

export const accountCommands: readonly Command[] = [
  {
    name: 'account create',
    about: 'Create an account.',
    arguments: [{ name: 'NAME', about: 'Name of the account.' }],
    options: {
      country: { value: 'CC', about: 'Two-letter country code, such as TZ. Default: NGOMA_COUNTRY.' },
      parent: { value: 'ID', about: 'Create a sub-account of this account, with the same currency.' },
      sender: { value: 'NAME', about: 'Create and approve this sender ID. Its PIN application 1 uses it too.' },
      ...ifMissingOption,
    },
    notes:
      'Outside staging the sender ID INFO of a new account is pending: use --sender, or approve one with "ngoma sender approve".',
    examples: ['account create "Duka la Asha" --sender DUKA', 'account create "Branch Arusha" --parent 2'],
    async run(input) {
      const [name = ''] = input.arguments
      const [country, parentId] = [readCountry(input) ?? null, readParent(input) ?? null]
      const sender = input.text('sender') ?? null
      const [account, isNew] = await withConsole(async (console) => {
        const found = input.is('if-missing')
          ? await findListed(console, 'GET /accounts', {}, name, (one) => one.name === name)
          : null
        if (found !== null) return [found, false] as const
        return [await console.call('POST /accounts', { body: { name, country, parentId, sender } }), true] as const
      })
      if (!isNew)
        input.print(
          account,
          `Account ${account.id} exists already${sender === null ? '.' : `; its sender IDs were not changed: ngoma sender request NAME --account ${account.id}`}`,
        )
      else
        input.print(
          account,
          `Account ${account.id} created. Next, create an API key: ngoma key create --account ${account.id} NAME`,
        )
      return exitCodes.done
    },
  },
  change,
  accountLanguage,
  twoFactor,
  smartEncoding,
  {
    name: 'account limits',
    about: 'Show or set the rate limit and the daily message limit of an account.',
    options: {
      ...accountOption,
      requests: { value: 'N', about: 'API requests per second, none for no limit, or default for the server setting.' },
      messages: { value: 'N', about: 'Messages per day (GMT), none for no limit, or default for the server setting.' },
    },
    notes:
      'Omitted options keep their current values. Without options, the command only shows the limits. A change takes effect on all processes within a second.',
    examples: ['account limits --account 2', 'account limits --account 2 --requests 50 --messages 100000'],
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
        `Requests per second: ${show(limits.requestsPerSecond)}\nMessages per day: ${show(limits.messagesPerDay)}`,
      )
      return exitCodes.done
    },
  },
  suspension('suspend', true, 'Suspend an account: reject its API keys and stop sending its messages.', 'suspended'),
  suspension('resume', false, 'Resume a suspended account.', 'active'),
  listCommand({
    name: 'account list',
    about: 'List accounts.',
    examples: ['account list'],
    route: 'GET /accounts',
    request: () => ({}),
    heads: ['ID', 'NAME', 'COUNTRY', 'PARENT', 'CREATED', 'STATUS'],
    row: ({ id, name, country, parentId, createdAt, suspendedAt }) => [
      id,
      name,
      country,
      parentId ?? '-',
      timeCell(createdAt),
      suspendedAt === null ? 'active' : `suspended since ${timeCell(suspendedAt)}`,
    ],
    nothing: 'No accounts.',
  }),
]
