import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Receipt } from '../../carriers/carrier.ts'
import { openArea } from '../../engine/http/index.ts'
import type { RoutingContext } from './context.ts'
import { pathMissing } from './errors.ts'
import { isReceiptSecret } from './receipt-url.ts'

/** Providers push a few hundred receipts at once, at the most. */
const bodyBytesMax = 262_144

/** Resolves once the receipt is committed. */
export type TakeReceipt = (carrier: string, receipt: Receipt) => Promise<void>

/**
 * Where providers push receipts. In a room of its own: what comes is read as the settings of the carrier say, whatever
 * it calls itself. Any process may get them, whether it sends or not. A provider is answered after the commit, so that
 * it pushes again what could not be written.
 */
export async function receiptRoutes(
  room: FastifyInstance,
  { routing, clock }: RoutingContext,
  take: TakeReceipt,
): Promise<void> {
  room.removeAllContentTypeParsers()
  room.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyBytesMax }, (_request, body, done) =>
    done(null, body),
  )

  async function receive(request: FastifyRequest, reply: FastifyReply) {
    const { carrier, secret } = request.params as { readonly carrier: string; readonly secret: string }
    const door = routing.findReceiptDoor(carrier)
    if (!isReceiptSecret(secret, door?.secret) || door === null) throw pathMissing()
    const query = request.url.split('?').slice(1).join('?')
    const body = Buffer.isBuffer(request.body) ? request.body.toString() : ''
    const { receipts, problems, answer } = door.read({ query, body }, clock.now())
    if (problems.length > 0)
      request.log.warn(
        { carrier, problems: problems.slice(0, 10) },
        'a provider pushed what is no receipt that we know',
      )
    await Promise.all(receipts.map((receipt) => take(carrier, receipt)))
    return reply.code(answer.status).type(answer.type).send(answer.body)
  }

  const options = { config: { area: openArea, pathIsSecret: true }, exposeHeadRoute: false }
  room.get('/carriers/:carrier/receipts/:secret', options, receive)
  room.post('/carriers/:carrier/receipts/:secret', options, receive)
}
