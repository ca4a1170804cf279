import type { FastifyInstance } from 'fastify'
import { type ConsoleCall, serve } from '../../console-route.ts'
import type { Context } from '../../context.ts'
import type { CredentialBody, ListedAccount } from '../../contract/console/accounts.ts'
import type { Tx } from '../../engine/db/index.ts'
import { isCountryCode } from '../../values/country-codes.ts'
import { readPage, readSearch, showPage } from '../../values/page.ts'
import { uniqueScopes } from '../../values/scopes.ts'
import { changeCredential } from './change.ts'
import { createAccount, type PrepareAccount, type TranslateAccount } from './create.ts'
import { type CredentialLimits, createKey, createToken, revokeCredential } from './credentials.ts'
import { BadCredential, badCredential, credentialMissing, operatorsOnly, unknownCountry } from './errors.ts'
import { type Account, findLanguage, getAccount, listAccounts } from './find.ts'
import { setLimits } from './limits.ts'
import { setParent } from './parent.ts'
import { rotateCredential } from './rotate.ts'
import { listCredentials } from './store.ts'
import { lockAccounts, updateAccount, updateLanguage, updateTwoFactor } from './store-accounts.ts'
import { type ResumeAccount, setSuspended } from './suspend.ts'

type Issue<T> = (tx: Tx, accountId: number, name: string, now: Date, limits: CredentialLimits) => Promise<T>

type CreateCall = Pick<ConsoleCall<'POST /accounts/:account/keys'>, 'accountId' | 'body' | 'request'>

/** Reads the SMS credit of accounts, and their messages of the last 24 hours. Other modules have them. */
type ReadFigures = (
  ids: readonly number[],
) => Promise<(id: number) => Pick<ListedAccount, 'available' | 'messages' | 'failed'>>

/** Accounts and their credentials. */
export function accountsConsole(
  app: FastifyInstance,
  ctx: Context,
  prepare: readonly PrepareAccount[],
  resume: readonly ResumeAccount[],
  onLanguage: readonly TranslateAccount[],
  readFigures: ReadFigures,
): void {
  const { db } = ctx

  serve(app, 'GET /accounts', { may: 'operator' }, async ({ query }) => {
    const page = readPage(query)
    const { items, ...total } = await listAccounts(ctx, { ...page, search: readSearch(query) })
    const figuresOf = await readFigures(items.map(({ id }) => id))
    return showPage({ items: items.map((account) => ({ ...account, ...figuresOf(account.id) })), ...total }, page)
  })

  serve(app, 'POST /accounts', { may: 'operator', does: 'account.create' }, async ({ body, request }) => {
    const { name, parentId = null, country = null } = body
    const sender = body.sender?.trim() ?? null
    checkCountry(country)
    const account = { name, parentId, country, sender }
    const id = await db.transaction((tx) => createAccount(tx, account, prepare, ctx.clock.now()))
    request.auditDetail = { id, ...account }
    return getAccount(ctx, id)
  })

  // Members must not learn that the account has a parent.
  serve(app, 'GET /accounts/:account', { may: 'viewer' }, async ({ accountId, request }) => {
    const account = await getAccount(ctx, accountId)
    return request.actor?.operator ? account : { ...account, parentId: null }
  })

  // Only operators: payers at the checkout and invited users trust the name of an account.
  serve(
    app,
    'PUT /accounts/:account',
    { may: 'operator', does: 'account.change' },
    async ({ accountId, body: { name, country }, request }) => {
      checkCountry(country)
      request.auditDetail = { name, country }
      await updateAccount(db, accountId, { name, country })
      return getAccount(ctx, accountId)
    },
  )

  serve(
    app,
    'PUT /accounts/:account/parent',
    { may: 'operator', does: 'account.parent', asksProof: true },
    async ({ accountId, body: { parentId }, request }) => {
      request.auditDetail = { parentId }
      await setParent(ctx, accountId, parentId)
      return getAccount(ctx, accountId)
    },
  )

  serve(app, 'GET /accounts/:account/sub-accounts', { may: 'owner' }, async ({ accountId, query }) => {
    const page = readPage(query)
    const { items, ...total } = await listAccounts(ctx, { ...page, search: readSearch(query), parentId: accountId })
    return showPage({ items: items.map(showSubAccount), ...total }, page)
  })

  serve(
    app,
    'PUT /accounts/:account/limits',
    { may: 'operator', does: 'account.limits' },
    async ({ accountId, body: { requestsPerSecond, messagesPerDay }, request }) => {
      const limits = { requestsPerSecond, messagesPerDay }
      request.auditDetail = limits
      await setLimits(ctx, accountId, limits)
      return limits
    },
  )

  serve(
    app,
    'PUT /accounts/:account/two-factor',
    { may: 'owner', does: 'account.two-factor', asksProof: true },
    async ({ accountId, body: { required }, request }) => {
      request.auditDetail = { required }
      await updateTwoFactor(db, accountId, required)
      return { required }
    },
  )

  serve(
    app,
    'PUT /accounts/:account/language',
    { may: 'owner', does: 'account.language' },
    async ({ accountId, body: { language: chosen }, request }) => {
      request.auditDetail = { language: chosen }
      const language = chosen ?? ctx.config.language
      await db.transaction(async (tx) => {
        await lockAccounts(tx, [accountId])
        const before = await findLanguage({ db: tx, config: ctx.config }, accountId)
        await updateLanguage(tx, accountId, chosen)
        for (const translate of onLanguage) await translate(tx, accountId, before, language)
      })
      return { language }
    },
  )

  serve(
    app,
    'PUT /accounts/:account/suspension',
    { may: 'operator', does: 'account.suspension' },
    async ({ accountId, body: { suspended }, request }) => {
      request.auditDetail = { suspended }
      await setSuspended(ctx, accountId, suspended, resume)
      return getAccount(ctx, accountId)
    },
  )

  serve(app, 'GET /accounts/:account/credentials', { may: 'viewer' }, async ({ accountId, query }) => {
    const page = readPage(query)
    return showPage(await listCredentials(db, accountId, page), page)
  })

  serve(app, 'POST /accounts/:account/keys', { may: 'owner', does: 'key.create', asksProof: true }, (call) =>
    issue(ctx, call, createKey),
  )

  serve(app, 'POST /accounts/:account/tokens', { may: 'owner', does: 'token.create', asksProof: true }, (call) =>
    issue(ctx, call, createToken),
  )

  serve(
    app,
    'PUT /accounts/:account/credentials/:credential',
    { may: 'owner', does: 'credential.change' },
    ({ accountId, id, body: { lenient }, request }) => {
      request.auditDetail = { lenient }
      return changeCredential(ctx, accountId, id('credential'), { lenient })
    },
  )

  // With more rights, a program that nobody watches can do more: the same proof as for a new key.
  serve(
    app,
    'PUT /accounts/:account/credentials/:credential/scopes',
    { may: 'owner', does: 'credential.change', asksProof: true },
    ({ accountId, id, body, request }) => {
      const scopes = [...uniqueScopes(body.scopes)]
      const change = body.products === undefined ? { scopes } : { scopes, products: body.products }
      request.auditDetail = change
      return changeCredential(ctx, accountId, id('credential'), change)
    },
  )

  // Only operators: requests to private hosts reach their network.
  serve(
    app,
    'PUT /accounts/:account/credentials/:credential/private-urls',
    { may: 'operator', does: 'credential.change', asksProof: true },
    ({ accountId, id, body: { allowed }, request }) => {
      request.auditDetail = { privateUrls: allowed }
      return changeCredential(ctx, accountId, id('credential'), { privateUrls: allowed })
    },
  )

  serve(
    app,
    'DELETE /accounts/:account/credentials/:credential',
    { may: 'owner', does: 'credential.revoke' },
    async ({ accountId, id }) => {
      if (!(await revokeCredential(ctx, accountId, id('credential')))) throw credentialMissing()
    },
  )

  serve(
    app,
    'POST /accounts/:account/credentials/:credential/rotate',
    { may: 'owner', does: 'credential.rotate', asksProof: true },
    async ({ accountId, id, body: { overlapHours }, request }) => {
      const replaced = { id: id('credential'), byOperator: request.actor?.operator ?? false }
      const rotated = await rotateCredential(ctx, accountId, replaced, overlapHours)
      request.auditDetail = { id: rotated.id, overlapHours }
      return rotated
    },
  )
}

const showSubAccount = ({ id, name, currency, country, createdAt, suspendedAt }: Account) => ({
  id,
  name,
  currency,
  country,
  createdAt,
  suspendedAt,
})

function checkCountry(country: string | null | undefined): void {
  if (country != null && !isCountryCode(country)) throw unknownCountry(country)
}

async function issue<T extends { readonly id: number }>(
  { db, clock }: Context,
  { accountId, body, request }: CreateCall,
  create: Issue<T>,
): Promise<T> {
  const limits = readLimits(body, request.actor?.operator ?? false)
  const issued = await db
    .transaction((tx) => create(tx, accountId, body.name, clock.now(), limits))
    .catch(throwReadable)
  request.auditDetail = { id: issued.id, name: body.name, ...limits }
  return issued
}

function readLimits(
  { products, addresses, lenient, operator, scopes, expiresAt }: CredentialBody,
  byOperator: boolean,
): CredentialLimits {
  if (operator && !byOperator) throw operatorsOnly()
  const limits = { products, addresses, lenient, operator, scopes }
  if (expiresAt === undefined) return limits
  // The schema also accepts leap seconds, which `Date` cannot parse.
  const at = new Date(expiresAt)
  if (Number.isNaN(at.getTime())) throw badCredential(`${expiresAt} is not a valid time`)
  return { ...limits, expiresAt: at }
}

function throwReadable(error: unknown): never {
  throw error instanceof BadCredential ? badCredential(error.message) : error
}
