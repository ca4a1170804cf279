/** Every rejected request gets a hint that says what to do next. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { adminPassword, ask as askConsole, command, signIn } from './console/people.ts'
import { type Method, messagingCases, number, recipient, text } from './rejected-requests.ts'
import { serviceCases } from './rejected-service-requests.ts'
import { type Answer, onOneEngine, openWorld, type World } from './world.ts'

const consoleCases: readonly (readonly [
  what: string,
  status: number,
  hint: RegExp,
  ...asked: [method: Method, path: string, body?: unknown],
])[] = [
  ['an unknown account', 404, /npx ngoma account list/, 'GET', '/accounts/999999'],
  ['an account without a name', 400, /correct the named fields/, 'POST', '/accounts', {}],
  ['a member without an email', 400, /name@example.com/, 'POST', '/accounts/1/members', { email: 'x', role: 'viewer' }],
  ['an unknown user', 404, /npx ngoma user list/, 'DELETE', '/accounts/1/members/nobody'],
  ['an unknown credential', 404, /Developer/, 'DELETE', '/accounts/1/credentials/999999'],
  [
    'a key with an invalid address',
    400,
    /leave out those you do not need/,
    'POST',
    '/accounts/1/keys',
    { name: 'x', addresses: ['x'] },
  ],
  ['an unknown sender', 404, /GET \/v2\/senders/, 'POST', '/accounts/1/senders/NOBODY/approve', {}],
  ['an unknown carrier', 404, /npx ngoma provider list/, 'DELETE', '/providers/nobody'],
  ['an unknown route', 404, /npx ngoma route list/, 'DELETE', '/routes/999999'],
  ['an unknown price', 404, /npx ngoma price list/, 'DELETE', '/prices/999999'],
  ['an empty file', 400, /the first line must contain the column names/, 'POST', '/prices/import', {}],
  ['an unknown webhook endpoint', 404, /GET \/v2\/webhooks/, 'GET', '/accounts/1/webhooks/999999'],
  ['an unknown conversation', 404, /GET \/v2\/conversations/, 'GET', '/accounts/1/conversations/999999'],
  ['an unknown template', 404, /GET \/v2\/templates/, 'DELETE', '/accounts/1/templates/999999'],
  ['an unknown message', 404, /Messages page/, 'GET', '/accounts/1/messages/999999'],
  ['a search with an invalid status', 400, /^status is one of/, 'GET', '/accounts/1/messages?status=x'],
  [
    'an unknown placeholder',
    400,
    /no value for \{secret\}/,
    'POST',
    '/accounts/1/messages',
    { from: 'INFO', text: 'Dear {secret}', bookIds: [1] },
  ],
  [
    'a send without recipients',
    400,
    /^give recipients in to, contact_ids/,
    'POST',
    '/accounts/1/messages',
    { from: 'INFO', text: 'Hello', to: [] },
  ],
]

onOneEngine('hints of rejected requests', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine, { config: { adminPassword, bodyBytesMax: 4_096, recipientsMax: 3 } })
  })
  after(() => world.close())

  /** The one log line of a rejected request. */
  function lineOf({ headers }: Answer): Record<string, unknown> {
    const lines = world.logs
      .map((line): Record<string, unknown> => JSON.parse(line))
      .filter(({ reqId, msg }) => reqId === headers['x-request-id'] && msg === 'request rejected')
    assert.equal(lines.length, 1)
    return lines[0] as Record<string, unknown>
  }

  const plain = (words: unknown) =>
    String(words)
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim()
  const messageIn = ({ body }: Answer) =>
    body.detail ?? body.message ?? body.error ?? body.data?.message?.message ?? body.data?.message

  function assertHint(answer: Answer): string {
    const hint = answer.headers['ngoma-hint']
    if (typeof hint !== 'string') assert.fail(`no hint: ${answer.status} ${answer.text}`)
    assert.match(hint, /^[\x21-\x7e][\x20-\x7e]{9,299}$/)
    assert.ok(!plain(messageIn(answer)).includes(plain(hint)), hint)
    const { hint: logged } = lineOf(answer)
    if (logged !== undefined) assert.equal(logged, hint)
    return hint
  }

  for (const [what, status, wanted, method, path, body, headers = {}] of [...messagingCases, ...serviceCases]) {
    it(`says what to do next after ${what}`, async () => {
      const answer = await world.request(method, path, { body, headers })
      assert.equal(answer.status, status, answer.text)
      assert.match(assertHint(answer), wanted)
    })
  }

  for (const [what, status, wanted, ...asked] of consoleCases) {
    it(`says what to do next after ${what} in the console`, async () => {
      const answer = await command(world, ...asked)
      assert.equal(answer.status, status, answer.text)
      assert.match(assertHint(answer), wanted)
    })
  }

  it('covers missing sign-in and invalid bodies on every console route', async () => {
    let bodies = 0
    for (const { method, url, area } of world.app.http.listRoutes()) {
      if (area !== 'console' || method === 'HEAD') continue
      const path = url.replace(':account', '1').replace(/:\w+/g, '999999')
      const outside = await askConsole(world, method as Method, path)
      if (outside.status >= 400) assertHint(outside)
      if (method !== 'POST' && method !== 'PUT') continue
      const broken = await askConsole(world, method, path, { body: '{', headers: world.app.controlHeaders })
      assert.ok(broken.status === 400 || broken.status === 415, `${url} ${broken.text}`)
      assertHint(broken)
      bodies += 1
    }
    assert.ok(bodies > 40, String(bodies))
  })

  it('names the expected type of a file', async () => {
    const headers = { ...world.app.controlHeaders, 'content-type': 'application/pdf' }
    assert.match(assertHint(await askConsole(world, 'POST', '/prices/import', { body: 'x', headers })), /text\/csv$/)
  })

  it('is the same for a wrong password and an unknown email', async () => {
    const hints = []
    for (const email of ['owner@ngoma.local', 'nobody@example.com'])
      hints.push(assertHint(await signIn(world, email, 'wrong password')))
    assert.equal(hints[0], hints[1])
  })

  it('is the same for every invalid credential', async () => {
    const hints = []
    for (const authorization of ['Basic dGVzdC1rZXk6d3Jvbmc=', 'Basic bm8ta2V5OndyOm9uZw==', 'nobody-has-this-token'])
      hints.push(assertHint(await world.send({}, { authorization })))
    assert.equal(new Set(hints).size, 1)
  })

  it('explains a reused idempotency key', async () => {
    const headers = { 'idempotency-key': 'one' }
    await world.send({}, headers)
    const answer = await world.send({ message: 'another' }, headers)
    assert.equal(answer.status, 409)
    assert.match(assertHint(answer), /same body.*24 hours/)
  })

  it('explains a send without valid recipients, which is not an error', async () => {
    const nobody = async (recipients: readonly unknown[]) => {
      const { body, headers } = await world.send({ recipients })
      assert.deepEqual([body.code, body.valid], [101, 0])
      return String(headers['ngoma-hint'])
    }
    assert.match(
      await nobody([recipient({ dest_addr: '0712' })]),
      /^1 recipient is invalid; entry 1 of recipients has an invalid phone number; use digits only, starting with the country code/,
    )
    assert.match(
      await nobody([recipient({ dest_addr: '' }), recipient({ recipient_id: 2, dest_addr: 'x' })]),
      /^2 recipients are invalid; the first, entry 1 of recipients, has an invalid phone number/,
    )
    const some = await world.send({ recipients: [recipient({}), recipient({ dest_addr: '255712000999' })] })
    assert.deepEqual([some.body.code, some.body.valid, some.body.invalid], [100, 1, 1])
    assert.match(
      String(some.headers['ngoma-hint']),
      /^1 recipient is invalid; entry 2 of recipients repeats the recipient_id/,
    )
    await command(world, 'POST', '/accounts/1/optouts', { phone: number })
    assert.match(await nobody([recipient({})]), /^1 recipient opted out/)
  })

  it('writes no request data to the log', () => {
    const log = world.logs.join('\n')
    assert.match(log, /"msg":"request rejected"/)
    assert.match(log, /"hint":"/)
    for (const secret of [number, number.slice(0, -4), text, 'unknown sender ID', '{secret}'])
      assert.ok(!log.includes(secret), secret)
  })
})
