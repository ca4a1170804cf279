import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Logger } from 'pino'
import { plainEnvironment } from '../config.ts'
import { consoleArea } from '../engine/http/index.ts'

const directory = fileURLToPath(new URL('../../dashboard/dist/', import.meta.url))

/** Paths that serve the dashboard; it does its own routing below them. */
const pages = [
  '/',
  '/sign-in',
  '/reset-password',
  '/invitation',
  '/profile',
  // Named, so that the phone number is not logged.
  '/accounts/:account/numbers/:phone',
  '/accounts',
  '/accounts/*',
  '/operator',
  '/operator/*',
]
const loose = ['/favicon.svg', '/scheme.js']
const assets = '/assets/*'

const config = { area: consoleArea, may: 'anyone' } as const

/** Allows no other origins, no inline scripts and no framing. Inline styles are set by the dashboard's own scripts. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const pageHeaders = {
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  // File names change with every version, so the page must never be stale.
  'Cache-Control': 'no-cache',
}

/**
 * Cache-Control by route, for existing files. A 404 is never cached: during a rolling upgrade another process may have
 * the file.
 */
const keptFor: Readonly<Record<string, string>> = {
  ...Object.fromEntries(loose.map((path) => [path, 'max-age=3600'])),
  // The names contain a hash of the content.
  [assets]: 'public, max-age=31536000, immutable',
}
const fileHeaders = { 'Cache-Control': 'no-store' }

const isDashboardBuilt = () => existsSync(join(directory, 'index.html'))

/** Builds the dashboard when `npm ci` did not. Runs in a child process, while the server already accepts requests. */
export function buildDashboard(log: Logger): void {
  if (isDashboardBuilt()) return
  log.info('building the dashboard; this takes a while on the first start')
  const child = spawn(process.execPath, [fileURLToPath(new URL('../../dashboard/build.js', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: plainEnvironment(),
  })
  const end = () => void child.kill()
  process.once('exit', end)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  child.on('error', (error) => log.error({ err: error }, 'failed to build the dashboard'))
  child.on('close', (code) => {
    process.off('exit', end)
    if (code === 0 && isDashboardBuilt()) log.info('dashboard built')
    else log.warn({ said: said.trim() }, 'the dashboard is not available')
  })
}

/**
 * Serves the files built by `dashboard/build.js`. The dashboard gets its data from the console API, like any other
 * client.
 */
export async function dashboardPages(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: directory,
    serve: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    logLevel: 'silent',
    // `buildDashboard` logs a missing directory.
    suppressWarning: true,
    setHeaders(reply) {
      const kept = keptFor[reply.request.routeOptions.url ?? '']
      if (kept !== undefined) reply.header('Cache-Control', kept)
    },
  })

  for (const path of pages) {
    app.get(path, { config }, (_request, reply) => {
      reply.headers(pageHeaders)
      return isDashboardBuilt() ? reply.sendFile('index.html') : sayMissing(reply)
    })
  }
  for (const path of loose)
    app.get(path, { config }, (_request, reply) => reply.headers(fileHeaders).sendFile(path.slice(1)))
  app.get(assets, { config }, ({ params }, reply) =>
    reply.headers(fileHeaders).sendFile(`assets/${(params as { '*': string })['*']}`),
  )
}

/** The build is still running, or its dependencies are not installed. */
function sayMissing(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .header('Retry-After', '5')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="5"><title>Ngoma</title><p>The dashboard is being built. If this page does not change within a minute, check the server's log. The API is already available: see <a href="/docs">the API reference</a>.</p></html>`,
    )
}
