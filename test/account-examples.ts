/** Sends the examples of the account API to a server, each after the requests that create its objects. */

import { sql } from 'kysely'
import { addBlock } from './account-objects.ts'
import { openCheckout } from './checkout.ts'
import { addPerson, command } from './console/people.ts'
import { type Client, newClient } from './contacts.ts'
import type { Document, Operation } from './documented.ts'
import { type Answer, until, type World } from './world.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface Example {
  readonly id: string
  readonly method: Method
  readonly path: string
  readonly operation: Operation
}

export interface Replayed extends Example {
  readonly answer: Answer
  /** The answer to a repeated POST with the same Idempotency-Key. */
  readonly again: Answer | null
  /** A list at once, and read in small pages. */
  readonly walked: Walked | null
  /** The answer to a program of another account, if the path names an object that only this one has. */
  readonly elsewhere: Answer | null
  /** The answer to a user, if the example changes nothing. */
  readonly byUser: Answer | null
  /** The actions that the audit log got from the example and its repetition. */
  readonly actions: readonly string[]
}

type Item = Readonly<Record<string, unknown>>

export interface Walked {
  readonly whole: readonly Item[]
  readonly parts: readonly Item[]
}

/** Reads a list at once, and in pages of one and two items. */
export async function walkList(ask: (query: string) => Promise<Answer>, limitMax = 100): Promise<Walked> {
  const parts: Item[] = []
  const whole = (await ask(`?limit=${limitMax}`)).body.data
  for (let cursor = '', limit = 1; ; limit = 3 - limit) {
    const { status, text, body } = await ask(`?limit=${limit}${cursor}`)
    if (status !== 200) throw new Error(text)
    parts.push(...body.data)
    if (body.next === null || parts.length > 1_000) return { whole, parts }
    cursor = `&cursor=${body.next}`
  }
}

/** Answers other than the documented success. */
export const otherStatuses: Readonly<Record<string, number>> = {
  // The simulated channel has no files.
  'conversations.media': 404,
  // The import has ended.
  'imports.cancel': 409,
}

export const examplesIn = ({ paths }: Document): Example[] =>
  Object.entries(paths)
    .filter(([path]) => path.startsWith('/v2/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        id: operation.operationId,
        method: method.toUpperCase() as Method,
        path,
        operation,
      })),
    )

/** Objects are created before they are listed, read, changed and at last deleted. */
const steps = ['POST', 'POST book', 'GET', 'POST of one', 'GET of one', 'PATCH', 'PUT', 'PUT of one', 'DELETE of one']
const orderOf = ({ method, path }: Example) =>
  steps.indexOf(path.endsWith('}/imports') ? 'POST book' : `${method}${path.includes('{') ? ' of one' : ''}`)

/** Queries that an example needs. */
const queries: Readonly<Record<string, string>> = {
  // The message was already sent again by itself.
  'requests.resend': '?again=true',
  'search.find': '?q=0712345678',
}

/** Every account has a balance of each product, and a history of each number. */
const shared = /\{product\}|numbers\/\{phone\}/

/** Campaigns have statuses, so these examples have campaigns of their own. */
const changesOfDrafts = [
  'campaigns.preview',
  'campaigns.test',
  'campaigns.update',
  'campaigns.upload',
  'campaigns.removeFile',
]
const moves = ['campaigns.start', 'campaigns.pause', 'campaigns.resume', 'campaigns.cancel']

const ownCampaigns: Readonly<Record<string, 'other' | 'scheduled'>> = {
  'campaigns.delete': 'other',
  'campaigns.withdraw': 'scheduled',
}

export async function replayExamples(world: World, document: Document): Promise<readonly Replayed[]> {
  const [client, stranger] = [await newClient(world), await newClient(world)]
  const user = await addPerson(world, client.accountId, 'viewer')
  const { message, request, bookId, campaigns } = await prepare(world, client)
  const replayed: Replayed[] = []
  // biome-ignore lint/suspicious/noExplicitAny: tests know the answers
  const answered = (id: string): any => replayed.find((one) => one.id === id)?.answer.body
  const values: Readonly<Record<string, (id: string) => unknown>> = {
    app: () => answered('otp.createApp').number,
    block: () => '1-25571299',
    book: () => answered('books.create').id,
    campaign: (id) =>
      changesOfDrafts.includes(id)
        ? answered('campaigns.create').id
        : campaigns[moves.includes(id) ? 'draft' : (ownCampaigns[id] ?? 'ended')],
    contact: () => answered('contacts.create').id,
    conversation: () => answered('conversations.start').id,
    endpoint: () => answered('webhooks.create').id,
    field: () => answered('contactFields.create').id,
    import: () => answered('imports.create').id,
    message: () => message,
    phone: () => '0712000009',
    product: () => 'SMS',
    request: () => request,
    segment: () => answered('segments.create').id,
    session: () => answered('checkout.list').data[0].id,
    template: () => answered('templates.create').id,
  }
  for (const example of examplesIn(document).sort((a, b) => orderOf(a) - orderOf(b))) {
    const { id, method, path, operation } = example
    const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]?.(id) ?? 0))
    const [type, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
    const body =
      id === 'campaigns.create' ? { ...(media?.example as object), audience: { book_ids: [bookId] } } : media?.example
    const headers = { ...(type && { 'content-type': type }), ...key(method, id) }
    const send = (query = queries[id] ?? '', caller: object = client.headers) =>
      ask(world, method, place + query, { ...headers, ...caller }, body)
    const elsewhere = path.includes('{') && !shared.test(path) ? await send(queries[id], stranger.headers) : null
    const byUser =
      method === 'GET' ? await send(queries[id], { cookie: user.cookie, 'ngoma-account': client.accountId }) : null
    const before = await actionsOf(world, client)
    const answer = await send()
    const isOnce = JSON.stringify(operation.parameters).includes('IdempotencyKey')
    const again = isOnce ? await send() : null
    const actions = method === 'GET' ? [] : (await actionsOf(world, client)).slice(before.length)
    const walked = answer.body?.next === undefined ? null : await walkList(send)
    replayed.push({ ...example, answer, again, walked, elsewhere, byUser, actions })
    if (id === 'imports.create')
      await until('the import has ended', async () =>
        ['done', 'failed'].includes((await client.ask('GET', `/v2/imports/${answer.body.id}`)).body.status),
      )
  }
  return replayed
}

async function actionsOf({ db }: World, { accountId }: Client): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    select action from audit_entries where account_id = ${accountId} order by id
  `.execute(db)
  return rows.map(({ action }) => action)
}

/** Files are not JSON. */
async function ask(world: World, method: Method, url: string, headers: object, body: unknown): Promise<Answer> {
  const payload = body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }
  const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))
  const response = await world.app.http.inject({ method, url, headers: given, ...payload })
  const isJson = String(response.headers['content-type']).includes('json')
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    body: isJson ? response.json() : null,
  }
}

const key = (method: Method, id: string) => (method === 'POST' ? { 'idempotency-key': `example ${id}` } : {})

interface Prepared {
  readonly message: number
  readonly request: number
  readonly bookId: number
  readonly campaigns: { readonly [Name in 'draft' | 'scheduled' | 'ended' | 'other']: number }
}

/** Creates an undelivered message, campaigns, and objects that the account API cannot create. */
async function prepare(world: World, client: Client): Promise<Prepared> {
  const { accountId, headers } = client
  const { bookId, ...campaigns } = await addCampaigns(client)
  const { body } = await client.ask('POST', '/v2/messages', { from: 'INFO', text: 'Habari', to: ['0712 340 003'] })
  const request = body.request_ids[0]
  await until('the message is undelivered', async () =>
    (await client.ask('GET', `/v2/messages?request=${request}`)).text.includes('"undelivered"'),
  )
  await openCheckout(world, {}, headers as Record<string, string>)
  await client.ask('POST', '/v1/request', { appId: 1, msisdn: '255712345678' })
  await client.ask('POST', '/v1/send', { source_addr: 'NOBODY', message: 'x', encoding: 0, recipients: [] })
  await command(world, 'PUT', '/inbound/numbers/15001', { accountId })
  await until('the campaign has ended', async () =>
    (await client.ask('GET', `/v2/campaigns/${campaigns.ended}`)).text.includes('"done"'),
  )
  for (const from of ['255712345679', '255712345678'])
    await command(world, 'POST', '/inbound/simulate', { from, to: '15001', text: 'Asante' })
  await addBlock(world, accountId, '25571299')
  return { message: body.recipients[0].message_id, request, bookId, campaigns }
}

/** Two drafts, one with a schedule, a scheduled campaign, and one that is sent to two contacts. The phone of the second is switched off. */
async function addCampaigns(client: Client) {
  const create = async (path: string, body: object) => (await client.ask('POST', `/v2/${path}`, body)).body.id
  const bookId = await create('books', { name: 'Shoppers' })
  for (const phone of ['0712 345 679', '0712 350 003']) await create('contacts', { phone, book_ids: [bookId] })
  const text = 'Hello, everything is 20% off: {link https://example.com/december}'
  const body = { name: 'December offer', from: 'INFO', text, audience: { book_ids: [bookId] } }
  const later = { ...body, schedule: { at: '2090-12-24T09:00', zone: 'recipient' } }
  const draft = await create('campaigns', later)
  const scheduled = await create('campaigns', later)
  const ended = await create('campaigns', body)
  const other = await create('campaigns', body)
  await client.ask('POST', `/v2/campaigns/${ended}/start`)
  await client.ask('POST', `/v2/campaigns/${scheduled}/start`)
  return { bookId, draft, scheduled, ended, other }
}
