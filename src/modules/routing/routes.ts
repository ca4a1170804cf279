import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Receipt } from '../../carriers/carrier.ts'
import { openArea } from '../../engine/http/index.ts'
import type { RoutingContext } from './context.ts'
import { pathMissing } from './errors.ts'
import { isReceiptSecret } from './receipt-url.ts'

/** Providers push at most a few hundred receipts at once. */
const bodyBytesMax = 262_144

/** Resolves once the receipt is committed. */
export type TakeReceipt = (carrier: string, receipt: Receipt) => Promise<void>

/**
 * The endpoints for pushed receipts. Content types are ignored, because the settings of the carrier say how to read the
 * body. Any process accepts receipts, including those that send nothing. The response follows the commit, so a provider
 * repeats receipts that could not be stored.
 */
export async function receiptRoutes(
  app: FastifyInstance,
  { routing, clock }: RoutingContext,
  take: TakeReceipt,
): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyBytesMax }, (_request, body, done) =>
    done(null, body),
  )

  async function receive(request: FastifyRequest, reply: FastifyReply) {
    const { carrier, secret } = request.params as { readonly carrier: string; readonly secret: string }
    const endpoint = routing.findReceiptEndpoint(carrier)
    if (!isReceiptSecret(secret, endpoint?.secret) || endpoint === null) throw pathMissing()
    const query = request.url.split('?').slice(1).join('?')
    const body = Buffer.isBuffer(request.body) ? request.body.toString() : ''
    const { receipts, problems, answer } = endpoint.read({ query, body }, clock.now())
    if (problems.length > 0)
      request.log.warn({ carrier, problems: problems.slice(0, 10) }, 'failed to read pushed receipts')
    await Promise.all(receipts.map((receipt) => take(carrier, receipt)))
    return reply.code(answer.status).type(answer.type).send(answer.body)
  }

  const options = { config: { area: openArea, pathIsSecret: true }, exposeHeadRoute: false }
  app.get('/carriers/:carrier/receipts/:secret', options, receive)
  app.post('/carriers/:carrier/receipts/:secret', options, receive)
}
