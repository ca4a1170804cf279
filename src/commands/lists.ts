import type { ItemOf, ListPart, ListRoute, RequestOf } from '../contract/console/index.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import {
  type Argument,
  badUsage,
  type Command,
  exitCodes,
  type Input,
  type Option,
  secondsCell,
  table,
} from './command.ts'

const pageLimitMax = 1_000

export const badAccount = '--account must be a number. Run "ngoma account list" to find it.'

/** The account in the path of a route. */
export interface AccountPath {
  readonly account: string
}

export const accountOption: Readonly<Record<string, Option>> = {
  account: { value: 'ID', about: 'ID of the account. Default: 1.' },
}

/** For commands that create objects with a name of their own. */
export const ifMissingOption: Readonly<Record<string, Option>> = {
  'if-missing': { about: 'Change nothing if it exists already, so that a script can run again.' },
}

/** The account of `--account`; by default the first. */
export function accountIn(input: Input): AccountPath {
  const account = input.text('account') ?? '1'
  if (!/^\d+$/.test(account)) throw badUsage(badAccount)
  return { account }
}

export const pageOptions: Readonly<Record<string, Option>> = {
  limit: { value: 'N', about: 'Rows per page, at most 1,000. Default: 100.' },
  cursor: { value: 'CURSOR', about: 'The next page, as the page before it says.' },
}

/** The page of the options. */
interface PageWish {
  readonly limit: number
  readonly cursor?: string
}

export function pageIn(input: Input): PageWish {
  const limit = input.text('limit') ?? '100'
  if (!/^[1-9]\d{0,14}$/.test(limit) || Number(limit) > pageLimitMax)
    throw badUsage(`--limit must be a number from 1 to ${pageLimitMax}`)
  return { limit: Number(limit), cursor: input.text('cursor') }
}

/** The first search result that matches; null without one. */
export async function findListed<Route extends ListRoute>(
  console: ConsoleClient,
  route: Route,
  request: RequestOf<Route>,
  q: string,
  isMatch: (item: ItemOf<Route>) => boolean,
): Promise<ItemOf<Route> | null> {
  for await (const item of walk(console, route, request, { q })) {
    if (isMatch(item)) return item
  }
  return null
}

/** Reads all pages. Only for short lists. */
export async function readAll<Route extends ListRoute>(
  console: ConsoleClient,
  route: Route,
  request: RequestOf<Route>,
): Promise<readonly ItemOf<Route>[]> {
  const all: ItemOf<Route>[] = []
  for await (const item of walk(console, route, request)) all.push(item)
  return all
}

export async function* walk<Route extends ListRoute>(
  console: ConsoleClient,
  route: Route,
  request: RequestOf<Route>,
  search: Readonly<Record<string, string>> = {},
): AsyncGenerator<ItemOf<Route>> {
  let cursor: string | null | undefined
  do {
    const part = await console.list(route, request, { ...search, limit: pageLimitMax, cursor })
    yield* part.data
    cursor = part.next
  } while (cursor)
}

/** A search in a long list goes on for this long before it says how far it came. */
const searchMs = 10_000

/**
 * Reads one page of a list. A request that searches many rows returns early with a short page; the search goes on until
 * the page is full or it takes too long.
 */
export async function readPage<Route extends ListRoute>(
  console: ConsoleClient,
  route: Route,
  request: RequestOf<Route>,
  { limit, cursor }: PageWish,
): Promise<ListPart<ItemOf<Route>>> {
  const until = performance.now() + searchMs
  const data: ItemOf<Route>[] = []
  for (let after = cursor; ; ) {
    const found = await console.list(route, request, { limit: limit - data.length, cursor: after })
    data.push(...found.data)
    if (!found.next || data.length >= limit || performance.now() > until) return { ...found, data }
    after = found.next
  }
}

/** How a list is printed as a table. */
export interface Shown<T> {
  readonly heads: readonly string[]
  readonly row: (item: T) => readonly unknown[]
  /** A text that is too long for a column, printed below its row. */
  readonly below?: (item: T) => string | null
  /** Printed for an empty list. */
  readonly nothing: string | ((input: Input) => string)
}

/** The text for an empty list of an account, which names the account that was not chosen. */
export const nothingOfAccount = (what: string) => (input: Input) =>
  input.text('account') === undefined ? `${what} of account 1. For another account, use --account ID.` : `${what}.`

/** Prints one page of a console list. */
export async function showList<Route extends ListRoute>(
  input: Input,
  route: Route,
  request: RequestOf<Route> | ((console: ConsoleClient) => Promise<RequestOf<Route>>),
  shown: Shown<ItemOf<Route>>,
): Promise<number> {
  const page = pageIn(input)
  const found = await withConsole(async (console) => {
    const asked = typeof request === 'function' ? await request(console) : request
    return readPage(console, route, asked, page)
  })
  const nothing = typeof shown.nothing === 'string' ? shown.nothing : shown.nothing(input)
  input.print(found, describeList(found, page, { ...shown, nothing }))
  return exitCodes.done
}

/** A page of a list as text. An empty page is the end of a search only if it has no `next`. */
export function describeList<T>(
  { data, next, total = null, searchedTo }: ListPart<T>,
  { limit, cursor }: PageWish,
  { heads, row, below = () => null, nothing }: Shown<T> & { readonly nothing: string },
): string {
  const isFirst = cursor === undefined
  const rows = data.length === 0 ? [] : [table(heads, data.map(row), data.map(below))]
  if (next && (searchedTo || data.length < limit)) {
    const count = data.length > 0 ? `${data.length} found` : isFirst ? 'none match' : 'no more match'
    const place = searchedTo ? secondsCell(searchedTo) : 'older entries'
    return [...rows, `Searched back to ${place}; ${count} so far. Continue with --cursor ${next}`].join('\n\n')
  }
  if (data.length === 0) return isFirst ? nothing : 'No more entries.'
  if (next)
    return [...rows, `${total === null ? 'There are more' : `${total} in total`}. Next page: --cursor ${next}`].join(
      '\n\n',
    )
  return rows.join('')
}

interface ListCommand<Route extends ListRoute> extends Shown<ItemOf<Route>> {
  readonly name: string
  readonly about: string
  readonly route: Route
  readonly request: (input: Input, console: ConsoleClient) => RequestOf<Route> | Promise<RequestOf<Route>>
  readonly arguments?: readonly Argument[]
  readonly options?: Readonly<Record<string, Option>>
  readonly notes?: string
  readonly examples: readonly string[]
}

/** A command that prints one page of a console list. */
export const listCommand = <Route extends ListRoute>({
  name,
  about,
  route,
  request,
  arguments: positional,
  options,
  notes,
  examples,
  ...shown
}: ListCommand<Route>): Command => ({
  name,
  about,
  arguments: positional,
  options: { ...options, ...pageOptions },
  notes,
  examples,
  run: (input) => showList(input, route, async (console) => request(input, console), shown),
})
