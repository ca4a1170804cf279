import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { secondsToNext } from '../../engine/flow/token-bucket.ts'
import { accountArea, consoleArea } from '../../engine/http/index.ts'
import { neighbourhoodOf } from '../../engine/network.ts'
import { accountApiRoot } from '../../values/address.ts'
import { parseId } from '../../values/id.ts'
import { accountExists } from '../accounts/index.ts'
import type { UsersContext } from './context.ts'
import {
  accountMissing,
  accountNotNamed,
  accountSuspended,
  crossSite,
  forbidden,
  nothingThere,
  proofRequired,
  signInFirst,
  tooManyRequests,
  twoFactorRequired,
} from './errors.ts'
import {
  type Actor,
  isCrossSite,
  isRole,
  isTwoFactorNeeded,
  judge,
  judgeProof,
  type Proof,
  type Right,
  type Standing,
} from './rules.ts'
import { cookiesOf } from './session-cookie.ts'
import { findStanding } from './store-members.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The right that this console route requires. */
    readonly may?: Right
    /**
     * The action in the audit log, required for every route that changes or exports data. Null for a query that is a
     * POST only because it is too long for a URL.
     */
    readonly does?: string | null
    /** The audit action for a route with personal data, logged when the reader is not a member of the account. */
    readonly reads?: string
    /** The user must have proved their identity within the last minutes, however old the session is. */
    readonly asksProof?: true
  }
  interface FastifyRequest {
    /** The session of the caller; null for the command line and without a session. */
    proof: Proof | null
    /** The acting user or command line. Null on public routes, unless the caller is known. */
    actor: Actor | null
    /**
     * True for an operator or an owner of the parent who is not a member of the account, and when the request names no
     * account.
     */
    isOutsider: boolean
  }
}

/** Identifies the command line on this machine. Each process creates a new secret value. */
export const controlHeader = 'x-ngoma-control'

/** Names the account of a request to the account API. */
const accountHeader = 'ngoma-account'

const commandLine: Actor = { userId: null, name: 'command line', operator: true, byParent: false }
const safeMethods = ['GET', 'HEAD']

/**
 * Guards the console, and the account API for users and the command line: every route declares its right, and no
 * handler runs before this check.
 */
export function openGuard(ctx: UsersContext, controlToken: string): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const { may, does, asksProof = false } = request.routeOptions.config
    if (may === undefined) throw forbidden(null)
    const isRead = safeMethods.includes(request.method)
    const byCommand = isControl(request, controlToken)
    // Before the session lookup, to keep a flood of requests cheap.
    if (!byCommand) limitRequests(ctx, request)
    // The command line has no cookies that a page could abuse.
    if (!byCommand && !isRead && isCrossSite(request.headers, request)) throw crossSite()
    const actor = byCommand ? commandLine : may === 'anyone' ? null : await findSession(ctx, request)
    request.actor = actor
    if (may === 'anyone') return
    if (actor === null) throw signInFirst()

    const isOfAccount = request.routeOptions.config.area === accountArea
    const named = isOfAccount ? accountNamed(request) : parametersOf(request).account
    if (isOfAccount && named === undefined) throw accountNotNamed()
    const accountId = parseId(named)
    const standing = await standingOf(ctx, actor, accountId)
    const verdict = judge(may, named === undefined ? { ...standing, accountExists: null } : standing)
    if (verdict === 'forbidden') throw forbidden(may)
    if (verdict === 'missing') throw accountMissing()
    if (standing.suspended && typeof does === 'string' && !isRead && !standing.operator) throw accountSuspended()
    refuseNul(request)
    const needsTwoFactor = isTwoFactorNeeded(may, standing, ctx.config.operatorTwoFactor)
    const missing = request.proof === null ? null : judgeProof({ asksProof, needsTwoFactor }, request.proof, Date.now())
    if (missing === 'second factor') throw twoFactorRequired()
    if (missing === 'proof') throw proofRequired()
    request.actor = { ...actor, operator: standing.operator, byParent: standing.byParent }
    request.accountId = accountId
    request.isOutsider = standing.role === null || standing.byParent
  }
}

/** Allows a burst of two seconds, because a page sends many requests when it opens. */
function limitRequests(
  { rates, config: { consoleRequestsPerSecond: perSecond } }: UsersContext,
  request: FastifyRequest,
): void {
  if (perSecond === 0) return
  const key = `console ${neighbourhoodOf(addressOf(request) ?? '')}`
  const rate = { size: 2 * perSecond, perSecond }
  if (!rates.take(key, rate)) throw tooManyRequests(secondsToNext(rates.left(key, rate), perSecond))
}

/** Console responses contain secrets and depend on the user, so no cache may store them. */
export function disableCaching(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => void reply.header('Cache-Control', 'no-store'))
}

/** Stops the start when a route lacks its right, its scope, its action or its response schema. */
export function checkRoutes(app: FastifyInstance): void {
  app.decorateRequest('actor', null)
  app.decorateRequest('accountId', null)
  app.decorateRequest('allows', null)
  app.decorateRequest('isOutsider', false)
  app.decorateRequest('proof', null)
  app.addHook('onRoute', ({ url, method, config, schema }) => {
    const isOfAccount = url.startsWith(accountApiRoot)
    if (!isOfAccount && !url.startsWith('/console/v1')) return
    const changes = [method].flat().some((one) => !safeMethods.includes(one))
    const area = isOfAccount ? accountArea : consoleArea
    if (config?.area !== area || config.may === undefined || (changes && config.does === undefined))
      throw new Error(`the route ${url} must declare its area, its right and, if it changes data, its audit action`)
    if (isOfAccount !== (config.scope !== undefined))
      throw new Error(`the route ${url} must declare a scope if it is part of the account API, and only then`)
    if (isOfAccount && !isRole(config.may))
      throw new Error(`the route ${url} must require a role: credentials have no other rights`)
    if (schema?.response === undefined)
      throw new Error(`the route ${url} must take its response schema from the contract`)
    if (isRole(config.may) && !isOfAccount && !url.includes('/:account'))
      throw new Error(`the console route ${url} requires a role but names no account`)
  })
}

export function isControl(request: FastifyRequest, token: string): boolean {
  const given = Buffer.from(String(request.headers[controlHeader] ?? ''))
  const wanted = Buffer.from(token)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** The user of the session, or null. Also stores the proof of the session on the request. */
export async function findSession({ auth, db }: UsersContext, request: FastifyRequest): Promise<Actor | null> {
  const cookie = cookiesOf(request)
  if (cookie === undefined) return null
  const { api } = await auth()
  const session = await api
    .getSession({ headers: new Headers({ cookie }), query: { disableRefresh: true } })
    .catch(async (error: unknown) => {
      // better-auth hides the cause of the error. If the database is unreachable, this query throws the real one.
      await findStanding(db, '', null)
      throw error
    })
  if (!session) return null
  const { token, createdAt, provedAt, secondFactor } = session.session
  request.proof = { token, provedAt: provedAt ?? createdAt, secondFactor: secondFactor ?? false }
  return { userId: session.user.id, name: session.user.email, operator: false, byParent: false }
}

async function standingOf(
  { db }: UsersContext,
  { userId, operator }: Actor,
  accountId: number | null,
): Promise<Standing> {
  if (userId === null)
    return {
      operator,
      role: null,
      suspended: false,
      byParent: false,
      twoFactorRequired: false,
      accountExists: accountId !== null && (await accountExists(db, accountId)),
    }
  const standing = await findStanding(db, userId, accountId)
  if (standing === null) throw signInFirst()
  return standing
}

/** PostgreSQL rejects NUL in text, so a query with it would fail. */
export function refuseNul({ params }: FastifyRequest): void {
  if (Object.values(params as Record<string, string>).some((value) => value.includes('\0'))) throw nothingThere()
}

/** Null for requests over the control socket, which come from this machine. */
export const addressOf = ({ ip }: FastifyRequest): string | null => (ip as string | undefined) ?? null

const parametersOf = ({ params }: FastifyRequest) => params as Readonly<Record<string, string | undefined>>

/** A link to a file cannot send headers, so it names the account in its address. */
function accountNamed({ headers, query, method }: FastifyRequest): unknown {
  const { account } = query as { readonly account?: unknown }
  return headers[accountHeader] ?? (safeMethods.includes(method) ? account : undefined)
}
