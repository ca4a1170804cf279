import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import Fastify from 'fastify'
import { assertSent, postChat } from '../chat.ts'
import { openCheckout, postForm } from '../checkout.ts'
import { command } from '../console/people.ts'
import { newClient } from '../contacts.ts'
import {
  checkAgainstDocument,
  type Document,
  jsonType,
  type Operation,
  publicPathsOf,
  schemaErrorsOf,
} from '../documented.ts'
import { preparations, type Stage } from '../examples.ts'
import { type Asked, askedBy, changed, isFields, kindOf, send, steadyHint, steadyOf } from '../examples-ask.ts'
import { commonErrors, operationErrors } from '../examples-errors.ts'
import { startReceiver } from '../receiver.ts'
import { addEndpoint } from '../webhooks.ts'
import { openWorld, until, type World } from '../world.ts'

/** Statuses that no request can cause. Their examples are only checked against the schema. */
const unprovoked: Readonly<Record<string, string>> = {
  500: 'needs an internal error',
  503: 'needs an unreachable database or an old queue',
}

/** On the embedded engine, which no other test runs against every public endpoint. */
describe('The examples of the reference', () => {
  let world: World
  let bareWorld: World
  let webhooks: Document['webhooks']
  let operations: readonly { method: string; path: string; operation: Operation }[]
  before(async () => {
    world = await openWorld('embedded', { config: { bodyBytesMax: 3_500_000 } })
    bareWorld = await openWorld('embedded', { config: { staging: false } })
    await command(bareWorld, 'POST', '/accounts/1/senders/1/approve')
    const document = (await world.request('GET', '/openapi.json')).body as Document
    const paths = publicPathsOf(document)
    webhooks = document.webhooks
    operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
    )
    assert.ok(operations.length > 20)
  })
  after(() => Promise.all([world.close(), bareWorld.close()]))

  /** Creates an account and the objects that the operation needs. */
  async function prepare(asked: Asked): Promise<Stage> {
    const client = await newClient(world)
    const stageOf = (prepared: Asked): Stage => ({
      world,
      bareWorld,
      client,
      body: isFields(prepared.body) ? prepared.body : {},
      ask: ({ client: other = client, ...change } = {}) => send(other, changed(prepared, change)),
    })
    const way = preparations[asked.operation.operationId] ?? {}
    return stageOf(changed(asked, typeof way === 'function' ? await way(stageOf(asked)) : way))
  }

  const bodiesOf = ({ requestBody }: Operation) =>
    Object.entries(requestBody?.content ?? {}).flatMap(([type, { examples = {} }]) =>
      Object.entries(examples).map(([name, { value }]) => ({ type, name, value })),
    )

  it('exist for every parameter, body and response, and match their schemas', () => {
    const names = new Set<string>()
    for (const { method, path, operation } of operations) {
      const about = `${method} ${path}`
      assert.match(operation.operationId, /^[a-z][A-Za-z]+$/, about)
      assert.ok(!names.has(operation.operationId), operation.operationId)
      names.add(operation.operationId)
      for (const { name, example, schema } of operation.parameters ?? [])
        assert.equal(schemaErrorsOf(schema, example), null, `${about} ${name}`)
      for (const [type, { schema, examples = {} }] of Object.entries(operation.requestBody?.content ?? {})) {
        assert.ok(Object.keys(examples).length > 0, `${about} ${type}`)
        if (type === jsonType)
          for (const [name, { value }] of Object.entries(examples))
            assert.equal(schemaErrorsOf(schema, value), null, `${about} ${name}`)
      }
      for (const [status, { content, headers }] of Object.entries(operation.responses)) {
        for (const [name, { schema }] of Object.entries(headers))
          assert.ok(schema.examples.length > 0, `${about} ${status} ${name}`)
        if (content === undefined) continue
        const { schema, examples = {} } = content[jsonType] ?? assert.fail(`${about} ${status}`)
        assert.ok(Object.keys(examples).length > 0, `${about} ${status} has no example`)
        for (const [name, { value }] of Object.entries(examples))
          assert.equal(schemaErrorsOf(schema, value), null, `${about} ${status} ${name}`)
      }
    }
  })

  it('are accepted, and answered as documented', async () => {
    for (const { method, path, operation } of operations) {
      const bodies = bodiesOf(operation)
      for (const { type, name, value } of bodies.length === 0 ? [{ type: null, name: '', value: undefined }] : bodies) {
        const stage = await prepare(askedBy(method, path, operation, value))
        const answer = await stage.ask(type === null ? {} : { headers: { 'content-type': type } })
        const about = `${operation.operationId} ${name}: ${answer.text}`
        assert.equal(answer.status, 200, about)
        const { examples = {} } = operation.responses[200]?.content?.[jsonType] ?? {}
        const fitting = name in examples ? [examples[name]?.value] : Object.values(examples).map((one) => one.value)
        const answered = JSON.stringify(steadyOf(answer.body))
        assert.ok(
          fitting.some((one) => JSON.stringify(steadyOf(one)) === answered),
          `${about} matches no example of ${JSON.stringify(fitting)}`,
        )
        // An example of a list may be empty.
        for (const one of Object.values(examples))
          if (JSON.stringify(one.value) !== '[]') assert.deepEqual(kindOf(one.value), kindOf(answer.body), about)
      }
    }
  })

  it('redirect to the checkout page unless its URL is requested', async () => {
    const { method, path, operation } =
      operations.find(({ operation: { operationId } }) => operationId === 'openCheckout') ?? assert.fail()
    const stage = await prepare(askedBy(method, path, operation, undefined))
    const { status, headers, text } = await stage.ask({ query: { sendSource: undefined } })
    assert.deepEqual([status, text], [302, ''])
    const [shown] = operation.responses[302]?.headers.Location?.schema.examples ?? []
    assert.equal(
      String(headers.location).replace(/\w{32}$/, ''),
      String(shown)
        .replace('https://pay.example.com', 'http://localhost:80')
        .replace(/\w{32}$/, ''),
    )
  })

  it('of webhook events match their schemas, as do all sent events', async (context) => {
    const receiver = await startReceiver()
    context.after(() => receiver.close())
    const kinds = {
      deliveryReport: 'delivery-report',
      inboundSms: 'inbound-sms',
      chatMessage: 'chat',
      chatStatus: 'chat-status',
      airtimeEnded: 'airtime',
      checkoutEnded: 'checkout',
    }
    assert.deepEqual(Object.keys(webhooks).sort(), Object.keys(kinds).sort())
    for (const [name, event] of Object.entries(kinds)) await addEndpoint(world, event, `${receiver.url}${name}`)
    await world.send()
    await world.request('POST', '/v1/transfer', {
      body: { dest_addr: '255712345678', amount: '10', reference_id: 'a callback' },
    })
    await assertSent(postChat(world))
    await postForm(world, await openCheckout(world), 'cancel')
    await command(world, 'PUT', '/inbound/numbers/15001', { accountId: 1 })
    await command(world, 'POST', '/inbound/simulate', { from: '255712345678', to: '15001', text: 'Hello' })
    for (const [name, { post }] of Object.entries(webhooks)) {
      const { schema, examples = {} } = post.requestBody?.content?.[jsonType] ?? assert.fail(name)
      await until(`${name} is called`, () => receiver.received.some(({ path }) => path === `/${name}`))
      const came = receiver.received.filter(({ path }) => path === `/${name}`)
      for (const { text } of came) assert.equal(schemaErrorsOf(schema, JSON.parse(text)), null, `${name} ${text}`)
      for (const { value } of Object.values(examples))
        assert.equal(schemaErrorsOf(schema, value), null, `${name} ${JSON.stringify(value)}`)
      assert.deepEqual(kindOf(examples.plain?.value), kindOf(JSON.parse(came[0]?.text ?? '')), name)
      for (const { name: header, in: place } of post.parameters ?? [])
        if (header.startsWith('webhook-'))
          assert.ok(place === 'header' && came.every(({ headers }) => header in headers), header)
    }
  })

  it('are rejected as documented, for every error', async () => {
    const left = Object.entries(operationErrors).flatMap(([id, ways]) =>
      Object.keys(ways).map((name) => `${id} ${name}`),
    )
    for (const { method, path, operation } of operations) {
      const [body] = bodiesOf(operation)
      const plain = askedBy(method, path, operation, body?.value)
      const own = operationErrors[operation.operationId] ?? {}
      const withoutKey = { ...plain, headers: { ...plain.headers, 'Idempotency-Key': undefined } }
      const shared = await prepare(withoutKey)
      for (const [status, { content }] of Object.entries(operation.responses).filter(
        ([code]) => Number(code) >= 400 && unprovoked[code] === undefined,
      )) {
        for (const [name, { value, description }] of Object.entries(content?.[jsonType]?.examples ?? {})) {
          const about = `${operation.operationId} ${status} ${name}`
          const key = [`${status} ${name}`, name].find((one) => one in own)
          if (key !== undefined) left.splice(left.indexOf(`${operation.operationId} ${key}`), 1)
          const way =
            (key === undefined ? (commonErrors[name] ?? commonErrors[status]) : own[key]) ??
            assert.fail(`no known way to cause ${about}`)
          // An error that needs preparation gets its own account, so that it does not affect the others.
          const stage = key !== undefined && typeof way === 'function' ? await prepare(withoutKey) : shared
          const change = typeof way === 'function' ? await way(stage) : way
          const answer = change.answer ?? (await stage.ask(change))
          assert.deepEqual([answer.status, answer.body], [Number(status), value], about)
          assert.ok('x-request-id' in answer.headers, about)
          assert.equal('ngoma-hint' in answer.headers, description !== undefined, about)
          assert.equal(steadyHint(answer.headers['ngoma-hint']), steadyHint(description), about)
          assert.equal('retry-after' in answer.headers, status === '429', about)
        }
      }
    }
    assert.deepEqual(left, [], 'these errors are not in the reference')
  })

  it('are checked against every response, and a mismatch is found', async (context) => {
    const { body: document } = await world.request('GET', '/openapi.json')
    const path = '/v1/credit-balance'
    const answers: readonly [status: number, body: string, fault: RegExp | null][] = [
      [200, '{"data":{"credit_bal":7}}', /^getCreditBalance answered 200 .*credit_bal/],
      [418, '{}', /not documented/],
      [401, '{"code":120,"message":"Invalid Authentication Parameters"}', null],
    ]
    for (const [status, body, fault] of answers) {
      const http = Fastify().decorate('swagger', () => document)
      context.after(() => http.close())
      const faults = checkAgainstDocument(http)
      http.get(path, (_, reply) => reply.status(status).type('application/json').send(body))
      await http.inject(path)
      assert.equal(faults.length, fault === null ? 0 : 1, faults.join())
      if (fault !== null) assert.match(faults[0] ?? '', fault)
    }
    assert.throws(() => checkAgainstDocument(Fastify().post('/v1/send', () => '')), /no OpenAPI document/)
  })
})

describe('Comparison of examples', () => {
  it('finds differences in fields, types and texts', () => {
    assert.notDeepEqual(kindOf({ id: '1' }), kindOf({ id: 1 }))
    assert.notDeepEqual(kindOf([{ id: '1', more: 1 }]), kindOf([{ id: '1' }]))
    assert.deepEqual(steadyOf({ id: '1', code: 100 }), { id: 'string', code: 100 })
    assert.notEqual(steadyHint('Ngoma-Hint: sender INFO is active'), steadyHint('sender INFO is pending'))
    assert.match(
      schemaErrorsOf({ type: 'object', additionalProperties: false, properties: {} }, { a: 1 }) ?? '',
      /additional/,
    )
  })
})
