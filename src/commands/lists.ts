import type { ItemOf, PagedRoute, RequestOf } from '../contract/console/index.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, type Input, type Option, table } from './command.ts'

const pageLimitMax = 1_000

/** The account in the path of a route. */
export interface AccountPath {
  readonly account: string
}

/** The first account, when no other is named. */
export const accountOption: Readonly<Record<string, Option>> = {
  account: { value: 'ID', about: 'The account; 1 when left out.' },
}

/** The account that a command is about: the one that `--account` names, or the first. */
export function accountIn(input: Input): AccountPath {
  const account = input.text('account') ?? '1'
  if (!/^\d+$/.test(account)) throw badUsage('--account is a number: ngoma account list shows them')
  return { account }
}

export const pageOptions: Readonly<Record<string, Option>> = {
  page: { value: 'N', about: 'Which page; 1 when left out.' },
  limit: { value: 'N', about: 'How many on a page; 100 when left out, at most 1,000.' },
}

/** Which page, as the console wants to hear it. */
export function pageQuery(input: Input): Record<'page' | 'limit', string> {
  const [page, limit] = [input.text('page') ?? '1', input.text('limit') ?? '100']
  if (!/^[1-9]\d{0,14}$/.test(page)) throw badUsage('--page is a number from 1 on')
  if (!/^[1-9]\d{0,14}$/.test(limit) || Number(limit) > pageLimitMax)
    throw badUsage(`--limit is a number from 1 to ${pageLimitMax}`)
  return { page, limit }
}

/** The item that is meant, of all that a search finds; null when it is not among them. */
export async function findListed<Route extends PagedRoute>(
  console: ConsoleClient,
  route: Route,
  request: RequestOf<Route>,
  q: string,
  isMeant: (item: ItemOf<Route>) => boolean,
): Promise<ItemOf<Route> | null> {
  for await (const item of walk(console, route, request, { q, sortBy: 'id' })) {
    if (isMeant(item)) return item
  }
  return null
}

/** All items of a list that is short. */
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

/** How a list is shown to people. */
export interface Shown<T> {
  readonly heads: readonly string[]
  readonly row: (item: T) => readonly unknown[]
  /** A line of its own, for what is long. */
  readonly below?: (item: T) => string | null
  readonly nothing: string
}

/** Shows a page of a list of the console. */
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
  const { totalItems, totalPages, currentPage } = found.pagination
  const more = totalPages > 1 ? `\n\nPage ${currentPage} of ${totalPages}, ${totalItems} in all.` : ''
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
}

/** A command that shows a list of the console, a page at a time. */
export const listCommand = <Route extends PagedRoute>({
  name,
  about,
  route,
  request,
  options,
  ...shown
}: ListCommand<Route>): Command => ({
  name,
  about,
  options: { ...options, ...pageOptions },
  run: (input) => showList(input, route, async (console) => request(input, console), shown),
})
