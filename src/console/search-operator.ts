import type { FastifyInstance } from 'fastify'
import { serve } from '../console-route.ts'
import type { Context } from '../context.ts'
import type { OperatorSearchGroup, OperatorSearchItem, OperatorSearchKind } from '../contract/console/search.ts'
import { findAccount, listAccounts } from '../modules/accounts/index.ts'
import { listCarrierNames } from '../modules/routing/index.ts'
import { listUsers } from '../modules/users/index.ts'
import { parseId } from '../values/id.ts'
import { searchText } from '../values/page.ts'
import { itemsMax, readSearched } from './search.ts'

/** The search of operators: accounts, carriers and users. */
export function operatorSearchConsole(app: FastifyInstance, ctx: Context): void {
  serve(app, 'GET /search', { may: 'operator', reads: 'users.read' }, async ({ query }) => {
    const text = readSearched(query)
    const page = { page: 1, limit: itemsMax + 1 }
    const id = parseId(text)
    const [byId, accounts, carriers, users] = await Promise.all([
      id === null ? null : findAccount(ctx, id),
      listAccounts(ctx, { ...page, search: text }),
      listCarrierNames(ctx.db),
      listUsers(ctx.db, { email: null, search: text }, page),
    ])
    const others = accounts.items.filter((account) => account.id !== id)
    const groups = [
      groupOf('account', byId === null ? others : [byId, ...others], (account) => ({
        id: String(account.id),
        title: account.name,
        detail: '',
      })),
      groupOf(
        'carrier',
        carriers.filter((name) => searchText(name).includes(text)),
        (name) => ({ id: name, title: name, detail: '' }),
      ),
      groupOf('user', users.items, ({ id: found, name, email }) => ({
        id: found,
        title: name || email,
        detail: name === '' ? '' : email,
      })),
    ]
    return { groups: groups.filter(({ items }) => items.length > 0) }
  })
}

const groupOf = <T>(
  kind: OperatorSearchKind,
  found: readonly T[],
  show: (one: T) => Omit<OperatorSearchItem, 'kind'>,
): OperatorSearchGroup => ({
  kind,
  items: found.slice(0, itemsMax).map((one) => ({ kind, ...show(one) })),
  hasMore: found.length > itemsMax,
})
