import type { ItemOf, ListPart, ListRoute, RequestOf } from '../contract/console/index.ts'
import { isOfAccountApi } from '../values/address.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import { type Argument, badUsage, type Command, exitCodes, type Input, type Option, table } from './command.ts'

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

async function* walk<Route extends ListRoute>(
  console: ConsoleClient,
  route: Route,
  request: RequestOf<Route>,
  search: Readonly<Record<string, string>> = {},
): AsyncGenerator<ItemOf<Route>> {
  for await (const { data } of walkPages(console, route, request, search, pageLimitMax)) yield* data
}

/** The pages of a list, by cursor in the account API and by number in the console. */
async function* walkPages<Route extends ListRoute>(
  console: ConsoleClient,
  route: Route,
  request: RequestOf<Route>,
  search: Readonly<Record<string, string>>,
  limit: number | string,
): AsyncGenerator<ListPart<ItemOf<Route>>> {
  for (let page = 1, cursor: string | null | undefined; ; page += 1) {
    const place = cursor ? { cursor } : page === 1 ? {} : { page }
    const found = await console.list(route, request, { ...search, limit, ...place })
    yield found
    cursor = found.next
    if (!cursor && page >= (found.pagination?.totalPages ?? 1)) return
  }
}

/** Reads one page of a list by its number. A page after the last is empty. */
export async function readPage<Route extends ListRoute>(
  console: ConsoleClient,
  route: Route,
  request: RequestOf<Route>,
  { page, limit }: { readonly page: string; readonly limit: string },
): Promise<ListPart<ItemOf<Route>>> {
  if (!isOfAccountApi(route)) return console.list(route, request, { page, limit })
  let left = Number(page)
  for await (const found of walkPages(console, route, request, {}, limit)) {
    left -= 1
    if (left === 0) return found
  }
  return { data: [], next: null }
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
export async function showList<Route extends ListRoute>(
  input: Input,
  route: Route,
  request: RequestOf<Route> | ((console: ConsoleClient) => Promise<RequestOf<Route>>),
  { heads, row, below = () => null, nothing }: Shown<ItemOf<Route>>,
): Promise<number> {
  const page = pageQuery(input)
  const found = await withConsole(async (console) => {
    const asked = typeof request === 'function' ? await request(console) : request
    return readPage(console, route, asked, page)
  })
  const more = describePlace(found, Number(page.page), Number(page.limit))
  input.print(
    found,
    found.data.length === 0 ? nothing : table(heads, found.data.map(row), found.data.map(below)) + more,
  )
  return exitCodes.done
}

/** The place of a page in its list; empty for a list of one page. */
export function describePlace(
  { pagination, total = null, next }: ListPart<unknown>,
  page: number,
  limit: number,
): string {
  const items = pagination?.totalItems ?? total
  const pages = items === null ? null : Math.ceil(items / limit)
  if (pages === null) return page > 1 || next ? `\n\nPage ${page}${next ? ', and there are more' : ''}.` : ''
  const least = pagination?.hasMore ? 'at least ' : ''
  return pages > 1 ? `\n\nPage ${page} of ${least}${pages}, ${least}${items} in total.` : ''
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
  ...(positional === undefined ? {} : { arguments: positional }),
  options: { ...options, ...pageOptions },
  ...(notes === undefined ? {} : { notes }),
  examples,
  run: (input) => showList(input, route, async (console) => request(input, console), shown),
})
