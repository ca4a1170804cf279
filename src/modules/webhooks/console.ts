import type { FastifyInstance } from 'fastify'
import { serve } from '../../console-route.ts'
import { parseId } from '../../values/id.ts'
import { readListPage, showList } from '../../values/page.ts'
import { parseIsoTime } from '../../values/time.ts'
import type { WebhooksContext } from './context.ts'
import {
  addEndpoint,
  changeEndpoint,
  dropEndpoint,
  getEndpoint,
  rotateSecret,
  showEndpoint,
  testEndpoint,
} from './endpoints.ts'
import { badTime, eventMissing, nothingChosen } from './errors.ts'
import { replayEvents } from './replay.ts'
import { listEndpoints } from './store-endpoints.ts'
import { hasEvent, listAttempts, listEvents } from './store-history.ts'

/** Webhook endpoints, for the members of an account. Only owners see secrets. */
export function webhooksConsole(app: FastifyInstance, ctx: WebhooksContext): void {
  serve(app, 'GET /v2/webhooks', { scope: 'webhooks:read', may: 'viewer' }, async ({ query, accountId }) => {
    const page = readListPage(query)
    const { items, total } = await listEndpoints(ctx.db, accountId, page)
    return showList({ items: items.map((one) => showEndpoint(ctx, accountId, one)), total }, page)
  })

  serve(
    app,
    'POST /v2/webhooks',
    { scope: 'webhooks:write', may: 'owner', does: 'webhook.add', asksProof: true, showsSecret: true },
    async ({ accountId, body: { event, url, flatArgs = false, stringIds = false, headers }, request }) => {
      const endpoint = await addEndpoint(ctx, accountId, { event, url, flatArgs, stringIds, headers })
      const names = headers === undefined ? {} : { headers: endpoint.headers }
      request.auditDetail = { endpoint: endpoint.id, event, url: endpoint.url, flatArgs, stringIds, ...names }
      return endpoint
    },
  )

  serve(app, 'GET /v2/webhooks/:endpoint', { scope: 'webhooks:read', may: 'viewer' }, ({ id, accountId }) =>
    getEndpoint(ctx, accountId, id('endpoint')),
  )

  serve(
    app,
    'PUT /v2/webhooks/:endpoint',
    { scope: 'webhooks:write', may: 'owner', does: 'webhook.change', asksProof: true },
    async ({ accountId, id, body: change, request }) => {
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
    },
  )

  serve(
    app,
    'DELETE /v2/webhooks/:endpoint',
    { scope: 'webhooks:write', may: 'owner', does: 'webhook.remove' },
    ({ accountId, id, request }) => {
      request.auditDetail = { endpoint: id('endpoint') }
      return dropEndpoint(ctx, accountId, id('endpoint'))
    },
  )

  serve(
    app,
    'POST /v2/webhooks/:endpoint/rotate',
    { scope: 'webhooks:write', may: 'owner', does: 'webhook.rotate', asksProof: true, showsSecret: true },
    async ({ accountId, id, request }) => {
      const endpoint = await rotateSecret(ctx, accountId, id('endpoint'))
      request.auditDetail = { endpoint: endpoint.id }
      return endpoint
    },
  )

  serve(
    app,
    'POST /v2/webhooks/:endpoint/test',
    { scope: 'webhooks:write', may: 'member', does: 'webhook.test' },
    ({ accountId, id, request }) => {
      request.auditDetail = { endpoint: id('endpoint') }
      return testEndpoint(ctx, accountId, id('endpoint'))
    },
  )

  serve(
    app,
    'GET /v2/webhooks/:endpoint/events',
    { scope: 'webhooks:read', may: 'viewer', reads: 'webhooks.read' },
    async ({ query, id, accountId }) => {
      const page = readListPage(query)
      const { state = null } = query
      const endpoint = await getEndpoint(ctx, accountId, id('endpoint'))
      return showList(await listEvents(ctx.db, accountId, endpoint.id, state, page), page)
    },
  )

  serve(
    app,
    'GET /v2/webhooks/:endpoint/attempts',
    { scope: 'webhooks:read', may: 'viewer', reads: 'webhooks.read' },
    async ({ query, id, accountId }) => {
      const page = readListPage(query)
      const { event } = query
      const endpoint = await getEndpoint(ctx, accountId, id('endpoint'))
      const eventId = event === undefined ? null : (parseId(event) ?? 0)
      if (eventId !== null && !(await hasEvent(ctx.db, accountId, endpoint.id, eventId))) throw eventMissing()
      return showList(await listAttempts(ctx.db, accountId, endpoint.id, eventId, page), page)
    },
  )

  serve(
    app,
    'POST /v2/webhooks/:endpoint/repeat',
    { scope: 'webhooks:write', may: 'member', does: 'webhook.repeat' },
    ({ accountId, id, body: { event, since: text, failedOnly = false }, request }) => {
      const endpoint = id('endpoint')
      request.auditDetail = { endpoint, event, since: text, failedOnly }
      if (event === undefined && text === undefined) throw nothingChosen()
      const since = text === undefined ? null : parseIsoTime(text)
      if (text !== undefined && since === null) throw badTime('since')
      return replayEvents(ctx, accountId, endpoint, { eventId: event ?? null, since, failedOnly })
    },
  )
}
