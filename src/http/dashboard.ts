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

/**
 * The pages that there are, as far as the server has to know: which of them is shown is the dashboard's own business.
 */
const pages = ['/', '/sign-in', '/reset-password', '/invitation', '/profile', '/accounts/*', '/operator', '/operator/*']
const loose = ['/favicon.svg', '/scheme.js']
const assets = '/assets/*'

/** What is there for anyone, signed in or not: it is the same for all. */
export const dashboardPaths: readonly string[] = [...pages, ...loose, assets]

const config = { area: consoleArea, may: 'anyone' } as const

/**
 * Nothing comes from anywhere else, no script stands in a page, and it is shown in no other page. Styles are set by
 * scripts of its own.
 */
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
  // A new version has files of other names: the page that names them must not be an old one.
  'Cache-Control': 'no-cache',
}

/**
 * By route, for a file that is there. What is missing may come with the next process that is upgraded, so that is never
 * kept.
 */
const keptFor: Readonly<Record<string, string>> = {
  ...Object.fromEntries(loose.map((path) => [path, 'max-age=3600'])),
  // Their names have a hash of what is in them.
  [assets]: 'public, max-age=31536000, immutable',
}
const fileHeaders = { 'Cache-Control': 'no-store' }

const isDashboardBuilt = () => existsSync(join(directory, 'index.html'))

/** Where `npm ci` did not build it. It goes on beside the server, which takes requests meanwhile, and ends with it. */
export function buildDashboard(log: Logger): void {
  if (isDashboardBuilt()) return
  log.info('building the dashboard: this takes a while, once')
  const child = spawn(process.execPath, [fileURLToPath(new URL('../../dashboard/build.js', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: plainEnvironment(),
  })
  const end = () => void child.kill()
  process.once('exit', end)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  child.on('error', (error) => log.error({ err: error }, 'the dashboard could not be built'))
  child.on('close', (code) => {
    process.off('exit', end)
    if (code === 0 && isDashboardBuilt()) log.info('the dashboard is built')
    else log.warn({ said: said.trim() }, 'there is no dashboard')
  })
}

/**
 * The dashboard's files, as `dashboard/build.js` made them. It asks the console for everything else, as any other
 * client does.
 */
export async function dashboardPages(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: directory,
    serve: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    logLevel: 'silent',
    // That there is none is said where it is built.
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

/** It is being built, for a first start takes a while, or whoever installed the program left out what builds it. */
function sayMissing(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .header('Retry-After', '5')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="5"><title>Ngoma</title><p>The dashboard is not built yet. If it is not here in a minute, the server's log says why. The API works, and <a href="/docs">its reference</a> is here.</p></html>`,
    )
}
