import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { eventKinds } from '../../contract/callbacks.ts'
import { consoleArea, idIn } from '../../engine/http/index.ts'
import { parseId } from '../../values/id.ts'
import { type Query, readPage, showPage } from '../../values/page.ts'
import { parseIsoTime } from '../../values/time.ts'
import type { WebhooksContext } from './context.ts'
import { addEndpoint, changeEndpoint, dropEndpoint, getEndpoint, rotateSecret, testEndpoint } from './endpoints.ts'
import { badTime, eventMissing, nothingChosen } from './errors.ts'
import { repeat } from './repeat.ts'
import { listEndpoints } from './store-endpoints.ts'
import { hasEvent, listAttempts, listEvents } from './store-history.ts'

const area = consoleArea
const webhooks = '/console/v1/accounts/:account/webhooks'

const Url = Type.String({ minLength: 1, maxLength: 2_048 })
const AddBody = Type.Object({
  event: Type.Union(eventKinds.map((kind) => Type.Literal(kind))),
  url: Url,
  flatArgs: Type.Optional(Type.Boolean()),
})
const ChangeBody = Type.Object({
  url: Type.Optional(Url),
  flatArgs: Type.Optional(Type.Boolean()),
  enabled: Type.Optional(Type.Boolean()),
})
const RepeatBody = Type.Object({
  event: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  since: Type.Optional(Type.String({ maxLength: 40 })),
  failedOnly: Type.Optional(Type.Boolean()),
})

/** Endpoints for the people of an account. Secrets are for those who may also see keys: its owners. */
export function webhooksConsole(app: FastifyInstance, ctx: WebhooksContext): void {
  app.get(webhooks, { config: { area, may: 'viewer' } }, async ({ query, accountId }) => {
    const page = readPage(query as Query)
    return showPage(await listEndpoints(ctx.db, accountId ?? 0, page), page)
  })

  app.post(
    webhooks,
    { config: { area, may: 'owner', does: 'webhook.add' }, schema: { body: AddBody } },
    async (request, reply) => {
      const { event, url, flatArgs = false } = request.body as Static<typeof AddBody>
      const endpoint = await addEndpoint(ctx, request.accountId ?? 0, { event, url, flatArgs })
      request.auditDetail = { endpoint: endpoint.id, event, url: endpoint.url }
      return reply.code(201).send(endpoint)
    },
  )

  app.get(`${webhooks}/:endpoint`, { config: { area, may: 'viewer' } }, ({ params, accountId }) =>
    getEndpoint(ctx, accountId ?? 0, idIn(params, 'endpoint')),
  )

  app.put(
    `${webhooks}/:endpoint`,
    { config: { area, may: 'owner', does: 'webhook.change' }, schema: { body: ChangeBody } },
    async (request) => {
      const change = request.body as Static<typeof ChangeBody>
      const endpoint = await changeEndpoint(ctx, request.accountId ?? 0, idIn(request.params, 'endpoint'), change)
      request.auditDetail = {
        endpoint: endpoint.id,
        ...change,
        ...(change.url === undefined ? {} : { url: endpoint.url }),
      }
      return endpoint
    },
  )

  app.delete(
    `${webhooks}/:endpoint`,
    { config: { area, may: 'owner', does: 'webhook.remove' } },
    async (request, reply) => {
      request.auditDetail = { endpoint: idIn(request.params, 'endpoint') }
      await dropEndpoint(ctx, request.accountId ?? 0, idIn(request.params, 'endpoint'))
      return reply.code(204).send()
    },
  )

  app.post(
    `${webhooks}/:endpoint/rotate`,
    { config: { area, may: 'owner', does: 'webhook.rotate' } },
    async (request) => {
      const endpoint = await rotateSecret(ctx, request.accountId ?? 0, idIn(request.params, 'endpoint'))
      request.auditDetail = { endpoint: endpoint.id }
      return endpoint
    },
  )

  app.post(
    `${webhooks}/:endpoint/test`,
    { config: { area, may: 'member', does: 'webhook.test' } },
    async (request, reply) => {
      request.auditDetail = { endpoint: idIn(request.params, 'endpoint') }
      return reply.code(202).send(await testEndpoint(ctx, request.accountId ?? 0, idIn(request.params, 'endpoint')))
    },
  )

  app.get(`${webhooks}/:endpoint/events`, { config: { area, may: 'viewer' } }, async ({ query, params, accountId }) => {
    const page = readPage(query as Query)
    const { state = null } = query as Query
    const { id } = await getEndpoint(ctx, accountId ?? 0, idIn(params, 'endpoint'))
    return showPage(await listEvents(ctx.db, accountId ?? 0, id, state, page), page)
  })

  app.get(
    `${webhooks}/:endpoint/attempts`,
    { config: { area, may: 'viewer' } },
    async ({ query, params, accountId }) => {
      const page = readPage(query as Query)
      const { event } = query as Query
      const { id } = await getEndpoint(ctx, accountId ?? 0, idIn(params, 'endpoint'))
      const eventId = event === undefined ? null : (parseId(event) ?? 0)
      if (eventId !== null && !(await hasEvent(ctx.db, accountId ?? 0, id, eventId))) throw eventMissing()
      return showPage(await listAttempts(ctx.db, accountId ?? 0, id, eventId, page), page)
    },
  )

  app.post(
    `${webhooks}/:endpoint/repeat`,
    { config: { area, may: 'member', does: 'webhook.repeat' }, schema: { body: RepeatBody } },
    async (request) => {
      const { event, since: text, failedOnly = false } = request.body as Static<typeof RepeatBody>
      const endpoint = idIn(request.params, 'endpoint')
      request.auditDetail = { endpoint, event, since: text, failedOnly }
      if (event === undefined && text === undefined) throw nothingChosen()
      const since = text === undefined ? null : parseIsoTime(text)
      if (text !== undefined && since === null) throw badTime('since')
      return repeat(ctx, request.accountId ?? 0, endpoint, { eventId: event ?? null, since, failedOnly })
    },
  )
}
