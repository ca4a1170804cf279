import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OpenProvider } from '../../carriers/provider-kind.ts'
import { notFound, openArea } from '../../engine/http/index.ts'
import type { Clock } from '../../values/time.ts'
import type { ProviderSet } from './model.ts'

/** Paths below this root contain secrets. */
export const callbackRoot = '/providers/'

/** WhatsApp sends webhooks of up to 3 MB. The secret is checked before the body is read. */
const bodyBytesMax = 4_194_304

/** The providers that call back. */
export type AnySet = Pick<ProviderSet<OpenProvider<never>, never>, 'findCallback'>

/**
 * The endpoints that providers call back. Any process accepts callbacks. The response follows the commit, so a provider
 * repeats results that could not be stored.
 */
export async function callbackRoutes(app: FastifyInstance, clock: Clock, sets: readonly AnySet[]): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyBytesMax }, (_request, body, done) =>
    done(null, body),
  )

  const paramsOf = ({ params }: FastifyRequest) =>
    params as { readonly provider: string; readonly secret: string; readonly '*'?: string }

  function getProvider(request: FastifyRequest) {
    const { provider, secret } = paramsOf(request)
    const found = sets.map((set) => set.findCallback(provider, secret)).find((one) => one !== null)
    if (!found?.callback) throw notFound()
    return found as Required<Pick<typeof found, 'callback'>>
  }

  async function receive(request: FastifyRequest, reply: FastifyReply) {
    const { status, type, body } = await getProvider(request).callback({
      method: request.method === 'GET' ? 'GET' : 'POST',
      rest: paramsOf(request)['*'] ?? '',
      query: request.url.split('?').slice(1).join('?'),
      headers: Object.fromEntries(
        Object.entries(request.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
      ),
      body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      at: clock.now(),
    })
    return reply.code(status).type(type).send(body)
  }

  const options = {
    config: { area: openArea, pathIsSecret: true },
    exposeHeadRoute: false,
    onRequest: async (request: FastifyRequest) => void getProvider(request),
  }
  for (const path of ['/providers/:provider/callbacks/:secret', '/providers/:provider/callbacks/:secret/*']) {
    app.get(path, options, receive)
    app.post(path, options, receive)
  }
}
