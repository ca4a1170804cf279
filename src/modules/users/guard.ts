import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { secondsToNext } from '../../engine/flow/token-bucket.ts'
import { accountArea, consoleArea, notFound } from '../../engine/http/index.ts'
import { neighbourhoodOf } from '../../engine/network.ts'
import { accountApiRoot } from '../../values/address.ts'
import { parseId } from '../../values/id.ts'
import { refuse } from '../../values/refusal.ts'
import { toWireName } from '../../values/wire-names.ts'
import { accountExists } from '../accounts/index.ts'
import type { UsersContext } from './context.ts'
import { forbidden, tooManyRequests, usersOnly } from './errors.ts'
import {
  type Actor,
  checkProof,
  checkRight,
  isCrossSite,
  isTwoFactorNeeded,
  type Proof,
  type Standing,
} from './rules.ts'
import { cookiesOf } from './session-cookie.ts'
import { findStanding } from './store-members.ts'

declare module 'fastify' {
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
export const openGuard =
  (ctx: UsersContext, controlToken: string): ((request: FastifyRequest) => Promise<void>) =>
  async (request) => {
    const { may, does, asksProof } = request.routeOptions.config
    if (may === undefined) throw forbidden(null)
    const isRead = safeMethods.includes(request.method)
    const byCommand = isControl(request, controlToken)
    // Before the session lookup, to keep a flood of requests cheap.
    if (!byCommand) limitRequests(ctx, request)
    // The command line has no cookies that a page could abuse.
    if (!byCommand && !isRead && isCrossSite(request.headers, request)) throw refuse('cross_site')
    const actor = byCommand ? commandLine : may === 'anyone' ? null : await findSession(ctx, request)
    request.actor = actor
    if (may === 'anyone') return
    if (actor === null) throw refuse('not_authenticated')

    const isOfAccount = request.routeOptions.config.area === accountArea
    const named = isOfAccount ? accountNamed(request) : parametersOf(request).account
    if (isOfAccount && named === undefined) throw refuse('account_not_named')
    const accountId = parseId(named)
    const standing = await standingOf(ctx, actor, accountId)
    const verdict = checkRight(may, named === undefined ? { ...standing, accountExists: null } : standing)
    if (verdict === 'forbidden') throw forbidden(may)
    if (verdict === 'missing') throw refuse('account_not_found')
    if (standing.suspended && typeof does === 'string' && !isRead && !standing.operator)
      throw refuse('account_suspended')
    refuseNul(request)
    const needsTwoFactor = isTwoFactorNeeded(may, standing, ctx.config.operatorTwoFactor)
    const missing =
      request.proof === null
        ? null
        : checkProof({ asksProof: asksProof === true, needsTwoFactor }, request.proof, Date.now())
    if (missing === 'second factor') throw refuse('two_factor_required')
    if (missing === 'proof') throw refuse('proof_required')
    request.actor = { ...actor, operator: standing.operator, byParent: standing.byParent }
    request.accountId = accountId
    request.isOutsider = standing.role === null || standing.byParent
  }

/** Asks for a proof when the body has a field that needs one. Must be added before the audit log. */
export function askProofOfFields(app: FastifyInstance): void {
  app.addHook('preHandler', async ({ routeOptions, body, proof, caller }) => {
    const { asksProof } = routeOptions.config
    if (asksProof === undefined || asksProof === true) return
    const given = { ...(body as object) }
    const [field] = asksProof.filter((name) => name in given || toWireName(name) in given)
    if (field === undefined) return
    if (caller) throw usersOnly(field)
    const missing = proof && checkProof({ asksProof: true, needsTwoFactor: false }, proof, Date.now())
    if (missing !== null) throw refuse('proof_required')
  })
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

/** Stops the start when a route is not served from the contract, whose types require its policy. */
export function checkRoutes(app: FastifyInstance): void {
  app.decorateRequest('actor', null)
  app.decorateRequest('accountId', null)
  app.decorateRequest('allows', null)
  app.decorateRequest('isOutsider', false)
  app.decorateRequest('proof', null)
  app.addHook('onRoute', ({ url, config, schema }) => {
    const isOfAccount = url.startsWith(accountApiRoot)
    if (!isOfAccount && !url.startsWith('/console/v1')) return
    const area = isOfAccount ? accountArea : consoleArea
    if (config?.area !== area || config.may === undefined || schema?.response === undefined)
      throw new Error(`the route ${url} must be an entry of the contract, with its right and its response schema`)
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
  if (standing === null) throw refuse('not_authenticated')
  return standing
}

/** PostgreSQL rejects NUL in text, so a query with it would fail. */
export function refuseNul({ params }: FastifyRequest): void {
  if (Object.values(params as Record<string, string>).some((value) => value.includes('\0'))) throw notFound()
}

/** Null for requests over the control socket, which come from this machine. */
export const addressOf = ({ ip }: FastifyRequest): string | null => (ip as string | undefined) ?? null

const parametersOf = ({ params }: FastifyRequest) => params as Readonly<Record<string, string | undefined>>

/** A link to a file cannot send headers, so it names the account in its address. */
function accountNamed({ headers, query, method }: FastifyRequest): unknown {
  const { account } = query as { readonly account?: unknown }
  return headers[accountHeader] ?? (safeMethods.includes(method) ? account : undefined)
}
