import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Incoming, type PushedThing, pushedThings, type Receipt } from '../../carriers/carrier.ts'
import { notFound, openArea } from '../../engine/http/index.ts'
import { isUrlSecret } from '../../engine/secrets/index.ts'
import type { RoutingContext } from './model.ts'

/** Paths below this root contain secrets. */
export const receiptRoot = '/carriers/'

/** Providers push at most a few hundred receipts at once. */
const bodyBytesMax = 262_144

/** Each resolves once the receipt or message is committed. */
export interface TakePushed {
  receipt(carrier: string, receipt: Receipt): Promise<void>
  message(carrier: string, incoming: Incoming): Promise<void>
}

/**
 * The endpoints for pushed receipts and messages. Content types are ignored, because the settings of the carrier say
 * how to read the body. Any process accepts pushes, including those that send nothing. The response follows the commit,
 * so a provider repeats pushes that could not be stored.
 */
export async function pushRoutes(
  app: FastifyInstance,
  { routing, clock }: RoutingContext,
  take: TakePushed,
): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyBytesMax }, (_request, body, done) =>
    done(null, body),
  )

  const receive = (things: PushedThing) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { carrier, secret } = request.params as { readonly carrier: string; readonly secret: string }
    const endpoint = routing.findPushEndpoint(carrier, things)
    if (!isUrlSecret(secret, endpoint?.secret) || endpoint === null) throw notFound()
    const query = request.url.split('?').slice(1).join('?')
    const body = Buffer.isBuffer(request.body) ? request.body.toString() : ''
    const { receipts, messages, problems, answer } = endpoint.read({ query, body }, clock.now())
    if (problems.length > 0)
      request.log.warn({ carrier, problems: problems.slice(0, 10) }, `failed to read pushed ${things}`)
    await Promise.all(receipts.map((receipt) => take.receipt(carrier, receipt)))
    // One by one, because a STOP and a START of the same person must keep their order.
    for (const message of messages) await take.message(carrier, message)
    return reply.code(answer.status).type(answer.type).send(answer.body)
  }

  const options = { config: { area: openArea, pathIsSecret: true }, exposeHeadRoute: false }
  for (const things of pushedThings) {
    app.get(`/carriers/:carrier/${things}/:secret`, options, receive(things))
    app.post(`/carriers/:carrier/${things}/:secret`, options, receive(things))
  }
}
