import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { openArea } from '../engine/http/index.ts'
import { Refusal } from '../values/refusal.ts'
import { commit, schema, version } from '../version.ts'

const forbidden = () =>
  new Refusal(403, 403, 'Forbidden', {
    hint: 'metrics are for callers on this machine, not through a proxy, and for those that bring Authorization: Bearer with the NGOMA_METRICS_TOKEN',
  })

/**
 * `/metrics` for Prometheus. It needs no credential of the API, but says too much about a business to be told to
 * everybody.
 */
export function metricsRoutes(app: FastifyInstance, { config, metrics }: Context): void {
  metrics.gauge(
    'ngoma_build_info',
    'Version, commit and schema of this process.',
    ['version', 'commit', 'schema'],
    (gauge) => gauge.set({ version, commit: commit ?? 'unknown', schema }, 1),
  )
  app.get('/metrics', { config: { area: openArea } }, async (request, reply) => {
    if (!isFromHere(request) && !bringsToken(request, config.metricsToken)) throw forbidden()
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}

/** 127.0.0.0/8 and ::1, also as a socket for both families writes it. */
const loopback = /^(::1|(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/
/** What proxies add; one of them is enough to know that somebody else is asking. */
const forwarding =
  /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-connecting-ip)$/

/**
 * The socket's own address, never what a trusted proxy says: a proxy on this machine passes on requests from anywhere.
 */
function isFromHere({ raw, headers }: FastifyRequest): boolean {
  return loopback.test(raw.socket.remoteAddress ?? '') && !Object.keys(headers).some((name) => forwarding.test(name))
}

/** Hashes are compared, because they are of one length, whatever was brought. */
function bringsToken({ headers: { authorization = '' } }: FastifyRequest, token: string | null): boolean {
  const brought = /^bearer +(\S+)$/i.exec(authorization.trim())?.[1]
  return (
    token !== null &&
    brought !== undefined &&
    timingSafeEqual(hash('sha256', brought, 'buffer'), hash('sha256', token, 'buffer'))
  )
}
