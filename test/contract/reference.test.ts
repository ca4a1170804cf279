import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { TObject } from 'typebox'
import Schema from 'typebox/schema'
import { publicRoutes } from '../../src/contract/public/index.ts'
import type { RouteShape } from '../../src/contract/route.ts'
import { bookOf, books, contacts, newClient } from '../contacts.ts'
import { jsonType, type Operation, publicPathsOf, schemaErrorsOf } from '../documented.ts'
import { shareWorld } from '../shared-world.ts'
import { onOneEngine, type World } from '../world.ts'

/** The JSON form, without TypeBox symbols and undefined values. */
const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

onOneEngine('The API reference', (engine) => {
  let world: World
  let address: string
  before(async () => {
    world = await shareWorld(engine)
    address = await world.listen()
  })
  after(() => world.close())

  const nobody = { headers: { authorization: undefined } }

  it('describes the products and the account API, without a credential', async () => {
    const { status, body } = await world.request('GET', '/openapi.json', nobody)
    assert.equal(status, 200)
    assert.equal(body.openapi, '3.1.0')
    assert.equal(body.info.version, '1.0.0')
    assert.deepEqual(Object.keys(publicPathsOf(body)).sort(), [
      '/public/v1/address-books',
      '/public/v1/address-books/{book}',
      '/public/v1/contacts',
      '/public/v1/contacts/{contact}',
      '/public/v1/delivery-reports',
      '/public/v1/sender-names',
      '/public/v1/sms-templates',
      '/public/v1/sms-templates/{id}',
      '/public/v1/vendors/balance',
      '/v1/chatapi',
      '/v1/chatapi/active-users',
      '/v1/checkout',
      '/v1/credit-balance',
      '/v1/request',
      '/v1/send',
      '/v1/transaction-status',
      '/v1/transfer',
      '/v1/verify',
    ])
    const { post } = body.paths['/v1/send']
    assert.deepEqual(post.requestBody.content['application/json'].schema.required, [
      'source_addr',
      'message',
      'encoding',
      'recipients',
    ])
    assert.deepEqual(Object.keys(post.responses), ['200', '400', '401', '409', '413', '415', '429', '503'])
    assert.deepEqual(Object.keys(post.responses[200].content['application/json'].schema.properties), [
      'successful',
      'request_id',
      'code',
      'message',
      'valid',
      'invalid',
      'duplicates',
      'opted_out',
      'total_validated',
    ])
    assert.deepEqual(body.security, [{ key: [] }, { token: [] }])
  })

  it('has exactly the routes of the contract, with their schemas', async () => {
    const paths = publicPathsOf((await world.request('GET', '/openapi.json', nobody)).body)
    const described = Object.entries<Record<string, Operation>>(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => [
        `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        {
          query: parameters.filter((one) => one.in === 'query').map(({ name }) => name),
          body: requestBody?.content?.[jsonType]?.schema,
          answer: { ...responses[200]?.content?.[jsonType]?.schema, description: undefined },
        },
      ]),
    )
    const shapes = Object.entries<RouteShape>(publicRoutes).map(([name, { query, body, answer }]) => [
      name,
      { query: Object.keys((query as TObject | undefined)?.properties ?? {}), body, answer },
    ])
    assert.deepEqual(plain(Object.fromEntries(described)), plain(Object.fromEntries(shapes)))
  })

  it('describes every response of every route', async () => {
    const { body } = await world.request('GET', '/openapi.json', nobody)
    for (const [path, methods] of Object.entries<
      Record<string, { summary?: string; responses: Record<string, { description?: string; $ref?: string }> }>
    >(body.paths)) {
      for (const [method, { summary, responses }] of Object.entries(methods)) {
        assert.ok(summary, `${method} ${path} has no summary`)
        for (const [status, { description, $ref }] of Object.entries(responses))
          assert.ok(description || $ref, `${method} ${path} ${status}`)
      }
    }
  })

  it('says of which lists an empty page is not the end', async () => {
    const { paths } = (await world.request('GET', '/openapi.json', nobody)).body
    const lists = Object.values<Record<string, Operation & { operationId: string; description: string }>>(paths)
      .flatMap((methods) => Object.values(methods))
      .filter(({ responses }) => JSON.stringify(responses).includes('"searched_to"'))
    assert.deepEqual(
      lists.map(({ operationId }) => operationId),
      ['messages.list', 'requests.list', 'contacts.list'],
    )
    for (const { description, operationId } of lists) assert.match(description, /`searched_to` .*`next`/, operationId)
  })

  it('has descriptions for all tags and operations, a license and a contact', async () => {
    const { info, tags, paths, webhooks } = (await world.request('GET', '/openapi.json', nobody)).body
    assert.ok(info.license.name && info.contact.name)
    const described = tags.filter(({ description }: { description?: string }) => description)
    const names = described.map(({ name }: { name: string }) => name)
    assert.deepEqual(new Set(names).size, tags.length)
    for (const [path, methods] of Object.entries<Record<string, { tags: string[]; description?: string }>>({
      ...paths,
      ...webhooks,
    }))
      for (const [method, operation] of Object.entries(methods)) {
        assert.ok(operation.description, `${method} ${path} has no description`)
        assert.deepEqual(
          operation.tags.filter((tag) => !names.includes(tag)),
          [],
          `${method} ${path}`,
        )
      }
  })

  it('has only examples that match their schemas', async () => {
    const { paths, webhooks } = (await world.request('GET', '/openapi.json', nobody)).body
    type Content = { content?: Record<string, { schema: object; examples?: Record<string, { value: unknown }> }> }
    type Described = { requestBody?: Content; responses: Record<string, Content> }
    let checked = 0
    for (const [path, methods] of Object.entries<Record<string, Described>>({
      ...publicPathsOf({ paths, webhooks }),
      ...webhooks,
    }))
      for (const { requestBody, responses } of Object.values(methods)) {
        const contents = [requestBody ?? {}, ...Object.values(responses)]
        for (const { schema, examples = {} } of contents.flatMap(({ content = {} }) => Object.values(content)))
          for (const [name, { value }] of Object.entries(examples)) {
            assert.equal(schemaErrorsOf(schema, value), null, `${path}: ${name}`)
            checked += 1
          }
      }
    assert.ok(checked > 100, String(checked))
  })

  it('shows every error body of contacts and address books', async () => {
    const { paths } = (await world.request('GET', '/openapi.json', nobody)).body
    const client = await newClient(world)
    const [book, contact, phone] = [
      await client.addBook('One'),
      await client.addContact({ mob_no: '255712000001' }),
      '255712000002',
    ]
    const defaultBook = await bookOf(client, 'Default')
    const key = { 'idempotency-key': 'a' }
    assert.equal((await client.ask('POST', contacts, { mob_no: '255712000003' }, key)).status, 200)
    type Asked = readonly [
      status: number,
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      path: string,
      id: string,
      body?: unknown,
      headers?: Record<string, string | undefined>,
    ]
    const asked: readonly Asked[] = [
      [200, 'GET', books, ''],
      [400, 'POST', books, '', {}, nobody.headers],
      [400, 'POST', books, '', {}],
      [400, 'POST', books, '', { addressbook: 'Key' }, { 'idempotency-key': 'x'.repeat(256) }],
      [409, 'POST', books, '', { addressbook: 'one' }],
      [400, 'PUT', `${books}/{book}`, book, []],
      [403, 'PUT', `${books}/{book}`, defaultBook, { addressbook: 'Mine' }],
      [404, 'PUT', `${books}/{book}`, '999999', {}],
      [409, 'PUT', `${books}/{book}`, book, { addressbook: 'DEFAULT' }],
      [403, 'DELETE', `${books}/{book}`, defaultBook],
      [404, 'DELETE', `${books}/{book}`, '999999'],
      [400, 'POST', contacts, '', { mob_no: 'x' }],
      [400, 'POST', contacts, '', { mob_no: phone, dob: 'x' }],
      [404, 'POST', contacts, '', { mob_no: phone, addressbook_id: ['999999'] }],
      [409, 'POST', contacts, '', { mob_no: '255712000001' }],
      [409, 'POST', contacts, '', { mob_no: phone }, key],
      [400, 'PUT', `${contacts}/{contact}`, contact, { mob_no: 'x' }],
      [400, 'PUT', `${contacts}/{contact}`, contact, { dob: 'x' }],
      [404, 'PUT', `${contacts}/{contact}`, '999999', {}],
      [409, 'PUT', `${contacts}/{contact}`, contact, { mob_no: '255712000003' }],
      [404, 'DELETE', `${contacts}/{contact}`, '999999'],
      [400, 'DELETE', contacts, '', {}],
      [404, 'DELETE', contacts, '', { contacts_id: ['999999'] }],
    ]
    for (const [status, method, path, id, body, headers] of asked) {
      const answer = await client.ask(method, path.replace(/\{\w+\}/, id), body, headers)
      const about = `${method} ${path} ${answer.text}`
      assert.equal(answer.status, status, about)
      const { schema } = paths[path][method.toLowerCase()].responses[status].content['application/json']
      assert.ok(Schema.Check(schema, answer.body), about)
    }
  })

  it('loads nothing from other hosts, and cannot be framed', async () => {
    const page = await fetch(`${address}/docs`)
    assert.equal(page.status, 200)
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
    const policy = page.headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'self'/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.doesNotMatch(policy, /script-src[^;]*'unsafe-/)
    const html = await page.text()
    assert.deepEqual(html.match(/(src|href)="(?!\/docs\/)[^"]*"/g), null)
    const script = await fetch(`${address}/docs/js/scalar.js`)
    assert.match(script.headers.get('content-type') ?? '', /javascript/)
    assert.ok((await script.text()).length > 100_000)
  })
})
