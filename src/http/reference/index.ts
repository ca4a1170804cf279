import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import type { Product } from '../../contract/console/accounts.ts'
import { type Area, type Described, openArea } from '../../engine/http/index.ts'
import { describeAccountApi } from './account.ts'
import { describeOperation } from './operation.ts'
import { filePaths, loadScalar, type PageFile, readPage } from './page.ts'
import { callbacksTag, webhooks } from './webhooks.ts'

const open = { area: openArea }

const apiVersion = '1.0.0'

/** The common part of the document; each route adds its own schema. The version is the one of the specification. */
const description = {
  openapi: '3.1.0',
  info: {
    title: 'Ngoma',
    version: apiVersion,
    contact: { name: 'The operator of this server' },
    license: { name: 'MIT', identifier: 'MIT' },
    description: `Business messaging: SMS, delivery reports and more. API version ${apiVersion}.

The [guides](/docs/guides) show how to send messages, receive events and find errors, with complete programs.

Every request needs exactly one credential in the Authorization header: an API key with its secret (HTTP Basic, as \`curl -u key:secret\` sends it), or a plain access token. Create a key with \`npx ngoma key create --name NAME\`.

In staging, messages go through a simulated network, where the last digits of the phone number decide the outcome: 0000 is rejected, 0001 is busy twice and then delivered, 0002 never gets a delivery receipt, 0003 is undelivered, 0004 is delivered after 30 seconds. All other numbers are delivered after one second.

A rejected request changes nothing. The Ngoma-Hint header explains to a person what to do next. Internal errors have status 500, with code 103 on send and delivery reports and code 500 elsewhere, unless the operation says otherwise.

**The account API** under \`/v2\` has everything else that the dashboard can do for an account. A key or token needs the scope of the operation. Errors are problem details (RFC 9457) with a stable \`code\`; only errors of authentication have the bodies of the public API. Lists return \`next\`, which continues them as \`cursor\`. Every POST that changes something accepts an \`Idempotency-Key\`.`,
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
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: 'ngoma.session',
        description:
          'The session of a signed-in user; over HTTPS its name is __Host-ngoma.session. Only for the account API, with the header Ngoma-Account, and not from pages of other sites.',
      },
    },
  },
  security: [{ key: [] }, { token: [] }],
  webhooks,
} as const

/** Display names and descriptions of the products. */
const tags: Readonly<Record<Product, { readonly name: string; readonly description: string }>> = {
  sms: { name: 'SMS', description: 'Send messages; sender names and templates.' },
  dlr: { name: 'Delivery reports', description: 'Whether messages were delivered.' },
  contact: { name: 'Contacts', description: 'Contacts and address books.' },
  airtime: { name: 'Airtime', description: 'Send airtime to phone numbers.' },
  topup: { name: 'Credit', description: 'The credit of each product.' },
  otp: { name: 'One-time PINs', description: 'Send PINs and verify them.' },
  checkout: { name: 'Checkout', description: 'Payment pages for customers.' },
  chat: { name: 'Chat', description: 'Messages on chat channels, such as WhatsApp.' },
}

/** A route that several products share is listed under the first. */
const nameOf = (area: Area | undefined) => (tags[[area].flat()[0] as Product] as { name: string } | undefined)?.name

/**
 * Must be registered before the routes. Describes product routes and the account API; the console API may change at any
 * time.
 */
export async function describeRoutes(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    transformObject: (document) => ('openapiObject' in document ? withAccountApi(document.openapiObject) : {}),
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

function withAccountApi(document: object) {
  const { paths, components } = document as Readonly<Record<'paths' | 'components', object>>
  const account = describeAccountApi()
  const publicTags = [...Object.values(tags), callbacksTag]
  return {
    ...document,
    paths: { ...paths, ...account.paths },
    components: { ...components, ...account.components },
    tags: [...publicTags, ...account.tags],
    'x-tagGroups': [
      { name: 'Public API', tags: publicTags.map(({ name }) => name) },
      { name: 'Account API', tags: account.tags.map(({ name }) => name) },
    ],
  }
}

/**
 * Serves `/openapi.json` and the reference page `/docs`, without a credential. Returns the steps that prepare them,
 * because the first request would block the event loop.
 */
export function referenceRoutes(app: FastifyInstance): readonly (() => Promise<unknown>)[] {
  // Serialized once, because it is large and public.
  let document: string | undefined
  const readDocument = () => (document ??= JSON.stringify(app.swagger()))
  app.get('/openapi.json', { config: open }, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(readDocument()),
  )

  let files: Promise<ReadonlyMap<string, PageFile>> | undefined
  const readFiles = () => {
    files ??= readPage().catch((error) => {
      files = undefined
      throw error
    })
    return files
  }
  for (const path of filePaths) {
    app.get(path, { config: open }, async (_request, reply) => {
      const file = (await readFiles()).get(path)
      return reply.headers({ ...file?.headers }).send(file?.content)
    })
  }
  const prepareDocument = async () => {
    await app.ready()
    readDocument()
  }
  return [prepareDocument, loadScalar, readFiles]
}
