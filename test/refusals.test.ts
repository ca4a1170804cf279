/** Whoever is refused is told what to do next, whatever they asked for. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { adminPassword, ask as askConsole, command, signIn } from './console/people.ts'
import { cases, type Method, message, number, recipient, text } from './refused.ts'
import { type Answer, onOneEngine, openWorld, type World } from './world.ts'

const consoleCases: readonly (readonly [
  what: string,
  status: number,
  hint: RegExp,
  ...asked: [method: Method, path: string, body?: unknown],
])[] = [
  ['an account of nobody', 404, /npx ngoma account list/, 'GET', '/accounts/999999'],
  ['an account without name', 400, /correct the named fields/, 'POST', '/accounts', {}],
  ['a member without e-mail', 400, /name@example.com/, 'POST', '/accounts/1/members', { email: 'x', role: 'viewer' }],
  ['a user of nobody', 404, /npx ngoma user list/, 'DELETE', '/accounts/1/members/nobody'],
  ['a credential of nobody', 404, /API setup/, 'DELETE', '/accounts/1/credentials/999999'],
  [
    'a key for no product',
    400,
    /leave out those you do not need/,
    'POST',
    '/accounts/1/keys',
    { name: 'x', addresses: ['x'] },
  ],
  ['a sender of nobody', 404, /npx ngoma sender list/, 'POST', '/accounts/1/senders/NOBODY/approve', {}],
  ['a carrier of nobody', 404, /npx ngoma carrier list/, 'DELETE', '/carriers/nobody'],
  ['a route of nobody', 404, /npx ngoma route list/, 'DELETE', '/routes/999999'],
  ['a price of nobody', 404, /npx ngoma price list/, 'DELETE', '/prices/999999'],
  ['a file with nothing in it', 400, /the first line must contain the column names/, 'POST', '/prices/import', {}],
  ['a webhook of nobody', 404, /npx ngoma webhooks list/, 'GET', '/accounts/1/webhooks/999999'],
  ['a conversation of nobody', 404, /npx ngoma chat list/, 'GET', '/accounts/1/chat/conversations/999999'],
  ['a template of nobody', 404, /npx ngoma template list/, 'DELETE', '/accounts/1/templates/999999'],
  ['a message of nobody', 404, /Messages page/, 'GET', '/accounts/1/messages/999999'],
  ['a search for no status', 400, /^status is one of/, 'GET', '/accounts/1/messages?status=x'],
  [
    'placeholders that nobody has',
    400,
    /contacts have no field \{secret\}/,
    'POST',
    '/accounts/1/books/1/send',
    message({ message: 'Dear {secret}' }),
  ],
  ['a send to nobody', 400, /^recipients must be a list/, 'POST', '/accounts/1/sms/send', message({ recipients: [] })],
]

onOneEngine('A refusal', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine, { config: { adminPassword, bodyBytesMax: 4_096, recipientsMax: 3 } })
  })
  after(() => world.close())

  /** The line of the log about an answer; there is one for each that is refused. */
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
    body.message ?? body.error ?? body.data?.message?.message ?? body.data?.message

  function assertHelps(answer: Answer): string {
    const hint = answer.headers['ngoma-hint']
    if (typeof hint !== 'string') assert.fail(`no hint: ${answer.status} ${answer.text}`)
    assert.match(hint, /^[\x21-\x7e][\x20-\x7e]{9,299}$/)
    assert.ok(!plain(messageIn(answer)).includes(plain(hint)), hint)
    const { hint: logged } = lineOf(answer)
    if (logged !== undefined) assert.equal(logged, hint)
    return hint
  }

  for (const [what, status, wanted, method, path, body, headers = {}] of cases) {
    it(`of ${what} says what to do next`, async () => {
      const answer = await world.request(method, path, { body, headers })
      assert.equal(answer.status, status, answer.text)
      assert.match(assertHelps(answer), wanted)
    })
  }

  for (const [what, status, wanted, ...asked] of consoleCases) {
    it(`of ${what} says what to do next in the console`, async () => {
      const answer = await command(world, ...asked)
      assert.equal(answer.status, status, answer.text)
      assert.match(assertHelps(answer), wanted)
    })
  }

  it('of every route of the console helps who is not signed in, and who sends a body that is none', async () => {
    let bodies = 0
    for (const { method, url, area } of world.app.http.listRoutes()) {
      if (area !== 'console' || method === 'HEAD') continue
      const path = url.replace(':account', '1').replace(/:\w+/g, '999999')
      const outside = await askConsole(world, method as Method, path)
      if (outside.status >= 400) assertHelps(outside)
      if (method !== 'POST' && method !== 'PUT') continue
      const broken = await askConsole(world, method, path, { body: '{', headers: world.app.controlHeaders })
      assert.ok(broken.status === 400 || broken.status === 415, `${url} ${broken.text}`)
      assertHelps(broken)
      bodies += 1
    }
    assert.ok(bodies > 40, String(bodies))
  })

  it('of a file of another type says which it has to be', async () => {
    const headers = { ...world.app.controlHeaders, 'content-type': 'application/pdf' }
    assert.match(assertHelps(await askConsole(world, 'POST', '/prices/import', { body: 'x', headers })), /text\/csv$/)
  })

  it('of a password helps, and says nothing about who there is', async () => {
    const hints = []
    for (const email of ['owner@ngoma.local', 'nobody@example.com'])
      hints.push(assertHelps(await signIn(world, email, 'wrong password')))
    assert.equal(hints[0], hints[1])
  })

  it('says the same to everybody whose credential is none', async () => {
    const hints = []
    for (const authorization of ['Basic dGVzdC1rZXk6d3Jvbmc=', 'Basic bm8ta2V5OndyOm9uZw==', 'nobody-has-this-token'])
      hints.push(assertHelps(await world.send({}, { authorization })))
    assert.equal(new Set(hints).size, 1)
  })

  it('of a key that was used says how to go on', async () => {
    const headers = { 'idempotency-key': 'one' }
    await world.send({}, headers)
    const answer = await world.send({ message: 'another' }, headers)
    assert.equal(answer.status, 409)
    assert.match(assertHelps(answer), /same body.*24 hours/)
  })

  it('is not what a send to nobody is, but it helps all the same', async () => {
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

  it('puts nothing of what was sent into the log', () => {
    const said = world.logs.join('\n')
    assert.match(said, /"msg":"request rejected"/)
    assert.match(said, /"hint":"/)
    for (const secret of [number, number.slice(0, -4), text, 'unknown sender ID', '{secret}'])
      assert.ok(!said.includes(secret), secret)
  })
})
