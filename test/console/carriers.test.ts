import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { addCarrier, someCarrier } from '../carriers.ts'
import { onOneEngine, openWorld, until, type World } from '../world.ts'
import { command } from './people.ts'

interface Minute {
  readonly at: string
  readonly taken: number
  readonly refused: number
  readonly errors: number
}

onOneEngine('carriers in the console API', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine)
  })
  after(() => world.close())

  const put = (name: string, body: unknown) => command(world, 'PUT', `/providers/${name}`, body)
  const change = (more: Record<string, unknown>) => ({ ...someCarrier, settings: { ...someCarrier.settings, ...more } })
  const addRoute = (body: unknown) => command(world, 'POST', '/routes', body)

  it('stores the password encrypted, never returns it, and keeps it when an update omits it', async () => {
    const { status, body } = await put('kept', someCarrier)
    assert.deepEqual(
      [status, body.name, body.kind, body.settings, body.secrets],
      [200, 'kept', 'smpp', someCarrier.settings, ['password']],
    )
    const { failoverSeconds, connections } = body.carrier
    assert.deepEqual([body.paused, failoverSeconds, connections.length], [false, 30, 1])
    const { settings } = change({ window: 20, binds: 3, failoverSeconds: 5 })
    const changed = (await put('kept', { settings })).body
    assert.deepEqual(
      [changed.secrets, changed.settings.window, changed.carrier.connections.length, changed.carrier.failoverSeconds],
      [['password'], 20, 3, 5],
    )
    const shown = await command(world, 'GET', '/providers/kept')
    assert.deepEqual([shown.body.name, shown.body.carrier.connections.length], ['kept', 3])
    const again = (await put('kept', someCarrier)).body
    assert.deepEqual(
      [again.carrier.connections.length, again.carrier.failoverSeconds],
      [1, 30],
      'the bind count is updated and the omitted secret kept',
    )
    const { rows } = await sql<{
      kept: string
    }>`select settings::text || encode(secrets, 'escape') as kept from providers`.execute(world.db)
    const listed = await command(world, 'GET', '/providers?product=sms')
    for (const text of [rows[0]?.kept ?? '', JSON.stringify(body), shown.text, listed.text, world.logs.join('\n')])
      assert.ok(!text.includes('hush'))
    const without = await put('kept', { ...someCarrier, secrets: { password: null } })
    assert.deepEqual(
      [without.status, without.body.detail],
      [400, 'The settings are invalid: the secret password is missing.'],
    )
  })

  it('returns the last hour by minute, including for the simulated network', async () => {
    const recipients = ['255712345670', '255712340000'].map((dest_addr, index) => ({
      recipient_id: index + 1,
      dest_addr,
    }))
    await world.send({ recipients })
    const minutes = async (name = 'simulator') =>
      (await command(world, 'GET', `/providers/${name}/throughput`)).body.minutes as Minute[]
    const sum = (of: readonly Minute[], figure: 'taken' | 'refused' | 'errors') =>
      of.reduce((total, one) => total + one[figure], 0)
    await until(
      'both submits are counted',
      async () => sum(await minutes(), 'taken') + sum(await minutes(), 'refused') >= 2,
    )
    const found = await minutes()
    assert.deepEqual([found.length, sum(found, 'taken'), sum(found, 'refused'), sum(found, 'errors')], [60, 1, 1, 0])
    assert.deepEqual(
      found.map(({ at }) => Date.parse(at)),
      found.map((_, index) => Date.parse(found[0]?.at ?? '') + index * 60_000),
    )
    world.clock.moveForward(10 * 60_000)
    const later = await minutes()
    assert.equal(sum(later.slice(-10), 'taken'), 0)
    assert.equal(sum(later, 'taken'), 1)
    // The simulated network throttles this number twice before it accepts the message.
    await world.send({ recipients: [{ recipient_id: 1, dest_addr: '255712340001' }] })
    await until('the carrier error is counted', async () => sum(await minutes(), 'errors') >= 1)
    assert.equal(sum(await minutes(await addCarrier(world)), 'taken'), 0)
    assert.equal((await command(world, 'GET', '/providers/nowhere/throughput')).status, 404)
  })

  it('lists the error codes of a carrier, with those of its settings', async () => {
    const own = change({ receiptErrors: { '006': 'retry absent_subscriber' } })
    assert.equal((await put('coded', own)).status, 200)
    const { body } = await command(world, 'GET', '/providers/coded/errors')
    assert.ok(body.statuses.length > 45)
    assert.deepEqual(
      body.receipts.filter(({ isOwn }: { isOwn: boolean }) => isOwn),
      [
        {
          ...{ code: '6', action: 'retry', reason: 'absent_subscriber', isOwn: true },
          text: 'The phone is switched off or out of coverage.',
        },
      ],
    )
    assert.equal((await command(world, 'GET', '/providers/nowhere/errors')).status, 404)
  })

  it('describes the settings of every carrier kind and lists the queues', async () => {
    const { body } = await command(world, 'GET', '/provider-kinds?product=sms')
    assert.deepEqual(
      body.data.map(({ kind, title, secrets }: { kind: string; title: string; secrets: unknown[] }) => [
        kind,
        title,
        secrets.length,
      ]),
      [
        ['smpp', 'SMPP 3.4', 1],
        ['http', 'HTTP', 1],
      ],
    )
    assert.deepEqual(body.data[0].settings.properties.port, {
      'x-group': 'basic',
      type: 'integer',
      minimum: 1,
      maximum: 65_535,
      default: 2775,
      title: 'Port',
      description: 'TCP port of the message center.',
    })
    const recipients = ['255712345671', '255712345672'].map((dest_addr, index) => ({
      recipient_id: index + 1,
      dest_addr,
    }))
    await world.send({ recipients, schedule_time: '2090-01-01 00:00' })
    const { data } = (await command(world, 'GET', '/queues')).body
    assert.equal(
      data.find(({ carrier, lane }: { carrier: string; lane: string }) => carrier === 'simulator' && lane === 'bulk')
        ?.scheduled,
      2,
    )
  })

  it('rejects invalid carriers and names the invalid field', async () => {
    const refused: readonly [name: string, body: unknown, message: RegExp][] = [
      ['simulator', someCarrier, /^The name is invalid\.$/],
      ['North', someCarrier, /^The name is invalid/],
      ['x'.repeat(33), someCarrier, /^The name is invalid/],
      ['a_b', someCarrier, /^The name is invalid/],
      ['bad', { ...someCarrier, kind: 'pigeon' }, /^The kind is unknown/],
      ['bad', { ...someCarrier, kind: 'constructor' }, /^The kind is unknown/],
      ['bad', change({ port: 0 }), /^The settings are invalid: port must be a whole number from 1 to 65535\.$/],
      [
        'bad',
        change({ statusErrors: { '0x45': 'sometimes now' } }),
        /^The settings are invalid: statusErrors\.0x45 must be fail/,
      ],
      [
        'bad',
        change({ host: 'smsc.example.com' }),
        /^The settings are invalid: in staging, carriers must be on this machine/,
      ],
      ['bad', change({ host: '192.0.2.1' }), /^The settings are invalid: in staging, carriers must be on this machine/],
      ['bad', { ...someCarrier, secrets: {} }, /^The settings are invalid: the secret password is missing\.$/],
      [
        'bad',
        { ...someCarrier, secrets: { password: 'x'.repeat(65) } },
        /^The settings are invalid: the secret password must be at most 64 ASCII characters\.$/,
      ],
      ['bad', { ...someCarrier, secrets: { password: 'a\nb' } }, /^The request is invalid/],
      ['bad', { ...someCarrier, secrets: { 'pass word': 'x' } }, /^The request is invalid/],
      ['bad', change({ failoverSeconds: -1 }), /failoverSeconds must be a whole number from 0 to 86400\.$/],
      ['bad', change({ health: { errorsAbove: 1.1 } }), /health\.errorsAbove must be a number from 0 to 1\.$/],
      ['bad', { ...someCarrier, priority: 1 }, /^Carriers have no account/],
      ['bad', { ...someCarrier, failoverSecond: 1 }, /^The request is invalid/],
      ['bad', { ...someCarrier, settings: [] }, /^The request is invalid/],
      ['bad', { ...someCarrier, kind: undefined }, /^The kind is unknown/],
    ]
    for (const [name, body, message] of refused) {
      const answer = await put(name, body)
      assert.equal(answer.status, 400, JSON.stringify(body))
      assert.match(answer.body.detail, message)
    }
    for (const host of ['localhost', '127.9.9.9', '::1'])
      assert.equal((await put('near', change({ host }))).status, 200, host)
    for (const name of ['nobody', '%00', 'x'.repeat(400)]) {
      const calls = [
        ['GET', ''],
        ['POST', '/pause'],
        ['POST', '/resume'],
        ['DELETE', ''],
      ] as const
      for (const [method, rest] of calls)
        assert.equal(
          (await command(world, method, `/providers/${name}${rest}`)).status,
          404,
          `${method} ${name}${rest}`,
        )
    }
  })

  it('does not delete a carrier with waiting messages; pausing it moves them to the next route', async () => {
    const [first, next] = [await addCarrier(world), await addCarrier(world)]
    await put(next, change({ failoverSeconds: 86_400 }))
    for (const [place, carrier] of [first, next].entries())
      await addRoute({ carrier, prefix: '25571', place: place + 1 })
    assert.equal((await world.send({})).status, 200)
    const scheduled = await world.send({ schedule_time: '2090-01-01 00:00' })
    const refused = await command(world, 'DELETE', `/providers/${first}`)
    assert.deepEqual([refused.status, refused.body.detail], [409, 'The provider has open work.'])
    assert.match(String(refused.headers['ngoma-hint']), /^2 batches of messages are waiting for it; pause the provider/)
    await command(world, 'POST', `/providers/${first}/pause`)
    world.clock.moveForward(5_000)
    await until(
      'the messages have moved and the carrier can be deleted',
      async () => (await command(world, 'DELETE', `/providers/${first}`)).status === 204,
    )
    assert.equal((await command(world, 'DELETE', `/providers/${next}`)).status, 409)
    const { rows } = await sql<{ dueAt: Date }>`
      select b.due_at as "dueAt" from sms_batches b join sms_requests r on b.first_message_id = r.first_message_id
       where r.id = ${scheduled.body.request_id} and b.carrier = ${next}
    `.execute(world.db)
    assert.deepEqual(rows, [{ dueAt: new Date('2090-01-01T00:00:00Z') }], 'a scheduled message keeps its time')
  })

  it('lists unmatched receipts newest first, of all carriers or of one', async () => {
    const at = world.clock.now()
    for (const [carrier, reference, reason] of [
      ['north', '1A', null],
      ['south', '26', 'ABSENT'],
      ['north', '1B', null],
    ] as const) {
      const status = reason === null ? 'DELIVERED' : 'UNDELIVERED'
      await world.app.sms.progress.add({ kind: 'receipt', carrier, reference, status, reason, at })
    }
    const list = async (query = '') => (await command(world, 'GET', `/receipts/unknown${query}`)).body
    const references = ({ data }: { data: { reference: string }[] }) => data.map(({ reference }) => reference)
    const all = await list()
    assert.deepEqual(references(all), ['1B', '26', '1A'])
    const { id, doneAt, receivedAt, ...rest } = all.data[1]
    assert.deepEqual(rest, {
      carrier: 'south',
      reference: '26',
      status: 'UNDELIVERED',
      reason: 'ABSENT',
      givenUp: false,
    })
    assert.ok(id > 0 && doneAt === at.toISOString() && receivedAt >= doneAt)
    assert.deepEqual(references(await list('?carrier=north')), ['1B', '1A'])
    assert.deepEqual(references(await list('?carrier=')), ['1B', '26', '1A'])
    const { next } = await list('?carrier=north&limit=1')
    const page = await list(`?carrier=north&limit=1&cursor=${next}`)
    assert.deepEqual([references(page), page.total], [['1A'], 2])
    for (const query of ['?carrier=%00', '?carrier=North', '?carrier=a&carrier=b', '?limit=0']) {
      assert.equal((await command(world, 'GET', `/receipts/unknown${query}`)).status, 400, query)
    }
    // Clears the lease too: a worker that holds it would set due_at again.
    await sql`update sms_receipts set due_at = null, lease_owner = null, lease_until = null where reference = '1A'`.execute(
      world.db,
    )
    assert.deepEqual(
      (await list('?carrier=north')).data.map(({ givenUp }: { givenUp: boolean }) => givenUp),
      [false, true],
    )
  })
})
