import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OpenProvider } from '../../carriers/provider-kind.ts'
import { notFound, openArea } from '../../engine/http/index.ts'
import type { Clock } from '../../values/time.ts'
import type { ProviderSet } from './model.ts'

/** Paths below this root contain secrets. */
export const callbackRoot = '/providers/'

/** Providers report at most a few hundred results at once. */
const bodyBytesMax = 262_144

type AnySet = Pick<ProviderSet<OpenProvider<never>, never>, 'findCallback'>

/**
 * The endpoints that providers call back. Any process accepts callbacks. The response follows the commit, so a provider
 * repeats results that could not be stored.
 */
export async function callbackRoutes(app: FastifyInstance, clock: Clock, sets: readonly AnySet[]): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyBytesMax }, (_request, body, done) =>
    done(null, body),
  )

  async function receive(request: FastifyRequest, reply: FastifyReply) {
    const params = request.params as { readonly provider: string; readonly secret: string; readonly '*'?: string }
    const provider = sets.map((set) => set.findCallback(params.provider, params.secret)).find((one) => one !== null)
    if (!provider?.callback) throw notFound()
    const { status, type, body } = await provider.callback({
      method: request.method === 'GET' ? 'GET' : 'POST',
      rest: params['*'] ?? '',
      query: request.url.split('?').slice(1).join('?'),
      headers: Object.fromEntries(
        Object.entries(request.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
      ),
      body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      at: clock.now(),
    })
    return reply.code(status).type(type).send(body)
  }

  const options = { config: { area: openArea, pathIsSecret: true }, exposeHeadRoute: false }
  for (const path of ['/providers/:provider/callbacks/:secret', '/providers/:provider/callbacks/:secret/*']) {
    app.get(path, options, receive)
    app.post(path, options, receive)
  }
}
