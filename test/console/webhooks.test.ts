import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { type Receiver, startReceiver } from '../receiver.ts'
import { addEndpoint } from '../webhooks.ts'
import { onOneEngine, openWorld, until, type World } from '../world.ts'
import { addAccount, addPerson, adminPassword, command, type Method, type Person, signInAdmin } from './people.ts'

onOneEngine('webhook endpoints in the console API', (engine) => {
  let world: World
  let receiver: Receiver
  let member: Person
  let operator: Person
  let status = 200
  before(async () => {
    world = await openWorld(engine, { config: { adminPassword } })
    receiver = await startReceiver({ answer: () => ({ status, body: 'so it is' }) })
    member = await addPerson(world, 1, 'member')
    operator = await signInAdmin(world)
  })
  after(async () => {
    await world.close()
    await receiver.close()
  })

  const webhooks = '/accounts/1/webhooks'
  const path = (id: number, rest = '') => `${webhooks}/${id}${rest}`
  const eventsOf = async (id: number, query = '') =>
    (await member.ask('GET', path(id, `/events?limit=100${query}`))).body.data
  const attemptsOf = async (id: number, query = '') =>
    (await member.ask('GET', path(id, `/attempts?limit=100${query}`))).body.data
  const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id)
  /** The second attempt follows after seconds. The third is minutes away, so it cannot disturb a test. */
  const untilAttemptedTwice = async (id: number, query = '') => {
    await until('the event is attempted', async () => (await attemptsOf(id, query)).length > 0)
    world.clock.moveForward(6_000)
    await until('the event is attempted again', async () => (await attemptsOf(id, query)).length === 2)
  }
  const test = async (id: number): Promise<number> => {
    const answer = await member.ask('POST', path(id, '/test'))
    assert.equal(answer.status, 202, answer.text)
    return answer.body.eventId
  }

  it('creates an endpoint with a secret that is shown once, and updates, returns and deletes it', async () => {
    const { status: code, body } = await operator.ask('POST', webhooks, {
      event: 'airtime',
      url: receiver.url.replace('http', 'HTTP').slice(0, -1),
      flatArgs: true,
    })
    assert.equal(code, 201)
    const { id, secret, createdAt, ...rest } = body
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.deepEqual(rest, {
      event: 'airtime',
      url: receiver.url,
      flatArgs: true,
      stringIds: false,
      adHoc: false,
      previousUntil: null,
      secretUnreadable: false,
      headers: [],
      headersUnreadable: false,
      failingSince: null,
      disabledAt: null,
      disabledReason: null,
    })
    assert.deepEqual((await member.ask('GET', path(id))).body, { id, ...rest, createdAt })
    const changed = await operator.ask('PUT', path(id), {
      url: `${receiver.url}an/../other`,
      flatArgs: false,
      stringIds: true,
      enabled: false,
    })
    assert.equal(changed.status, 200)
    assert.deepEqual(
      [changed.body.url, changed.body.flatArgs, changed.body.stringIds, changed.body.disabledReason],
      [`${receiver.url}other`, false, true, 'by hand'],
    )
    assert.deepEqual((await member.ask('GET', webhooks)).body.data, [{ ...changed.body, lastAttempt: null }])
    const off = await member.ask('POST', path(id, '/test'))
    assert.deepEqual(
      [off.status, off.body.detail, off.headers['ngoma-hint']],
      [409, 'The webhook endpoint is disabled.', 'enable it first'],
    )
    assert.equal((await operator.ask('PUT', path(id), { enabled: true })).body.disabledAt, null)
    assert.equal((await operator.ask('DELETE', path(id))).status, 204)
    assert.equal((await member.ask('GET', path(id))).status, 404)
    assert.deepEqual((await member.ask('GET', webhooks)).body.data, [])
  })

  it('rejects forbidden addresses with a reason', async () => {
    const reasons: readonly (readonly [url: string, hint: RegExp])[] = [
      ['not a url', /not a valid URL/],
      ['https://10.0.0.1/', /public address/],
    ]
    const { id } = await addEndpoint(world, 'chat', receiver.url)
    for (const [url, hint] of reasons) {
      for (const answer of [
        await operator.ask('POST', webhooks, { event: 'chat', url }),
        await operator.ask('PUT', path(id), { url }),
      ]) {
        assert.deepEqual([answer.status, answer.body.code], [400, 'url_not_allowed'], url)
        assert.match(String(answer.headers['ngoma-hint']), hint, url)
      }
    }
    for (const bad of [
      {},
      { event: 'chat' },
      { event: 'sms', url: receiver.url },
      { event: 'chat', url: 5 },
      { event: 'chat', url: 'x'.repeat(2_049) },
    ]) {
      assert.equal((await operator.ask('POST', webhooks, bad)).status, 400, JSON.stringify(bad))
    }
    const texts: readonly (readonly [bad: unknown, message: string])[] = [
      [
        { event: 'sms', url: receiver.url },
        'event must be one of airtime, checkout, delivery-report, inbound-sms, chat, chat-status',
      ],
      [{ event: 'chat', url: 5 }, 'url must be a string'],
      [{ event: 'chat' }, 'url is missing'],
    ]
    for (const [bad, message] of texts)
      assert.equal((await operator.ask('POST', webhooks, bad)).body.detail, `The request is invalid: ${message}.`)
    const provider = await operator.ask('PUT', '/providers/shop', { settings: {}, secrets: { key: 5 } })
    assert.equal(provider.body.detail, 'The request is invalid: secrets.key must be a string or must be null.')
    assert.equal((await member.ask('GET', path(id))).body.url, receiver.url)
    await command(world, 'DELETE', path(id))
  })

  it('answers 404 for endpoints of another account', async () => {
    const { id } = await addEndpoint(world, 'chat', receiver.url)
    const other = await addAccount(world, 'Other')
    const calls: readonly (readonly [method: Method, rest: string, body?: unknown])[] = [
      ['GET', ''],
      ['PUT', '', { enabled: false }],
      ['POST', '/rotate'],
      ['POST', '/test'],
      ['GET', '/events'],
      ['GET', '/attempts'],
      ['POST', '/repeat', { since: '2020-01-01' }],
      ['POST', '/repeat', { event: 1 }],
      ['DELETE', ''],
    ]
    for (const [method, rest, body] of calls) {
      const foreign = await operator.ask(method, `/accounts/${other}/webhooks/${id}${rest}`, body)
      assert.deepEqual([foreign.status, foreign.body.code], [404, 'endpoint_not_found'], `${method} ${rest}`)
      for (const missing of ['999999', 'x', '0', '-1', '9'.repeat(30)]) {
        const answer = await operator.ask(method, `/accounts/${other}/webhooks/${missing}${rest}`, body)
        assert.deepEqual([answer.status, answer.text], [foreign.status, foreign.text], `${method} ${missing}${rest}`)
      }
    }
    assert.equal((await member.ask('GET', path(id))).body.disabledAt, null)
    await command(world, 'DELETE', path(id))
  })

  it('allows fifty endpoints per account, also when many are added at once', async () => {
    const account = await addAccount(world, 'Many')
    const add = () => operator.ask('POST', `/accounts/${account}/webhooks`, { event: 'chat', url: receiver.url })
    // Only the last ten in parallel: a request that waits two seconds for a database connection is rejected.
    for (let time = 0; time < 45; time += 1) assert.equal((await add()).status, 201)
    const answers = await Promise.all(Array.from({ length: 10 }, add))
    assert.equal(answers.filter((one) => one.status === 201).length, 5)
    const refused = answers.find((one) => one.status !== 201)
    assert.deepEqual(
      [refused?.status, refused?.body.detail],
      [409, 'The account has the maximum number of webhook endpoints.'],
    )
    assert.match(String(refused?.headers['ngoma-hint']), /at most 50/)
    const [{ id }] = (await operator.ask('GET', `/accounts/${account}/webhooks`)).body.data
    await operator.ask('DELETE', `/accounts/${account}/webhooks/${id}`)
    assert.equal((await add()).status, 201)
  })

  it('pages events and attempts and filters them by state and event', async () => {
    status = 200
    const { id } = await addEndpoint(world, 'airtime', receiver.url)
    const events: number[] = []
    for (let time = 0; time < 3; time += 1) events.push(await test(id))
    await until('all events are delivered', async () => (await eventsOf(id, '&state=delivered')).length === 3)
    status = 500
    const failing = await test(id)
    await untilAttemptedTwice(id, `&event=${failing}`)

    assert.deepEqual(idsOf(await eventsOf(id)), [failing, ...events.toReversed()])
    assert.deepEqual(idsOf(await eventsOf(id, '&state=delivered')), events.toReversed())
    const [waiting] = await eventsOf(id, '&state=waiting')
    const { createdAt, dueAt, body, ...rest } = waiting
    assert.deepEqual(rest, { id: failing, endpointId: id, state: 'waiting', attempts: 2, isTest: true })
    assert.ok(Date.parse(dueAt) > Date.parse(createdAt))
    assert.equal(JSON.parse(body).code, 100)
    for (const state of ['failed', 'kept', 'nothing', ''])
      assert.deepEqual(await eventsOf(id, `&state=${state}`), [], state)
    const next = async (list: string) => (await member.ask('GET', path(id, list))).body.next
    const second = (await member.ask('GET', path(id, `/events?limit=2&cursor=${await next('/events?limit=2')}`))).body
    assert.deepEqual([idsOf(second.data), second.total], [events.slice(0, 2).toReversed(), 4])

    const attempts = await attemptsOf(id)
    assert.equal(attempts.length, 5)
    const listed = (await member.ask('GET', '/accounts/1/webhooks')).body.data.find(
      (one: { id: number }) => one.id === id,
    )
    assert.deepEqual(listed.lastAttempt, {
      at: attempts[0].at,
      status: attempts[0].status,
      problem: attempts[0].problem,
    })
    const { id: attemptId, at, tookMs, ...attempt } = attempts[0]
    assert.deepEqual(attempt, { eventId: failing, status: 500, problem: 'answered 500', answer: 'so it is' })
    assert.ok(attemptId > 0 && tookMs >= 0 && at >= createdAt)
    assert.deepEqual(
      (await attemptsOf(id, `&event=${events[0]}`)).map((one: { eventId: number; problem: null }) => [
        one.eventId,
        one.problem,
      ]),
      [[events[0], null]],
    )
    const page = (await member.ask('GET', path(id, `/attempts?cursor=${await next('/attempts?limit=3')}`))).body
    assert.deepEqual([page.data.length, page.total], [2, 5])
    for (const event of ['999999', 'x', '']) {
      const { status: code, body: refused } = await member.ask('GET', path(id, `/attempts?event=${event}`))
      assert.deepEqual([code, refused.detail], [404, 'The event does not exist.'], event)
    }
    for (const query of ['cursor=2', 'limit=1001']) {
      for (const list of ['/events', '/attempts'])
        assert.equal((await member.ask('GET', path(id, `${list}?${query}`))).status, 400, query)
    }
    await command(world, 'DELETE', path(id))
  })

  it('replays the requested events, including ones waiting for a retry, and no others', async () => {
    status = 500
    const { id } = await addEndpoint(world, 'delivery-report', receiver.url)
    const { id: other } = await addEndpoint(world, 'airtime', receiver.url)
    await world.send()
    await untilAttemptedTwice(id)
    const [event] = await eventsOf(id)
    const repeat = (body: unknown, endpoint = id) => member.ask('POST', path(endpoint, '/repeat'), body)
    const refusals: readonly (readonly [body: unknown, status: number, message: RegExp])[] = [
      [{}, 400, /^The request names no event and no time to start from\.$/],
      [{ failedOnly: true }, 400, /^The request names no event and no time to start from\.$/],
      [{ since: 'yesterday' }, 400, /^A time is not in a known format\.$/],
      [{ since: '2030-02-30' }, 400, /^A time is not in a known format\.$/],
      [{ event: 999_999 }, 404, /^The event does not exist\.$/],
      [{ event: 0 }, 400, /./],
      [{ event: '1' }, 400, /./],
    ]
    for (const [body, code, message] of refusals) {
      const answer = await repeat(body)
      assert.equal(answer.status, code, JSON.stringify(body))
      assert.match(answer.body.detail, message)
    }
    assert.equal((await repeat({ event: event.id }, other)).body.detail, 'The event does not exist.')
    status = 200
    assert.deepEqual((await repeat({ event: event.id })).body, { repeated: 1 })
    await until('the event is delivered', async () => (await eventsOf(id, '&state=delivered')).length === 1)
    const tested = await test(id)
    await until('the test event is delivered', async () => (await attemptsOf(id, `&event=${tested}`)).length === 1)
    assert.deepEqual((await repeat({ since: '2020-01-01', failedOnly: true })).body, { repeated: 0 })
    assert.deepEqual((await repeat({ since: '2999-01-01' })).body, { repeated: 0 })
    // A test event is replayed by its id only.
    assert.deepEqual((await repeat({ since: '2020-01-01' })).body, { repeated: 1 })
    assert.deepEqual((await repeat({ event: tested })).body, { repeated: 1 })
    await command(world, 'PUT', path(id), { enabled: false })
    assert.equal((await repeat({ since: '2020-01-01' })).body.detail, 'The webhook endpoint is disabled.')
    assert.equal((await repeat({ event: 999_999 })).body.detail, 'The event does not exist.')
    for (const one of [id, other]) await command(world, 'DELETE', path(one))
  })

  it('never shows a secret again in lists, the log or the audit log', async () => {
    status = 200
    const before = await addEndpoint(world, 'chat', receiver.url)
    const rotated = await operator.ask('POST', path(before.id, '/rotate'))
    assert.equal(rotated.status, 200)
    assert.ok(rotated.body.previousUntil !== null && rotated.body.secret !== before.secret)
    const eventId = await test(before.id)
    await until('the event is delivered', async () => (await attemptsOf(before.id, `&event=${eventId}`)).length === 1)
    const shown = [
      ...world.logs,
      ...(await Promise.all(
        [
          webhooks,
          path(before.id),
          path(before.id, '/events'),
          path(before.id, '/attempts'),
          '/accounts/1/audit?limit=1000',
        ].map(read),
      )),
      (await operator.ask('PUT', path(before.id), { flatArgs: true })).text,
    ].join('\n')
    assert.ok(shown.includes('webhook.rotate') && shown.includes(receiver.url))
    for (const { secret } of [before, rotated.body]) assert.ok(!shown.includes(secret.slice('whsec_'.length)))
    assert.ok(!shown.includes('whsec_'))
  })

  const read = async (path: string) => (await operator.ask('GET', path)).text
})
