import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import type { TSchema } from 'typebox'
import { type PublicRoute, publicRoutes } from '../../src/contract/public/index.ts'
import type { RouteShape } from '../../src/contract/route.ts'
import { splitRoute } from '../../src/values/address.ts'
import { onOneEngine, openWorld, sendBody, type World } from '../world.ts'

const phone = '255712345678'
const long = 'x'.repeat(200_000)
/** Node limits the size of headers, including the query. */
const longInQuery = 'x'.repeat(8_000)

/** A valid body for each route. Each text field in turn is made too long. */
const bodies: Partial<Record<PublicRoute, Readonly<Record<string, unknown>>>> = {
  'POST /v1/send': sendBody({ job_name: 'job', campaign_title: 'title', schedule_time: '2099-01-01 00:00' }),
  'POST /public/v1/sender-names': { senderid: 'DUKA', sample_content: 'Karibu' },
  'POST /public/v1/sms-templates': { sms_title: 'Welcome', message: 'Karibu' },
  'PUT /public/v1/sms-templates/:id': { sms_title: 'Welcome', message: 'Karibu' },
  'POST /public/v1/address-books': { addressbook: 'Friends' },
  'PUT /public/v1/address-books/:book': { addressbook: 'Friends' },
  'POST /public/v1/contacts': { mob_no: phone },
  'PUT /public/v1/contacts/:contact': { mob_no: phone },
  'DELETE /public/v1/contacts': { contacts_id: ['1'] },
  'POST /v1/transfer': { dest_addr: phone, amount: '10', reference_id: 'r' },
  'POST /v1/transaction-status': { transaction_id: '1' },
  'POST /v1/request': { appId: 1, msisdn: phone },
  'POST /v1/verify': { pinId: 'a', pin: '1' },
  'POST /v1/chatapi': { from: 'DUKA', to: phone, channel: 'whatsapp', message_type: 'text', text: 'Karibu' },
}

const queries: Partial<Record<PublicRoute, Readonly<Record<string, string>>>> = {
  'GET /v1/credit-balance': { app_name: 'SMS' },
  'GET /v1/checkout': { amount: '10', reference_number: 'r', transaction_id: 't' },
}

const isText = (shape: TSchema): boolean => {
  const { type, anyOf = [] } = shape as { readonly type?: string; readonly anyOf?: readonly TSchema[] }
  return type === 'string' || anyOf.some(isText)
}

const textsOf = (shape: TSchema | undefined) =>
  Object.entries((shape as { properties?: Record<string, TSchema> } | undefined)?.properties ?? {})
    .filter(([, field]) => isText(field))
    .map(([name]) => name)

/** Texts that are only compared with known values: any other text counts as missing. */
const compared: readonly string[] = ['language']

/** Texts in nested objects and lists. */
const inner: readonly [route: PublicRoute, change: Record<string, unknown>][] = [
  ['POST /v1/request', { language: long }],
  ['POST /v1/send', { recipients: [{ recipient_id: 1, dest_addr: long }] }],
  ['POST /v1/send', { recipients: [{ recipient_id: long, dest_addr: phone }] }],
  ['POST /public/v1/contacts', { addressbook_id: [long] }],
  ['POST /public/v1/contacts', { addressbook_id: Array(1_001).fill('1') }],
  ['DELETE /public/v1/contacts', { contacts_id: [long] }],
  ['DELETE /public/v1/contacts', { contacts_id: ['1'], addressbook_id: [long] }],
  ['POST /v1/chatapi', { text: { text: long } }],
  ['POST /v1/chatapi', { message_type: 'image', image: { url: `https://example.com/${long}` } }],
  ['POST /v1/chatapi', { message_type: 'image', image: { url: 'https://example.com/a', caption: long } }],
  ['POST /v1/chatapi', { message_type: 'document', document: { url: 'https://example.com/a', filename: long } }],
  ['POST /v1/chatapi', { message_type: 'location', location: { latitude: 1, longitude: 1, name: long } }],
  ['POST /v1/chatapi', { message_type: 'location', location: { latitude: 1, longitude: 1, address: long } }],
]

onOneEngine('Overlong texts', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine)
  })
  after(() => world.close())

  const ask = (route: PublicRoute, change: Record<string, unknown>, query: Record<string, string> = {}) => {
    const { method, pattern } = splitRoute(route)
    const body = bodies[route]
    return world.request(method as 'GET', `${pattern.replace(/:\w+/g, '1')}?${new URLSearchParams(query)}`, {
      body: body === undefined ? undefined : { ...body, ...change },
    })
  }

  for (const [route, { body, query }] of Object.entries(publicRoutes) as [PublicRoute, RouteShape][]) {
    for (const name of textsOf(body).filter((one) => !compared.includes(one)))
      it(`are rejected as ${name} of ${route}`, async () => {
        const { status, text } = await ask(route, { [name]: long })
        assert.ok(status >= 400 && status < 500, `${status} ${text.slice(0, 200)}`)
      })
    // Some routes answer an unmatched filter with an empty list, others with an error.
    for (const name of textsOf(query))
      it(`do no harm as ${name} in the query of ${route}`, async () => {
        const { status, text } = await ask(route, {}, { ...queries[route], [name]: longInQuery })
        assert.ok(status < 500, `${status} ${text.slice(0, 200)}`)
      })
  }

  for (const [route, change] of inner)
    it(`do no harm in ${JSON.stringify(change).slice(0, 60)} of ${route}`, async () => {
      const { status, text } = await ask(route, change)
      assert.ok(status < 500, `${status} ${text.slice(0, 200)}`)
    })

  it('are not stored', async () => {
    const { rows } = await sql<{ table: string; column: string }>`
      select table_name as table, column_name as column
        from information_schema.columns
       where table_schema = 'public'
         and data_type in ('text', 'jsonb', 'character varying')
    `.execute(world.db)
    assert.ok(rows.length > 50)
    for (const { table, column } of rows) {
      const found = await sql<{ longest: number | null }>`
        select max(length(${sql.ref(column)}::text)) as longest from ${sql.table(table)}
      `.execute(world.db)
      assert.ok((found.rows[0]?.longest ?? 0) < longInQuery.length, `${table}.${column}`)
    }
  })
})
