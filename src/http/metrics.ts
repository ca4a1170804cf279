import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { openArea } from '../engine/http/index.ts'
import { Refusal } from '../values/refusal.ts'
import { commit, schema, version } from '../version.ts'

const forbidden = () =>
  new Refusal(403, 403, 'Forbidden', {
    hint: 'call /metrics from this machine without a proxy, or send Authorization: Bearer with the value of NGOMA_METRICS_TOKEN',
  })

/** `/metrics` for Prometheus. Needs no API credential, but is not public, because it reveals business figures. */
export function metricsRoutes(app: FastifyInstance, { config, metrics }: Context, read = metrics.text): void {
  metrics.gauge(
    'ngoma_build_info',
    'Version, commit and schema of this process.',
    ['version', 'commit', 'schema'],
    (gauge) => gauge.set({ version, commit: commit ?? 'unknown', schema }, 1),
  )
  app.get('/metrics', { config: { area: openArea } }, async (request, reply) => {
    if (!isFromHere(request) && !bringsToken(request, config.metricsToken)) throw forbidden()
    return reply.type(metrics.contentType).send(await read())
  })
}

/** 127.0.0.0/8 and ::1, also in the IPv4-mapped form of dual-stack sockets. */
const loopback = /^(::1|(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/
/** Headers that proxies add. Any of them means that the request came from elsewhere. */
const forwarding =
  /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-connecting-ip)$/

/**
 * Uses the address of the socket and not of X-Forwarded-For: a proxy on this machine forwards requests from anywhere.
 */
function isFromHere({ raw, headers }: FastifyRequest): boolean {
  return loopback.test(raw.socket.remoteAddress ?? '') && !Object.keys(headers).some((name) => forwarding.test(name))
}

/** Compares hashes, because timingSafeEqual needs equal lengths. */
function bringsToken({ headers: { authorization = '' } }: FastifyRequest, token: string | null): boolean {
  const brought = /^bearer +(\S+)$/i.exec(authorization.trim())?.[1]
  return (
    token !== null &&
    brought !== undefined &&
    timingSafeEqual(hash('sha256', brought, 'buffer'), hash('sha256', token, 'buffer'))
  )
}
