import { withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, type Input, type Option, table, timeCell } from './command.ts'

/** The first account, when no other is named. */
export const accountOption: Readonly<Record<string, Option>> = { account: { value: 'ID', about: 'The account; 1 when left out.' } }

export function accountPath(input: Input): string {
  const account = input.text('account') ?? '1'
  if (!/^\d+$/.test(account)) throw badUsage('--account is a number: ngoma account list shows them')
  return `/accounts/${account}`
}

export const pageOptions: Readonly<Record<string, Option>> = {
  page: { value: 'N', about: 'Which page; 1 when left out.' },
  limit: { value: 'N', about: 'How many on a page; 100 when left out, at most 1,000.' },
}

const pageLimitMax = 1_000

/** Which page, as the console wants to hear it. */
export function pageQuery(input: Input): Record<'page' | 'limit', string> {
  const [page, limit] = [input.text('page') ?? '1', input.text('limit') ?? '100']
  if (!/^[1-9]\d{0,14}$/.test(page)) throw badUsage('--page is a number from 1 on')
  if (!/^[1-9]\d{0,14}$/.test(limit) || Number(limit) > pageLimitMax) throw badUsage(`--limit is a number from 1 to ${pageLimitMax}`)
  return { page, limit }
}

export interface Listed<T> {
  readonly data: readonly T[]
  readonly pagination: { readonly totalItems: number; readonly totalPages: number; readonly currentPage: number }
}

/** A command that shows a list of the console, a page at a time. */
export function listCommand<T>(list: {
  readonly name: string
  readonly about: string
  readonly path: (input: Input) => string
  readonly options?: Readonly<Record<string, Option>>
  readonly heads: readonly string[]
  readonly row: (item: T) => readonly unknown[]
  readonly nothing: string
}): Command {
  return {
    name: list.name,
    about: list.about,
    options: { ...list.options, ...pageOptions },
    async run(input) {
      const path = `${list.path(input)}?${new URLSearchParams(pageQuery(input))}`
      const found = await withConsole((console) => console.call<Listed<T>>('GET', path))
      const { totalItems, totalPages, currentPage } = found.pagination
      const more = totalPages > 1 ? `\n\nPage ${currentPage} of ${totalPages}, ${totalItems} in all.` : ''
      input.print(found, found.data.length === 0 ? list.nothing : table(list.heads, found.data.map(list.row)) + more)
      return exitCodes.done
    },
  }
}

interface Account {
  readonly id: number
  readonly name: string
  readonly createdAt: string
}

export const accountCommands: readonly Command[] = [
  {
    name: 'account create',
    about: 'Create an account.',
    arguments: [{ name: 'NAME', about: 'What people call it.' }],
    async run(input) {
      const account = await withConsole((console) => console.call<Account>('POST', '/accounts', { name: input.arguments[0] }))
      input.print(account, `Account ${account.id} was created. Give it a key: ngoma key create --account ${account.id} NAME`)
      return exitCodes.done
    },
  },
  listCommand<Account>({
    name: 'account list',
    about: 'List the accounts.',
    path: () => '/accounts',
    heads: ['ID', 'NAME', 'CREATED'],
    row: ({ id, name, createdAt }) => [id, name, timeCell(createdAt)],
    nothing: 'There are no accounts.',
  }),
]
