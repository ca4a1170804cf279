import type { Context } from '../../context.ts'
import { findFirstSince } from '../../engine/db/index.ts'
import type { Outbound } from '../../engine/outbound/index.ts'
import { refuse } from '../../values/refusal.ts'
import { badUrl, headersOfOtherOrigin, tooManyEndpoints, tooManyRotations } from './errors.ts'
import { type HeaderChange, isOtherOrigin, mergeHeaders, readHeaderChange } from './header-rules.ts'
import { webhooksTopic } from './publish.ts'
import { sampleBody } from './samples.ts'
import { isReadable, makeSecret, readStaticHeaders, sealSecret, sealStaticHeaders } from './secrets.ts'
import {
  countPrevious,
  type Endpoint,
  type EndpointChange,
  findEndpoint,
  insertEndpoint,
  lockEndpoint,
  removeEndpoint,
  replaceSecret,
  updateEndpoint,
} from './store-endpoints.ts'
import { hasEvent, insertTest, makeEventsDue, type Replay } from './store-history.ts'

export interface WebhooksContext extends Context {
  /** All requests to customer URLs must use this. */
  readonly outbound: Outbound
}

/** Each endpoint may hang and take capacity from the others. */
const endpointsMax = 50
/** A rotated secret keeps signing for this long, so that receivers can switch at their own pace. */
const rotationHours = 24
/** The number of previous secrets that may sign at the same time: each adds a signature to the header of every call. */
const previousMax = 8

interface EndpointWish extends Pick<Endpoint, 'event' | 'url' | 'flatArgs' | 'stringIds'> {
  /** Request headers for every call. */
  readonly headers?: HeaderChange
}

/** An endpoint as the console shows it. */
type Shown<Row extends Endpoint> = Omit<Row, 'sealedSecret' | 'sealedHeaders'> & {
  /** Events wait until the secret is rotated. */
  readonly secretUnreadable: boolean
  /** Only the names: values are never shown again. */
  readonly headers: readonly string[]
  /** Events wait until the headers are set again. */
  readonly headersUnreadable: boolean
}

export function showEndpoint<Row extends Endpoint>(
  { secrets }: WebhooksContext,
  accountId: number,
  { sealedSecret, sealedHeaders, ...endpoint }: Row,
): Shown<Row> {
  const headers = readStaticHeaders(secrets, accountId, sealedHeaders)
  return {
    ...endpoint,
    secretUnreadable: !isReadable(secrets, accountId, sealedSecret),
    headers: Object.keys(headers ?? {}),
    headersUnreadable: headers === null,
  }
}

/** The secret is shown only in this response. */
export interface WithSecret extends Shown<Endpoint> {
  readonly secret: string
  /** Not an error, but the user should know. */
  readonly warning?: string
}

export async function addEndpoint(ctx: WebhooksContext, accountId: number, wish: EndpointWish): Promise<WithSecret> {
  const { url, ...warning } = await checkUrl(ctx, wish.url)
  const secret = makeSecret()
  const sealed = {
    secret: sealSecret(ctx.secrets, accountId, secret),
    headers: sealStaticHeaders(ctx.secrets, accountId, mergeHeaders({}, readHeaderChange(wish.headers ?? {}))),
  }
  const endpoint = await ctx.db.transaction((tx) =>
    insertEndpoint(tx, { ...wish, ...sealed, url, accountId }, endpointsMax, ctx.clock.now()),
  )
  if (endpoint === null) throw tooManyEndpoints(endpointsMax)
  return { ...showEndpoint(ctx, accountId, endpoint), secret, ...warning }
}

interface ChangeWish extends Omit<EndpointChange, 'headers'> {
  /** Null removes all. */
  readonly headers?: HeaderChange | null
}

export async function changeEndpoint(
  ctx: WebhooksContext,
  accountId: number,
  id: number,
  { url: asked, flatArgs, stringIds, enabled, headers: wanted }: ChangeWish,
): Promise<Shown<Endpoint> & { warning?: string }> {
  const { url, ...warning } = asked === undefined ? {} : await checkUrl(ctx, asked)
  const headerChange = wanted && readHeaderChange(wanted)
  const endpoint = await ctx.db.transaction(async (tx) => {
    await lockEndpoint(tx, accountId, id)
    const current = await findEndpoint(tx, accountId, id)
    if (current === null) throw refuse('endpoint_not_found')
    // Messages find the endpoint by its URL, so it must not change.
    if (url !== undefined && current.adHoc) throw refuse('endpoint_of_messages')
    const isMoved = url !== undefined && isOtherOrigin(current.url, url)
    const headers = changeHeaders(ctx, accountId, current.sealedHeaders, headerChange, isMoved)
    return updateEndpoint(tx, accountId, id, { url, flatArgs, stringIds, enabled, headers }, ctx.clock.now())
  })
  if (endpoint === null) throw refuse('endpoint_not_found')
  return { ...showEndpoint(ctx, accountId, endpoint), ...warning }
}

/**
 * Returns the new sealed headers; undefined keeps the current ones. Headers may hold a password of the receiver, so an
 * endpoint that moves to another server keeps only headers that are sent again.
 */
function changeHeaders(
  { secrets }: WebhooksContext,
  accountId: number,
  sealed: Buffer | null,
  change: HeaderChange | null | undefined,
  isMoved: boolean,
): Buffer | null | undefined {
  if (change === null) return null
  const current = readStaticHeaders(secrets, accountId, sealed) ?? {}
  const untold = Object.keys(current).filter((name) => change === undefined || !Object.hasOwn(change, name))
  if (isMoved && (untold.length > 0 || (sealed !== null && change === undefined))) throw headersOfOtherOrigin(untold)
  return change && sealStaticHeaders(secrets, accountId, mergeHeaders(current, change))
}

export async function rotateSecret(ctx: WebhooksContext, accountId: number, id: number): Promise<WithSecret> {
  const secret = makeSecret()
  const now = ctx.clock.now()
  const previousUntil = new Date(now.getTime() + rotationHours * 3_600_000)
  const sealed = sealSecret(ctx.secrets, accountId, secret)
  const endpoint = await ctx.db.transaction(async (tx) => {
    // Two concurrent rotations would both move the same secret to the previous ones.
    await lockEndpoint(tx, accountId, id)
    const { previous, firstUntil } = await countPrevious(tx, accountId, id, now)
    if (firstUntil !== null && previous >= previousMax) throw tooManyRotations(previousMax, firstUntil)
    return replaceSecret(tx, accountId, id, sealed, previousUntil, now)
  })
  if (endpoint === null) throw refuse('endpoint_not_found')
  return { ...showEndpoint(ctx, accountId, endpoint), secret }
}

/** Pending events are no longer delivered. */
export async function dropEndpoint(ctx: WebhooksContext, accountId: number, id: number): Promise<void> {
  if (!(await removeEndpoint(ctx.db, accountId, id, ctx.clock.now()))) throw refuse('endpoint_not_found')
}

/** Queues a sample event, which takes the same path as real events. */
export async function testEndpoint(ctx: WebhooksContext, accountId: number, id: number) {
  const endpoint = await getEndpoint(ctx, accountId, id)
  const now = ctx.clock.now()
  const body = JSON.stringify(sampleBody(endpoint.event, now, endpoint))
  const eventId = await insertTest(ctx.db, accountId, id, body, now)
  if (eventId === null) throw refuse('endpoint_disabled')
  ctx.work.announce(webhooksTopic)
  return { eventId }
}

export async function getEndpoint(ctx: WebhooksContext, accountId: number, id: number): Promise<Shown<Endpoint>> {
  const endpoint = await findEndpoint(ctx.db, accountId, id)
  if (endpoint === null) throw refuse('endpoint_not_found')
  return showEndpoint(ctx, accountId, endpoint)
}

/** Rows in one statement. A larger statement would block others. */
const stepMax = 1_000

/**
 * Replays events of an endpoint with their original ids: one event, or all since a time. Events that wait for a later
 * attempt are sent now.
 */
export async function replayEvents(ctx: WebhooksContext, accountId: number, endpointId: number, replay: Replay) {
  const { disabledAt } = await getEndpoint(ctx, accountId, endpointId)
  const { eventId, since } = replay
  if (eventId !== null && !(await hasEvent(ctx.db, accountId, endpointId, eventId))) throw refuse('event_not_found')
  if (disabledAt !== null) throw refuse('endpoint_disabled')
  const now = ctx.clock.now()
  let repeated = 0
  let after = since === null ? 0 : (await findFirstSince(ctx.db, 'webhook_events', 'created_at', since)) - 1
  for (;;) {
    const step = await makeEventsDue(ctx.db, { accountId, endpointId, after, limit: stepMax, now }, replay)
    repeated += step.repeated
    ctx.work.announce(webhooksTopic)
    if (step.last === null) return { repeated }
    after = step.last
  }
}

/** Returns the normalized URL, so that users see the address that is called. */
async function checkUrl({ outbound }: WebhooksContext, text: string) {
  const checked = await outbound.checkUrl(text)
  if (!checked.ok) throw badUrl(checked.why)
  const url = new URL(text).href
  return checked.resolved
    ? { url }
    : { url, warning: 'the host name cannot be resolved at the moment; events will still be sent' }
}
