import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import type { Product } from '../../contract/console/accounts.ts'
import { type Area, type Described, openArea } from '../../engine/http/index.ts'
import { describeOperation } from './operation.ts'
import { filePaths, type PageFile, readPage } from './page.ts'
import { webhooks } from './webhooks.ts'

const open = { area: openArea }

/** The common part of the document; each route adds its own schema. The version is the one of the specification. */
const description = {
  openapi: '3.1.0',
  info: {
    title: 'Ngoma',
    version: '1.0.0',
    description: `Business messaging: SMS, delivery reports and more.

Every request needs exactly one credential in the Authorization header: an API key with its secret (HTTP Basic, as \`curl -u key:secret\` sends it), or a plain access token. Create a key with \`npx ngoma key create NAME\`.

In staging, messages go through a simulated network, where the last digits of the phone number decide the outcome: 0000 is rejected, 0001 is busy twice and then delivered, 0002 never gets a delivery receipt, 0003 is undelivered, 0004 is delivered after 30 seconds. All other numbers are delivered after one second.

A rejected request changes nothing. The Ngoma-Hint header explains to a person what to do next. Internal errors have status 500, with code 103 on send and delivery reports and code 500 elsewhere, unless the operation says otherwise.`,
  },
  servers: [{ url: '/', description: 'This server' }],
  components: {
    securitySchemes: {
      key: {
        type: 'http',
        scheme: 'basic',
        description: 'HTTP Basic authentication with the API key as user name and its secret as password.',
      },
      token: {
        type: 'apiKey',
        in: 'header',
        name: 'Authorization',
        description: 'The plain access token, without Bearer.',
      },
    },
  },
  security: [{ key: [] }, { token: [] }],
  webhooks,
} as const

/** Display names of the products. */
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

/** A route that several products share is listed under the first. */
const nameOf = (area: Area | undefined) => names[[area].flat()[0] as Product] as string | undefined

/** Must be registered before the routes. Describes only product routes: the console API may change at any time. */
export async function describeRoutes(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: structuredClone(description) as never,
    transform: ({ schema, url, route }) => {
      const name = nameOf(route.config?.area)
      return {
        url,
        schema:
          name === undefined || schema?.hide
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

/** Serves `/openapi.json` and the reference page `/docs`, without a credential. */
export function referenceRoutes(app: FastifyInstance): void {
  // Serialized once, because it is large and public.
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
