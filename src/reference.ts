import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import swagger from '@fastify/swagger'
import Fastify, { type FastifyInstance } from 'fastify'
import { openArea } from './engine/http/index.ts'
import type { Product } from './modules/accounts/index.ts'

const open = { area: openArea }

/** Nothing of the page comes from anywhere else, and it is shown in no other page. */
const pagePolicy = "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"

/** What holds for every product; each route adds its own schema. The contract names this version. */
const description = {
  openapi: '3.1.0',
  info: {
    title: 'Ngoma',
    version: '1.0.0',
    description: `Business messaging: SMS, delivery reports and more.

Every request brings exactly one credential in the header Authorization: an API key with its secret, or an access token. \`npx ngoma key create NAME\` makes one.

In staging messages go through a simulated network, where the number decides what happens: it ends in 0000 refused, 0001 busy twice and then delivered, 0002 never a receipt, 0003 undelivered, 0004 delivered after 30 seconds, anything else delivered after a second.`,
  },
  servers: [{ url: '/', description: 'this server' }],
  components: {
    securitySchemes: {
      key: { type: 'http', scheme: 'basic', description: 'The API key as user name, its secret as password.' },
      token: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'An access token as it is, without Bearer.' },
    },
  },
  security: [{ key: [] }, { token: [] }],
} as const

/** What people call the products. */
const names: Readonly<Record<Product, string>> = {
  sms: 'SMS',
  dlr: 'Delivery reports',
  contact: 'Contacts',
  airtime: 'Airtime',
  topup: 'Credit',
  otp: 'One-time PINs',
  checkout: 'Checkout',
  chat: 'Chat',
}

const nameOf = (area: string | undefined) => names[area as Product] as string | undefined

/** Before the routes that it is to describe. Of those it takes the products': the console is free to change, and what is open speaks for itself. */
export async function describeRoutes(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: structuredClone(description) as never,
    transform: ({ schema, url, route }) => {
      const name = nameOf(route.config?.area)
      return { url, schema: name === undefined ? { hide: true } : { tags: [name], ...schema } }
    },
  })
}

/** `/openapi.json`, and `/docs` to read it. None of them needs a credential. */
export function referenceRoutes(app: FastifyInstance): void {
  app.get('/openapi.json', { config: open }, () => app.swagger())

  let files: Promise<ReadonlyMap<string, PageFile>> | undefined
  for (const path of filePaths) {
    app.get(path, { config: open }, async (_request, reply) => {
      files ??= readPage().catch((error) => {
        files = undefined
        throw error
      })
      const file = (await files).get(path)
      return reply.headers({ ...file?.headers }).send(file?.content)
    })
  }
}

interface PageFile {
  readonly content: Buffer
  readonly headers: Readonly<Record<string, string>>
}

const page = '/docs'
const script = `${page}/js/scalar.js`
const filePaths = [page, script]

/** Ready to be sent as they are, and compressed where that saves megabytes: making them anew for every reader would keep everybody else waiting. */
async function readPage(): Promise<ReadonlyMap<string, PageFile>> {
  const app = await openPage()
  const [html, js] = await Promise.all([app.inject(`${page}/`), app.inject(script)])
  await app.close()
  return new Map([
    [
      page,
      { content: html.rawPayload, headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': pagePolicy, 'Cache-Control': 'no-cache' } },
    ],
    [
      script,
      {
        content: await promisify(gzip)(js.rawPayload),
        headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Content-Encoding': 'gzip', 'Cache-Control': 'public, max-age=86400' },
      },
    ],
  ])
}

/** The script of the page is four megabytes, so it is loaded when somebody first asks for it, and not with every start. */
async function openPage(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
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
    },
  })
  return app
}
