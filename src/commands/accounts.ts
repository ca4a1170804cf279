import type { AccountLimits } from '../contract/console/accounts.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, type Input, type Option, table, timeCell } from './command.ts'
import { accountIn, accountOption, listCommand, pageOptions, pageQuery, type Shown } from './lists.ts'

export { accountOption, pageOptions, pageQuery, type Shown }

export function accountPath(input: Input): string {
  const account = input.text('account') ?? '1'
  if (!/^\d+$/.test(account)) throw badUsage('--account is a number: ngoma account list shows them')
  return `/accounts/${account}`
}

export interface Listed<T> {
  readonly data: readonly T[]
  readonly pagination: { readonly totalItems: number; readonly totalPages: number; readonly currentPage: number }
}

const pageLimitMax = 1_000

/** The one that is meant, of all that a search finds; null when it is not among them. */
export async function findListedAt<T>(
  console: ConsoleClient,
  path: string,
  q: string,
  isMeant: (item: T) => boolean,
): Promise<T | null> {
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const query = new URLSearchParams({ q, sortBy: 'id', page: String(page), limit: String(pageLimitMax) })
    const { data, pagination } = await console.callPath<Listed<T>>('GET', `${path}?${query}`)
    const found = data.find(isMeant)
    if (found !== undefined) return found
    pages = pagination.totalPages
  }
  return null
}

/** All of a list that is short. */
export async function readAllAt<T>(console: ConsoleClient, path: string): Promise<readonly T[]> {
  const all: T[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { data, pagination } = await console.callPath<Listed<T>>(
      'GET',
      `${path}?${new URLSearchParams({ page: String(page), limit: String(pageLimitMax) })}`,
    )
    all.push(...data)
    pages = pagination.totalPages
  }
  return all
}

/** What a list is asked for, besides the page. */
export type Filter = Readonly<Record<string, string>>

/** Shows a page of a list of the console. */
export async function showListAt<T>(
  input: Input,
  path: string,
  filter: Filter | ((console: ConsoleClient) => Promise<Filter>),
  { heads, row, below = () => null, nothing }: Shown<T>,
): Promise<number> {
  const page = pageQuery(input)
  const found = await withConsole(async (console) => {
    const query = new URLSearchParams({ ...page, ...(typeof filter === 'function' ? await filter(console) : filter) })
    return console.callPath<Listed<T>>('GET', `${path}?${query}`)
  })
  const { totalItems, totalPages, currentPage } = found.pagination
  const more = totalPages > 1 ? `\n\nPage ${currentPage} of ${totalPages}, ${totalItems} in all.` : ''
  input.print(
    found,
    found.data.length === 0 ? nothing : table(heads, found.data.map(row), found.data.map(below)) + more,
  )
  return exitCodes.done
}

interface ListCommand<T> extends Shown<T> {
  readonly name: string
  readonly about: string
  readonly path: (input: Input) => string
  readonly query?: (input: Input, console: ConsoleClient) => Promise<Filter>
  readonly options?: Readonly<Record<string, Option>>
}

/** A command that shows a list of the console, a page at a time. */
export const listCommandAt = <T>({ name, about, path, options, query, ...shown }: ListCommand<T>): Command => ({
  name,
  about,
  options: { ...options, ...pageOptions },
  run: (input) => showListAt(input, path(input), query ? (console) => query(input, console) : {}, shown),
})

const limitMax = 2_147_483_647

/** Null is the default of the settings; undefined, what it was. */
function readLimit(input: Input, option: string): number | null | undefined {
  const text = input.text(option)
  if (text === undefined) return undefined
  if (text === 'default') return null
  if (!/^[1-9]\d{0,9}$/.test(text) || Number(text) > limitMax)
    throw badUsage(`--${option} is a number from 1 to ${limitMax}, or default`)
  return Number(text)
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
      requests: { value: 'N', about: 'Requests a second, counted by each process; default is what the settings say.' },
      messages: { value: 'N', about: 'Messages a day, GMT; default is what the settings say.' },
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
      const show = (limit: number | null) => limit ?? 'default'
      input.print(
        limits,
        `Requests a second: ${show(limits.requestsPerSecond)}\nMessages a day: ${show(limits.messagesPerDay)}`,
      )
      return exitCodes.done
    },
  },
  listCommand({
    name: 'account list',
    about: 'List the accounts.',
    route: 'GET /accounts',
    request: () => ({}),
    heads: ['ID', 'NAME', 'CREATED'],
    row: ({ id, name, createdAt }) => [id, name, timeCell(createdAt)],
    nothing: 'There are no accounts.',
  }),
]
