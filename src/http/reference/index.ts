import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import type { Product } from '../../contract/console/accounts.ts'
import { type Area, type Described, openArea } from '../../engine/http/index.ts'
import { describeOperation } from './operation.ts'
import { filePaths, type PageFile, readPage } from './page.ts'
import { webhooks } from './webhooks.ts'

const open = { area: openArea }

/** What holds for every product; each route adds its own schema. The contract names this version. */
const description = {
  openapi: '3.1.0',
  info: {
    title: 'Ngoma',
    version: '1.0.0',
    description: `Business messaging: SMS, delivery reports and more.

Every request brings exactly one credential in the header Authorization: an API key with its secret (Basic, and key:secret in base64, as \`curl -u\` writes it), or an access token as it is. \`npx ngoma key create NAME\` makes one.

In staging messages go through a simulated network, where the number decides what happens: it ends in 0000 refused, 0001 busy twice and then delivered, 0002 never a receipt, 0003 undelivered, 0004 delivered after 30 seconds, anything else delivered after a second.

A refusal changes nothing. What there is to do about it is in the header Ngoma-Hint, for people. A fault of ours is status 500, Internal Error, with code 103 on send and delivery reports and 500 elsewhere, unless the operation says otherwise.`,
  },
  servers: [{ url: '/', description: 'this server' }],
  components: {
    securitySchemes: {
      key: {
        type: 'http',
        scheme: 'basic',
        description:
          'The API key as user name, its secret as password; in base64, as curl -u and every client of HTTP write it.',
      },
      token: {
        type: 'apiKey',
        in: 'header',
        name: 'Authorization',
        description: 'An access token as it is, without Bearer.',
      },
    },
  },
  security: [{ key: [] }, { token: [] }],
  webhooks,
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

/** One that several products share stands with the first of them. */
const nameOf = (area: Area | undefined) => names[[area].flat()[0] as Product] as string | undefined

/**
 * Before the routes that it is to describe. Of those it takes the products': the console is free to change, and what is
 * open speaks for itself.
 */
export async function describeRoutes(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: structuredClone(description) as never,
    transform: ({ schema, url, route }) => {
      const name = nameOf(route.config?.area)
      return {
        url,
        schema:
          name === undefined
            ? { hide: true }
            : {
                tags: [name],
                ...describeOperation(
                  schema as unknown as Described,
                  route,
                  route.bodyLimit ?? app.initialConfig.bodyLimit ?? 0,
                ),
              },
      }
    },
  })
}

/** `/openapi.json`, and `/docs` to read it. None of them needs a credential. */
export function referenceRoutes(app: FastifyInstance): void {
  // Written once: it is long, and anybody may ask for it.
  let document: string | undefined
  app.get('/openapi.json', { config: open }, (_request, reply) => {
    document ??= JSON.stringify(app.swagger())
    return reply.type('application/json; charset=utf-8').send(document)
  })

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
