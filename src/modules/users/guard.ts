import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { secondsToNext } from '../../engine/flow/token-bucket.ts'
import { consoleArea } from '../../engine/http/index.ts'
import { neighbourhoodOf } from '../../engine/network.ts'
import { parseId } from '../../values/id.ts'
import { accountExists } from '../accounts/index.ts'
import type { UsersContext } from './context.ts'
import {
  accountMissing,
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
import { findStanding } from './store-members.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call this route of the console. */
    readonly may?: Right
    /**
     * What it does, for the audit log. Every route that changes or exports something says it; null for a question that
     * is too long for a path, and so is a POST.
     */
    readonly does?: string | null
    /** Shows personal data: the action of the audit entry when the reader is no member of the account. */
    readonly reads?: string
    /** The user must have proved who they are within the last minutes, also in a session that began long ago. */
    readonly asksProof?: true
  }
  interface FastifyRequest {
    /** The session of the caller; null for the command line, and for who has none. */
    proof: Proof | null
    /** Who acts, in the console; null where anyone may, unless they are known all the same. */
    actor: Actor | null
    /** The account that the path of a console route names, once the caller may see it. */
    accountId: number | null
    /** No member of the account that the path names, or the path names none: an operator, or an owner of its parent. */
    isOutsider: boolean
  }
}

/**
 * Whoever knows its value is the command line, on this machine: it is made anew for every process and told to nobody
 * outside.
 */
export const controlHeader = 'x-ngoma-control'

const commandLine: Actor = { userId: null, name: 'command line', operator: true, byParent: false }
const safeMethods = ['GET', 'HEAD']

/**
 * The one way into the console: every route of it says what it asks for, and nothing is looked at before this has let
 * the request through.
 */
export function openGuard(ctx: UsersContext, controlToken: string): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const { may, does, asksProof = false } = request.routeOptions.config
    if (may === undefined) throw forbidden(null)
    const isRead = safeMethods.includes(request.method)
    const byCommand = isControl(request, controlToken)
    // Before the session is looked up: whoever floods the console must cost as little as possible.
    if (!byCommand) limitRequests(ctx, request)
    // Not for the command line: it has no cookies that a page could use.
    if (!byCommand && !isRead && isCrossSite(request.headers, request)) throw crossSite()
    const actor = byCommand ? commandLine : may === 'anyone' ? null : await findSession(ctx, request)
    request.actor = actor
    if (may === 'anyone') return
    if (actor === null) throw signInFirst()

    const accountId = parseAccountId(request)
    const standing = await standingOf(ctx, actor, accountId)
    const verdict = judge(may, namesAccount(request) ? standing : { ...standing, accountExists: null })
    if (verdict === 'forbidden') throw forbidden(may)
    if (verdict === 'missing') throw accountMissing()
    if (standing.suspended && typeof does === 'string' && !isRead && !standing.operator) throw accountSuspended()
    if (hasNul(request)) throw nothingThere()
    const needsTwoFactor = isTwoFactorNeeded(may, standing, ctx.config.operatorTwoFactor)
    const missing = request.proof === null ? null : judgeProof({ asksProof, needsTwoFactor }, request.proof, Date.now())
    if (missing === 'second factor') throw twoFactorRequired()
    if (missing === 'proof') throw proofRequired()
    request.actor = { ...actor, operator: standing.operator, byParent: standing.byParent }
    request.accountId = accountId
    request.isOutsider = standing.role === null || standing.byParent
  }
}

/** Two seconds' worth may come at once: a page asks for much when it opens. */
function limitRequests(
  { rates, config: { consoleRequestsPerSecond: perSecond } }: UsersContext,
  request: FastifyRequest,
): void {
  if (perSecond === 0) return
  const key = `console ${neighbourhoodOf(addressOf(request) ?? '')}`
  const rate = { size: 2 * perSecond, perSecond }
  if (!rates.take(key, rate)) throw tooManyRequests(secondsToNext(rates.left(key, rate), perSecond))
}

/** Nothing that the console answers is for a cache: there are secrets among it, and it is true only for who asked. */
export function keepFromCaches(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => void reply.header('Cache-Control', 'no-store'))
}

/** The program refuses to start with a console route that lacks a right, an action or the shape of its answer. */
export function checkRoutes(app: FastifyInstance): void {
  app.decorateRequest('actor', null)
  app.decorateRequest('accountId', null)
  app.decorateRequest('isOutsider', false)
  app.decorateRequest('proof', null)
  app.addHook('onRoute', ({ url, method, config, schema }) => {
    if (!url.startsWith('/console/v1')) return
    const changes = [method].flat().some((one) => !safeMethods.includes(one))
    if (config?.area !== consoleArea || config.may === undefined || (changes && config.does === undefined)) {
      throw new Error(
        `the console route ${url} must say its area, who may call it, and what it does when it changes something`,
      )
    }
    if (schema?.response === undefined)
      throw new Error(`the console route ${url} must take the shape of its answer from the contract`)
    if (isRole(config.may) && !url.includes('/:account'))
      throw new Error(`the console route ${url} asks for a role, and names no account`)
  })
}

function isControl(request: FastifyRequest, token: string): boolean {
  const given = Buffer.from(String(request.headers[controlHeader] ?? ''))
  const wanted = Buffer.from(token)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** Whose session it is; null without one. Keeps what the session proves. */
export async function findSession({ auth, db }: UsersContext, request: FastifyRequest): Promise<Actor | null> {
  const { cookie } = request.headers
  if (cookie === undefined) return null
  const { api } = await auth()
  const session = await api
    .getSession({ headers: new Headers({ cookie }), query: { disableRefresh: true } })
    .catch(async (error: unknown) => {
      // Better-auth hides what was wrong. If the database is away, any statement says so.
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

/** PostgreSQL takes no NUL in a text, so nothing has one in its name, and asking for it would be a fault. */
const hasNul = ({ params }: FastifyRequest) =>
  Object.values(params as Record<string, string>).some((value) => value.includes('\0'))

/** Null over the control socket: what comes from there is on this machine. */
export const addressOf = ({ ip }: FastifyRequest): string | null => (ip as string | undefined) ?? null

const namesAccount = ({ params }: FastifyRequest) => 'account' in (params as object)

/** What is no id is an account that does not exist. */
function parseAccountId({ params }: FastifyRequest): number | null {
  const { account } = params as { account?: string }
  return parseId(account)
}
