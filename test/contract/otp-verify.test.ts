import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import type { Submission } from '../../src/carriers/carrier.ts'
import { command } from '../console/people.ts'
import { type Client, newClient } from '../contacts.ts'
import { codeOf, pinTo, requestPin, verifyPin, watchCarrier } from '../otp.ts'
import { onOneEngine, openWorld, type World } from '../world.ts'

onOneEngine('POST /v1/verify', (engine) => {
  let world: World
  let client: Client
  let seen: Submission[]
  let next = 255_713_000_000
  before(async () => {
    world = await openWorld(engine)
    client = await newClient(world)
    seen = watchCarrier(world)
  })
  after(() => world.close())

  const texts: Readonly<Record<number, string>> = {
    114: 'Incorrect Pin',
    115: 'Pin TimeOut',
    116: 'Attempts Exceeded',
    117: 'Valid Pin',
    118: 'Duplicate Pin',
  }

  /** Sends a PIN and returns it with a wrong one. `guess` expects 200 and the text of the code. */
  async function issue(appId = 1) {
    next += 10
    const phone = String(next + 8)
    const { body } = await requestPin(client, phone, appId)
    const pin = await pinTo(seen, phone)
    const wrong = String((Number(pin) + 1) % 10 ** pin.length).padStart(pin.length, '0')
    const guess = async (what: unknown = pin) => {
      const answer = await verifyPin(client, body.data.pinId, what)
      const code = codeOf(answer)
      assert.deepEqual([answer.status, answer.body.data.message.message], [200, texts[code]], answer.text)
      assert.equal('ngoma-hint' in answer.headers, code !== 117, answer.text)
      return code
    }
    return { pinId: body.data.pinId as string, pin, wrong, guess }
  }

  it('answers 117 to the right PIN, then 118 to any PIN', async () => {
    const { pinId, pin, wrong, guess } = await issue()
    const answer = await verifyPin(client, pinId.toUpperCase(), pin)
    assert.deepEqual([answer.status, answer.body], [200, { data: { message: { code: 117, message: 'Valid Pin' } } }])
    assert.deepEqual([await guess(), await guess(wrong)], [118, 118])
    world.clock.moveForward(301_000)
    assert.equal(await guess(), 118)
  })

  it('answers 114 to each allowed wrong guess, then 116 to any PIN', async () => {
    const { pin, wrong, guess } = await issue()
    assert.deepEqual(
      [await guess(wrong), await guess(`${pin}0`), await guess(wrong), await guess(), await guess(wrong)],
      [114, 114, 114, 116, 116],
    )
    world.clock.moveForward(301_000)
    assert.equal(await guess(), 116)
  })

  it('accepts the right PIN at the last attempt', async () => {
    const { wrong, guess } = await issue()
    assert.deepEqual([await guess(wrong), await guess(wrong), await guess(), await guess()], [114, 114, 117, 118])
  })

  it('answers 115 after its lifetime, to the second', async () => {
    const { pinId, guess, wrong } = await issue()
    world.clock.moveForward(290_000)
    assert.equal(await guess(wrong), 114)
    world.clock.moveForward(11_000)
    const answer = await verifyPin(client, pinId, wrong)
    assert.deepEqual([answer.status, answer.body], [200, { data: { message: { code: 115, message: 'Pin TimeOut' } } }])
    assert.equal(await guess(), 115)
  })

  it('reports the first of several errors, in the specified order', async () => {
    const { pinId } = await issue()
    const stranger = await newClient(world)
    const refused: readonly [status: number, code: number, text: string, body: unknown, by?: Client][] = [
      [400, 112, 'Pin ID missing', {}],
      [400, 112, 'Pin ID missing', []],
      [400, 112, 'Pin ID missing', '{'],
      [400, 112, 'Pin ID missing', { pinId: '', pin: '' }],
      [400, 112, 'Pin ID missing', { pinId: 7, pin: '1234' }],
      [400, 111, 'Pin missing', { pinId: 'none' }],
      [400, 111, 'Pin missing', { pinId, pin: '' }],
      [400, 111, 'Pin missing', { pinId, pin: 123456 }],
      [404, 113, 'Pin ID not found', { pinId: 'none', pin: '123456' }],
      [404, 113, 'Pin ID not found', { pinId: randomUUID(), pin: '123456' }],
      [404, 113, 'Pin ID not found', { pinId, pin: '123456' }, stranger],
    ]
    for (const [status, code, message, body, by = client] of refused) {
      const answer = await by.ask('POST', '/v1/verify', body)
      assert.deepEqual(
        [answer.status, answer.body],
        [status, { data: { message: { code, message } } }],
        JSON.stringify(body),
      )
    }
    const { rows } = await sql`select from otp_pins where id = ${pinId} and attempts > 0`.execute(world.db)
    assert.equal(rows.length, 0, 'no request counts as an attempt')
  })

  it('compares only the allowed number of a thousand simultaneous guesses', async () => {
    // Opens the database connections first: on a busy machine that may take longer than the timeout.
    const before = await issue()
    await Promise.all(Array.from({ length: 10 }, () => before.guess()))
    const { pinId, wrong, guess } = await issue()
    const codes = await Promise.all(Array.from({ length: 1_000 }, () => guess(wrong)))
    assert.deepEqual(
      [codes.filter((code) => code === 114).length, codes.filter((code) => code === 116).length],
      [3, 997],
    )
    const { rows } = await sql<{ attempts: number }>`select attempts from otp_pins where id = ${pinId}`.execute(
      world.db,
    )
    assert.deepEqual(rows, [{ attempts: 3 }])
  })

  it('verifies once when the right PIN arrives many times at once', async () => {
    await command(world, 'POST', `/accounts/${client.accountId}/otp/apps`, { name: 'Patient', attemptsMax: 50 })
    const { guess } = await issue(2)
    const codes = await Promise.all(Array.from({ length: 40 }, () => guess()))
    assert.deepEqual(
      [codes.filter((code) => code === 117).length, codes.filter((code) => code === 118).length],
      [1, 39],
    )
    assert.equal(await guess(), 118)
  })
})
