import type { FastifyInstance } from 'fastify'
import { serve } from '../../api-route.ts'
import { webhooks } from '../../contract/account/webhooks.ts'
import { parseId } from '../../values/id.ts'
import { mapItems, showList } from '../../values/page.ts'
import { readPlace } from '../../values/place.ts'
import { refuse } from '../../values/refusal.ts'
import { parseIsoTime } from '../../values/time.ts'
import {
  addEndpoint,
  changeEndpoint,
  dropEndpoint,
  getEndpoint,
  replayEvents,
  rotateSecret,
  showEndpoint,
  testEndpoint,
  type WebhooksContext,
} from './endpoints.ts'
import { badTime } from './errors.ts'
import { listEndpoints } from './store-endpoints.ts'
import { hasEvent, listAttempts, listEvents } from './store-history.ts'

/** Webhook endpoints, for the members of an account. Only owners see secrets. */
export function webhooksApi(app: FastifyInstance, ctx: WebhooksContext): void {
  serve(app, webhooks.list, async ({ query, accountId }) => {
    const place = readPlace(query)
    const found = await listEndpoints(ctx.db, accountId, place)
    return showList(mapItems(found, (one) => showEndpoint(ctx, accountId, one)))
  })

  serve(
    app,
    webhooks.create,
    async ({ accountId, body: { event, url, flatArgs = false, stringIds = false, headers }, request }) => {
      const endpoint = await addEndpoint(ctx, accountId, { event, url, flatArgs, stringIds, headers })
      const names = headers === undefined ? {} : { headers: endpoint.headers }
      request.auditDetail = { endpoint: endpoint.id, event, url: endpoint.url, flatArgs, stringIds, ...names }
      return endpoint
    },
  )

  serve(app, webhooks.get, ({ id, accountId }) => getEndpoint(ctx, accountId, id('endpoint')))

  serve(app, webhooks.update, async ({ accountId, id, body: change, request }) => {
    const endpoint = await changeEndpoint(ctx, accountId, id('endpoint'), change)
    request.auditDetail = {
      endpoint: endpoint.id,
      enabled: change.enabled,
      flatArgs: change.flatArgs,
      stringIds: change.stringIds,
      url: change.url === undefined ? undefined : endpoint.url,
      // Only the names.
      headers: change.headers === undefined ? undefined : endpoint.headers,
    }
    return endpoint
  })

  serve(app, webhooks.delete, ({ accountId, id, request }) => {
    request.auditDetail = { endpoint: id('endpoint') }
    return dropEndpoint(ctx, accountId, id('endpoint'))
  })

  serve(app, webhooks.rotate, async ({ accountId, id, request }) => {
    const endpoint = await rotateSecret(ctx, accountId, id('endpoint'))
    request.auditDetail = { endpoint: endpoint.id }
    return endpoint
  })

  serve(app, webhooks.test, ({ accountId, id, request }) => {
    request.auditDetail = { endpoint: id('endpoint') }
    return testEndpoint(ctx, accountId, id('endpoint'))
  })

  serve(app, webhooks.events, async ({ query, id, accountId }) => {
    const place = readPlace(query)
    const { state = null } = query
    const endpoint = await getEndpoint(ctx, accountId, id('endpoint'))
    return showList(await listEvents(ctx.db, accountId, endpoint.id, state, place))
  })

  serve(app, webhooks.attempts, async ({ query, id, accountId }) => {
    const place = readPlace(query)
    const { event } = query
    const endpoint = await getEndpoint(ctx, accountId, id('endpoint'))
    const eventId = event === undefined ? null : (parseId(event) ?? 0)
    if (eventId !== null && !(await hasEvent(ctx.db, accountId, endpoint.id, eventId))) throw refuse('event_not_found')
    return showList(await listAttempts(ctx.db, accountId, endpoint.id, eventId, place))
  })

  serve(app, webhooks.repeat, ({ accountId, id, body: { event, since: text, failedOnly = false }, request }) => {
    const endpoint = id('endpoint')
    request.auditDetail = { endpoint, event, since: text, failedOnly }
    if (event === undefined && text === undefined) throw refuse('nothing_to_replay')
    const since = text === undefined ? null : parseIsoTime(text)
    if (text !== undefined && since === null) throw badTime('since')
    return replayEvents(ctx, accountId, endpoint, { eventId: event ?? null, since, failedOnly })
  })
}
