import type { ItemOf, ListPart, ListRoute, RequestOf } from '../contract/console/index.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import { badUsage, countIn, type Input, type Option, secondsCell, table } from './command.ts'

const pageLimitMax = 1_000

export const badAccount = '--account must be a number. Run "ngoma account list" to find it.'

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

interface PageWish {
  readonly limit: number
  readonly cursor?: string
}

export function pageIn(input: Input): PageWish {
  return { limit: countIn(input, 'limit', 1, pageLimitMax) ?? 100, cursor: input.text('cursor') }
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

export interface Shown<T> {
  readonly heads: readonly string[]
  readonly row: (item: T) => readonly unknown[]
  /** Printed for an empty list. */
  readonly nothing: string
}

/** The text for an empty list of an account, which names the account that was not chosen. */
export const nothingOfAccount = (input: Input, what: string) =>
  input.text('account') === undefined ? `${what} of account 1. For another account, use --account ID.` : `${what}.`

export async function showList<Route extends ListRoute>(
  input: Input,
  route: Route,
  request: RequestOf<Route>,
  shown: Shown<ItemOf<Route>>,
): Promise<number> {
  const page = pageIn(input)
  const found = await withConsole((console) => readPage(console, route, request, page))
  return input.print(found, describeList(found, page, shown))
}

/** A page of a list as text. An empty page is the end of a search only if it has no `next`. */
export function describeList<T>(
  { data, next, total = null, searchedTo }: ListPart<T>,
  { limit, cursor }: PageWish,
  { heads, row, nothing }: Shown<T>,
): string {
  const isFirst = cursor === undefined
  const rows = data.length === 0 ? [] : [table(heads, data.map(row))]
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
