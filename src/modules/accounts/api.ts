import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serve } from '../../api-route.ts'
import type { Context } from '../../context.ts'
import { type AccountChange, account } from '../../contract/account/account.ts'
import type { ListedAccount } from '../../contract/console/accounts.ts'
import { accounts } from '../../contract/console/accounts.ts'
import { mapItems, readSearch, showList } from '../../values/page.ts'
import { readPlace } from '../../values/place.ts'
import { createAccount, type PrepareAccount } from './change.ts'
import { type Account, findDailyLimit, getAccount, listAccounts } from './find.ts'
import { changeAccount, checkCountry, readSettings, type SettingsOfModules } from './settings.ts'
import { countParts } from './store-accounts.ts'

/** Reads the SMS credit of accounts, and their messages of the last 24 hours. Other modules have them. */
export type ReadFigures = (
  ids: readonly number[],
) => Promise<(id: number) => Pick<ListedAccount, 'available' | 'messages' | 'failed'>>

/** Accounts and their credentials. */
export function accountsApi(
  app: FastifyInstance,
  ctx: Context,
  prepare: readonly PrepareAccount[],
  modules: SettingsOfModules,
  readFigures: ReadFigures,
): void {
  const { db } = ctx

  const show = async (accountId: number) => ({
    ...(await readSettings(db, modules, accountId)),
    ...(await getAccount(ctx, accountId)),
  })

  async function showOwn(accountId: number) {
    const { parentId: _, suspended, suspendedAt, ...shown } = await show(accountId)
    return {
      ...shown,
      requestsPerSecond: (shown.requestsPerSecond ?? ctx.config.requestsPerSecond) || null,
      messagesPerDay: await findDailyLimit(ctx, accountId),
      counts: await countParts(db, accountId, ctx.clock.now()),
    }
  }

  async function change(accountId: number, body: AccountChange, request: FastifyRequest) {
    // A refused change is recorded too.
    request.auditDetail = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, { new: value }]))
    request.auditDetail = await changeAccount(ctx, modules, accountId, body)
  }

  serve(app, accounts.list, async ({ query }) => {
    const place = readPlace(query)
    const found = await listAccounts(ctx, { place, search: readSearch(query) })
    const figuresOf = await readFigures(found.items.map(({ id }) => id))
    return showList(mapItems(found, (account) => ({ ...account, ...figuresOf(account.id) })))
  })

  serve(app, accounts.create, async ({ body, request }) => {
    const { name, parentId = null, country = null } = body
    const sender = body.sender?.trim() ?? null
    checkCountry(country)
    const added = { name, parentId, country, sender }
    const id = await db.transaction((tx) => createAccount(tx, added, prepare, ctx.clock.now()))
    request.auditDetail = { id, ...added }
    return getAccount(ctx, id)
  })

  // Members must not learn that the account has a parent.
  serve(app, accounts.get, async ({ accountId, request }) => {
    const shown = await show(accountId)
    return request.actor?.operator ? shown : { ...shown, parentId: null }
  })

  serve(app, accounts.update, async ({ accountId, body, request }) => {
    await change(accountId, body, request)
    return show(accountId)
  })

  serve(app, account.get, ({ accountId }) => showOwn(accountId))

  serve(app, account.update, async ({ accountId, body, request }) => {
    await change(accountId, body, request)
    return showOwn(accountId)
  })

  serve(app, accounts.subAccounts, async ({ accountId, query }) => {
    const place = readPlace(query)
    const found = await listAccounts(ctx, { place, search: readSearch(query), parentId: accountId })
    return showList(mapItems(found, showSubAccount))
  })
}

const showSubAccount = ({ id, name, currency, country, createdAt, suspendedAt }: Account) => ({
  id,
  name,
  currency,
  country,
  createdAt,
  suspendedAt,
})
