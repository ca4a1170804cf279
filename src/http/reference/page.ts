import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { guidePaths, readGuides } from './guides.ts'

/** Allows no other origins and no framing. Inline scripts run only when their hash is listed. */
function policyOf(html: string): string {
  const scripts = [...html.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, text = '']) => text)
  const hashes = scripts.filter((text) => text !== '').map((text) => `'sha256-${hash('sha256', text, 'base64')}'`)
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "frame-ancestors 'none'",
  ].join('; ')
}

export interface PageFile {
  readonly content: Buffer
  readonly headers: Readonly<Record<string, string>>
}

const page = '/docs'
const script = `${page}/js/scalar.js`
export const filePaths: readonly string[] = [page, script, ...guidePaths]

/** Each part blocks the event loop for up to 200 ms, so other requests run in between. */
const pause = () => sleep(1)

/** Renders and compresses the files once: doing it for every request would block the event loop. */
export async function readPage(): Promise<ReadonlyMap<string, PageFile>> {
  const app = await openPage()
  const html = await app.inject(`${page}/`)
  await pause()
  const js = await app.inject(script)
  await app.close()
  await pause()
  const guides = await readGuides()
  await pause()
  return new Map([
    [page, showHtml(html.body)],
    ...[...guides].map(([path, guide]) => [path, showHtml(guide)] as const),
    [
      script,
      {
        content: await promisify(gzip)(js.rawPayload),
        headers: {
          'Content-Type': 'text/javascript; charset=utf-8',
          'Content-Encoding': 'gzip',
          'Cache-Control': 'public, max-age=86400',
        },
      },
    ],
  ])
}

const showHtml = (html: string): PageFile => ({
  content: Buffer.from(html),
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policyOf(html),
    'Cache-Control': 'no-cache',
  },
})

/** With the page's script of four megabytes, so commands and workers don't load it. */
export const loadScalar = () => import('@scalar/fastify-api-reference')

async function openPage(): Promise<FastifyInstance> {
  const { default: scalar } = await loadScalar()
  await pause()
  const app = Fastify()
  await app.register(scalar, {
    routePrefix: page,
    configuration: {
      url: '/openapi.json',
      cdn: script,
      pageTitle: 'Ngoma API',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
      // The description names the version; a badge without words could be the one of the server.
      customCss: '.section-content .badge:first-child { display: none; }',
    },
  })
  return app
}
