import type { ItemOf, PagedRoute, RequestOf } from '../contract/console/index.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, type Input, type Option, table } from './command.ts'

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
  page: { value: 'N', about: 'Page number. Default: 1.' },
  limit: { value: 'N', about: 'Rows per page, at most 1,000. Default: 100.' },
}

export function pageQuery(input: Input): Record<'page' | 'limit', string> {
  const [page, limit] = [input.text('page') ?? '1', input.text('limit') ?? '100']
  if (!/^[1-9]\d{0,14}$/.test(page)) throw badUsage('--page must be a number, 1 or greater')
  if (!/^[1-9]\d{0,14}$/.test(limit) || Number(limit) > pageLimitMax)
    throw badUsage(`--limit must be a number from 1 to ${pageLimitMax}`)
  return { page, limit }
}

/** The first search result that matches; null without one. */
export async function findListed<Route extends PagedRoute>(
  console: ConsoleClient,
  route: Route,
  request: RequestOf<Route>,
  q: string,
  isMatch: (item: ItemOf<Route>) => boolean,
): Promise<ItemOf<Route> | null> {
  for await (const item of walk(console, route, request, { q, sortBy: 'id' })) {
    if (isMatch(item)) return item
  }
  return null
}

/** Reads all pages. Only for short lists. */
export async function readAll<Route extends PagedRoute>(
  console: ConsoleClient,
  route: Route,
  request: RequestOf<Route>,
): Promise<readonly ItemOf<Route>[]> {
  const all: ItemOf<Route>[] = []
  for await (const item of walk(console, route, request)) all.push(item)
  return all
}

async function* walk<Route extends PagedRoute>(
  console: ConsoleClient,
  route: Route,
  request: RequestOf<Route>,
  search: Readonly<Record<string, string>> = {},
): AsyncGenerator<ItemOf<Route>> {
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { data, pagination } = await console.list(route, request, { ...search, page, limit: pageLimitMax })
    yield* data
    pages = pagination.totalPages
  }
}

/** How a list is printed as a table. */
export interface Shown<T> {
  readonly heads: readonly string[]
  readonly row: (item: T) => readonly unknown[]
  /** A text that is too long for a column, printed below its row. */
  readonly below?: (item: T) => string | null
  /** Printed for an empty list. */
  readonly nothing: string
}

/** Prints one page of a console list. */
export async function showList<Route extends PagedRoute>(
  input: Input,
  route: Route,
  request: RequestOf<Route> | ((console: ConsoleClient) => Promise<RequestOf<Route>>),
  { heads, row, below = () => null, nothing }: Shown<ItemOf<Route>>,
): Promise<number> {
  const page = pageQuery(input)
  const found = await withConsole(async (console) => {
    const asked = typeof request === 'function' ? await request(console) : request
    return console.list(route, asked, page)
  })
  const { totalItems, totalPages, currentPage, hasMore = false } = found.pagination
  const least = hasMore ? 'at least ' : ''
  const more = totalPages > 1 ? `\n\nPage ${currentPage} of ${least}${totalPages}, ${least}${totalItems} in total.` : ''
  input.print(
    found,
    found.data.length === 0 ? nothing : table(heads, found.data.map(row), found.data.map(below)) + more,
  )
  return exitCodes.done
}

interface ListCommand<Route extends PagedRoute> extends Shown<ItemOf<Route>> {
  readonly name: string
  readonly about: string
  readonly route: Route
  readonly request: (input: Input, console: ConsoleClient) => RequestOf<Route> | Promise<RequestOf<Route>>
  readonly options?: Readonly<Record<string, Option>>
  readonly notes?: string
  readonly examples: readonly string[]
}

/** A command that prints one page of a console list. */
export const listCommand = <Route extends PagedRoute>({
  name,
  about,
  route,
  request,
  options,
  notes,
  examples,
  ...shown
}: ListCommand<Route>): Command => ({
  name,
  about,
  options: { ...options, ...pageOptions },
  ...(notes === undefined ? {} : { notes }),
  examples,
  run: (input) => showList(input, route, async (console) => request(input, console), shown),
})
