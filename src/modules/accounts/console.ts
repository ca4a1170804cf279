import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { Context } from '../../context.ts'
import type { Tx } from '../../engine/db/index.ts'
import { consoleArea, idIn } from '../../engine/http/index.ts'
import { type Query, readPage, readSearch, showPage } from '../../values/page.ts'
import { changeCredential } from './change.ts'
import { createAccount, type PrepareAccount } from './create.ts'
import { type CredentialLimits, createKey, createToken, revokeCredential } from './credentials.ts'
import { BadCredential, badCredential, credentialMissing, operatorsOnly } from './errors.ts'
import { setLimits } from './limits.ts'
import { rotateCredential } from './rotate.ts'
import { AccountBody, CredentialBody, CredentialChange, LimitsBody, RotateBody } from './schema.ts'
import { findAccount, listAccounts, listCredentials, updateName } from './store.ts'

const area = consoleArea

type Issue<T> = (tx: Tx, accountId: number, name: string, now: Date, limits: CredentialLimits) => Promise<T>

/** Accounts, and the credentials of each. */
export function accountsConsole(app: FastifyInstance, ctx: Context, prepare: readonly PrepareAccount[]): void {
  const { db } = ctx

  app.get('/console/v1/accounts', { config: { area, may: 'operator' } }, async ({ query }) => {
    const page = readPage(query as Query)
    return showPage(await listAccounts(db, readSearch(query as Query), page), page)
  })

  app.post(
    '/console/v1/accounts',
    { config: { area, may: 'operator', does: 'account.create' }, schema: { body: AccountBody } },
    async (request, reply) => {
      const { name } = request.body as Static<typeof AccountBody>
      const id = await db.transaction((tx) => createAccount(tx, { name, parentId: null }, prepare, ctx.clock.now()))
      request.auditDetail = { id, name }
      return reply.code(201).send(await findAccount(db, id))
    },
  )

  app.get('/console/v1/accounts/:account', { config: { area, may: 'viewer' } }, ({ accountId }) =>
    findAccount(db, accountId ?? 0),
  )

  // Whoever pays at the checkout, or is invited, knows the account by its name, and must be able to trust it.
  app.put(
    '/console/v1/accounts/:account',
    { config: { area, may: 'operator', does: 'account.rename' }, schema: { body: AccountBody } },
    async (request) => {
      const { name } = request.body as Static<typeof AccountBody>
      request.auditDetail = { name }
      await updateName(db, request.accountId ?? 0, name)
      return findAccount(db, request.accountId ?? 0)
    },
  )

  app.put(
    '/console/v1/accounts/:account/limits',
    { config: { area, may: 'operator', does: 'account.limits' }, schema: { body: LimitsBody } },
    async (request) => {
      const limits = request.body as Static<typeof LimitsBody>
      request.auditDetail = limits
      await setLimits(ctx, request.accountId ?? 0, limits)
      return limits
    },
  )

  app.get(
    '/console/v1/accounts/:account/credentials',
    { config: { area, may: 'viewer' } },
    async ({ accountId, query }) => {
      const page = readPage(query as Query)
      return showPage(await listCredentials(db, accountId ?? 0, page), page)
    },
  )

  const create = <T extends { readonly id: number }>(path: string, does: string, issue: Issue<T>) =>
    app.post(
      `/console/v1/accounts/:account/${path}`,
      { config: { area, may: 'owner', does }, schema: { body: CredentialBody } },
      async (request, reply) => {
        const { name, limits } = readCredential(request)
        const issued = await db
          .transaction((tx) => issue(tx, request.accountId ?? 0, name, ctx.clock.now(), limits))
          .catch(throwReadable)
        request.auditDetail = { id: issued.id, name }
        return reply.code(201).send(issued)
      },
    )
  create('keys', 'key.create', createKey)
  create('tokens', 'token.create', createToken)

  app.put(
    '/console/v1/accounts/:account/credentials/:credential',
    { config: { area, may: 'owner', does: 'credential.change' }, schema: { body: CredentialChange } },
    (request) => {
      const { lenient } = request.body as Static<typeof CredentialChange>
      request.auditDetail = { lenient }
      return changeCredential(ctx, request.accountId ?? 0, idIn(request.params, 'credential'), lenient)
    },
  )

  app.delete(
    '/console/v1/accounts/:account/credentials/:credential',
    { config: { area, may: 'owner', does: 'credential.revoke' } },
    async (request, reply) => {
      if (!(await revokeCredential(ctx, request.accountId ?? 0, idIn(request.params, 'credential'))))
        throw credentialMissing()
      return reply.code(204).send()
    },
  )

  app.post(
    '/console/v1/accounts/:account/credentials/:credential/rotate',
    { config: { area, may: 'owner', does: 'credential.rotate' }, schema: { body: RotateBody } },
    async (request, reply) => {
      const { overlapHours } = request.body as Static<typeof RotateBody>
      const replaced = { id: idIn(request.params, 'credential'), byOperator: request.actor?.operator ?? false }
      const rotated = await rotateCredential(ctx, request.accountId ?? 0, replaced, overlapHours)
      request.auditDetail = { id: rotated.id, overlapHours }
      return reply.code(201).send(rotated)
    },
  )
}

function readCredential({ body, actor }: FastifyRequest): { name: string; limits: CredentialLimits } {
  const { name, expiresAt, ...limits } = body as Static<typeof CredentialBody>
  if (limits.operator && !actor?.operator) throw operatorsOnly()
  if (expiresAt === undefined) return { name, limits }
  // A leap second, for one, is a time in the schema's eyes.
  const at = new Date(expiresAt)
  if (Number.isNaN(at.getTime())) throw badCredential(`${expiresAt} is no time`)
  return { name, limits: { ...limits, expiresAt: at } }
}

function throwReadable(error: unknown): never {
  throw error instanceof BadCredential ? badCredential(error.message) : error
}
