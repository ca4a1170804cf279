import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { noValidRecipients, sendOnce } from '../sms/index.ts'
import { authenticate, limitRate } from './authenticate.ts'
import type { KannelContext } from './context.ts'
import { asKannel, invalidContentType, receiversDenied, unsupportedContentType } from './errors.ts'
import { type KannelRequest, kannelArea, sendSmsPath } from './model.ts'
import { parseSend } from './parse.ts'
import { fromHeaders, fromValues, hasKannelHeaders, readQuery } from './read-request.ts'

/** Enough for a long text, or for several thousand receivers. */
const bodyBytesMax = 262_144

/**
 * The HTTP interface of Kannel. Its statuses and texts are those of Kannel 1.4.5, which clients compare; our reason is in
 * the Ngoma-Hint header.
 */
export async function kannelRoutes(app: FastifyInstance, ctx: KannelContext): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyBytesMax }, (_request, body, done) =>
    done(null, body),
  )
  // The server has already found the refusal of any error, and logged faults.
  app.addHook('onSend', async (request, reply, payload) => {
    // On other hosts, the path looks like any unknown one.
    if (request.refusal === null || request.refusal.status === 404) return payload
    const refusal = asKannel(request.refusal)
    request.refusal = refusal
    writeHeaders(reply.code(refusal.status))
    for (const [name, value] of Object.entries(refusal.headers)) reply.header(name, printable(value))
    reply.removeHeader('content-length')
    return refusal.message
  })

  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    const read = readRequest(request)
    const caller = await authenticate(ctx, request, reply, read)
    const { sms, outbound } = ctx
    const options = { config: sms.config, now: sms.clock.now(), reach: outbound.reachOf(caller.privateUrls) }
    const { accountId, messagesPerDay } = caller
    const parse = () => {
      const parsed = parseSend(read, caller, options)
      limitRate(ctx, caller, parsed.recipients.length)
      return parsed
    }
    const result = await sendOnce(sms, accountId, parse, null, messagesPerDay)
    if (result.valid === 0) throw receiversDenied(noValidRecipients(result).hint)
    return writeHeaders(reply.code(202)).send('0: Accepted for delivery')
  }
  const options = { config: { area: kannelArea }, exposeHeadRoute: false }
  app.get(sendSmsPath, options, send)
  app.post(sendSmsPath, options, send)
}

/** Kannel sends plain text as HTML. The texts never contain values of the request. */
const writeHeaders = (reply: FastifyReply) =>
  reply.headers({ 'Content-Type': 'text/html', Pragma: 'no-cache', 'Cache-Control': 'no-cache' })

const printable = (value: string) => value.replace(/[^\x20-\x7e]/g, '?')

function readRequest(request: FastifyRequest): KannelRequest {
  const query = request.url.split('?').slice(1).join('?')
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const type = request.mediaType ?? ''
  if (request.method === 'GET') return fromValues(readQuery(query))
  // Kannel refuses forms, but many programs that were written for similar gateways send them.
  if (type === 'application/x-www-form-urlencoded')
    return fromValues(readQuery([body.toString('latin1'), query].filter((part) => part !== '').join('&')))
  if (!['', 'text/plain', 'application/octet-stream'].includes(type))
    throw type === 'text/html' ? unsupportedContentType() : invalidContentType()
  if (!hasKannelHeaders(request.headers) && body.length === 0) return fromValues(readQuery(query))
  return fromHeaders(request.headers, body, type)
}
