import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { disturb } from '../../../../test/disturb.ts'
import { messagesOf, recordSubmits, simulatorOf, untilFinal } from '../../../../test/e2e/apps.ts'
import { onOneEngine, openWorld, until, type World } from '../../../../test/world.ts'
import type { Submission } from '../../../carriers/carrier.ts'
import { ProviderFailure } from '../../../carriers/provider-kind.ts'
import { firstAccountId } from '../../accounts/index.ts'
import { addOptOut } from '../../consent/index.ts'

const hourMs = 3_600_000
const phonesFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => String(first + index))
const recipients = (phones: readonly string[]) => ({
  recipients: phones.map((dest_addr, index) => ({ recipient_id: index + 1, dest_addr })),
})

onOneEngine('dispatch', (engine) => {
  let world: World
  let submits: Submission[]
  before(async () => {
    world = await openWorld(engine)
    submits = recordSubmits(simulatorOf(world.app))
  })
  after(() => world.close())

  const submitsTo = (phone: string) => submits.filter((one) => one.phone === phone).length
  /** Whether no batch is claimed or due. */
  const allWait = async () =>
    (
      await sql`select from sms_batches where lease_until is not null or due_at <= ${world.clock.now()}`.execute(
        world.db,
      )
    ).rows.length === 0

  async function send(phones: readonly string[], change: Record<string, unknown> = {}): Promise<string> {
    const { status, text, body } = await world.send({ ...recipients(phones), ...change })
    assert.equal(status, 200, text)
    assert.equal(body.valid, phones.length)
    return body.request_id
  }

  /** Accepted now and due in about an hour, so that a test can act before anything is sent. */
  const sendLater = (phones: readonly string[]) =>
    send(phones, {
      schedule_time: new Date(world.clock.now().getTime() + hourMs).toISOString().slice(0, 16).replace('T', ' '),
    })
  const passAnHour = () => world.clock.moveForward(hourMs)

  /**
   * A test cannot wait for something not to happen. When a message that was sent later is delivered, the other would
   * have been sent too.
   */
  const witness = async () => untilFinal(world.db, await send(['255712345678']))

  for (const [end, status, reason, attempts, submitted] of [
    ['0000', 'UNDELIVERED', 'refused_by_network', 0, 1],
    ['0001', 'DELIVERED', null, 2, 3],
    ['0003', 'UNDELIVERED', 'absent_subscriber', 0, 1],
    ['0005', 'DELIVERED', null, 0, 1],
    ['0006', 'DELIVERED', null, 0, 1],
    ['4711', 'DELIVERED', null, 0, 1],
  ] as const) {
    it(`ends a message to a number on ${end} as ${status}, ${reason ?? 'without a reason'}, after ${submitted} submits`, async () => {
      const phone = `25571234${end}`
      const requestId = await send([phone])
      await until('it is final', async () => {
        // Moves the clock, so that the test does not wait between the attempts.
        world.clock.moveForward(100)
        return (await messagesOf(world.db, requestId))[0]?.status !== 'PENDING'
      })
      const [message] = await messagesOf(world.db, requestId)
      assert.deepEqual(
        [message?.status, message?.reason, message?.attempts, submitsTo(phone)],
        [status, reason, attempts, submitted],
      )
    })
  }

  it('leaves a message pending until its late receipt arrives', async () => {
    const requestId = await send(['255712340004'])
    await until('it is sent', async () => (await messagesOf(world.db, requestId))[0]?.submittedAt !== null)
    await witness()
    assert.equal((await messagesOf(world.db, requestId))[0]?.status, 'PENDING')
    world.clock.moveForward(30_000)
    assert.equal((await untilFinal(world.db, requestId))[0]?.status, 'DELIVERED')
  })

  it('leaves a message without a receipt pending until it expires', async () => {
    const requestId = await send(['255712340002'])
    await until('it is sent', async () => (await messagesOf(world.db, requestId))[0]?.submittedAt !== null)
    world.clock.moveForward(71 * hourMs)
    await witness()
    assert.equal((await messagesOf(world.db, requestId))[0]?.status, 'PENDING')
    world.clock.moveForward(hourMs)
    const [message] = await untilFinal(world.db, requestId)
    assert.deepEqual([message?.status, message?.reason, submitsTo('255712340002')], ['UNDELIVERED', 'expired', 1])
  })

  it('loses nothing while the carrier is unavailable, and counts no attempt', async () => {
    const simulator = simulatorOf(world.app)
    const phones = phonesFrom(255712341000, 50)
    simulator.setChaos({ disconnectRate: 1 })
    const requestId = await send(phones)
    for (let times = 1; times <= 3; times += 1) {
      await until(
        'the connection was lost again',
        () => !simulator.ready() && submits.filter(({ phone }) => phones.includes(phone)).length >= times,
      )
      world.clock.moveForward(60_000)
    }
    assert.deepEqual(
      new Set((await messagesOf(world.db, requestId)).map(({ status, attempts }) => `${status} ${attempts}`)),
      new Set(['PENDING 0']),
    )

    simulator.setChaos({ disconnectRate: 0 })
    world.clock.moveForward(60_000)
    const messages = await untilFinal(world.db, requestId)
    assert.deepEqual(new Set(messages.map(({ status, attempts }) => `${status} ${attempts}`)), new Set(['DELIVERED 0']))
  })

  it('submits one message for each accepted recipient', async () => {
    const phones = phonesFrom(255712350000 + 10, 1_100)
    const { body } = await world.send(recipients([...phones, ...phones.slice(0, 100), 'nobody']))
    assert.deepEqual([body.valid, body.duplicates, body.invalid], [1_100, 100, 1])
    await untilFinal(world.db, body.request_id)
    assert.deepEqual(
      submits
        .map(({ phone }) => phone)
        .filter((phone) => phone.startsWith('25571235'))
        .sort(),
      phones,
    )
  })

  it('does not send to a number that opted out after the acceptance', async () => {
    const [out, other] = ['255712360011', '255712360012'] as const
    const requestId = await sendLater([out, other])
    await addOptOut(world.app.sms, firstAccountId, out, 'person')
    passAnHour()
    const messages = await untilFinal(world.db, requestId)
    assert.deepEqual(
      messages.map(({ phone, status, reason }) => [phone, status, reason]),
      [
        [out, 'UNDELIVERED', 'opted_out'],
        [other, 'DELIVERED', null],
      ],
    )
    assert.deepEqual([submitsTo(out), submitsTo(other)], [0, 1])
  })

  it('does not send a message that expired before it could be sent', async () => {
    const phone = '255712360013'
    const requestId = await sendLater([phone])
    world.clock.moveForward(80 * hourMs)
    const [message] = await untilFinal(world.db, requestId)
    await witness()
    assert.deepEqual([message?.status, message?.reason, submitsTo(phone)], ['UNDELIVERED', 'expired', 0])
  })

  it('sends only messages without a result when a batch runs again', async () => {
    const phones = phonesFrom(255712361010, 6)
    const requestId = await sendLater(phones)
    const ids = (await messagesOf(world.db, requestId)).map(({ id }) => id)
    await sql`update sms_messages set submitted_at = ${world.clock.now()} where id = any(${ids.slice(0, 2)}::bigint[])`.execute(
      world.db,
    )
    await sql`update sms_messages set status = 'UNDELIVERED' where id = ${ids[2]}`.execute(world.db)
    passAnHour()
    await until('the rest is delivered', async () =>
      (await messagesOf(world.db, requestId)).slice(3).every(({ status }) => status === 'DELIVERED'),
    )
    assert.deepEqual(phones.map(submitsTo), [0, 0, 0, 1, 1, 1])

    await sql`
      insert into sms_batches (account_id, carrier, lane, first_message_id, last_message_id, valid_until, due_at)
      select ${firstAccountId}, 'simulator', 'bulk', first_message_id, last_message_id, valid_until, due_at
        from sms_requests
       where id = ${requestId}
    `.execute(world.db)
    await until(
      'the batch is done again',
      async () =>
        (await sql`select 1 from sms_batches where first_message_id = ${ids[0]}`.execute(world.db)).rows.length === 0,
    )
    assert.deepEqual(phones.map(submitsTo), [0, 0, 0, 1, 1, 1])
  })

  it('sends nothing again when a submit result could not be written at first', async () => {
    const phones = phonesFrom(255712362010, 40)
    const requestId = await sendLater(phones)
    const unlucky = (await messagesOf(world.db, requestId))[20]
    // Once together with the others, and once alone.
    const disturbance = await disturb(
      world,
      `new.message_id = ${unlucky?.id} and nextval('test_once') <= 2`,
      "raise exception 'the test wants it so'",
    )
    passAnHour()
    const messages = await untilFinal(world.db, requestId)
    assert.equal(await disturbance.times(), 2)
    await disturbance.end()
    assert.deepEqual(new Set(messages.map(({ status }) => status)), new Set(['DELIVERED']))
    assert.deepEqual(
      phones.filter((phone) => submitsTo(phone) !== 1),
      [],
    )
  })

  it('never runs a batch again while the carrier still processes a message of the last run', async () => {
    const phones = phonesFrom(255712363010, 2)
    const simulator = simulatorOf(world.app)
    const submit = simulator.submit.bind(simulator)
    const answer = Promise.withResolvers<void>()
    const requestId = await sendLater(phones)
    const [first] = await messagesOf(world.db, requestId)
    const disturbance = await disturb(
      world,
      `new.message_id = ${first?.id} and nextval('test_once') <= 2`,
      "raise exception 'the test wants it so'",
    )
    simulator.submit = async (submission) => {
      const acceptance = await submit(submission)
      if (submission.phone === phones[1]) await answer.promise
      return acceptance
    }
    try {
      passAnHour()
      await until('the first message could not be written', async () => (await disturbance.times()) > 0)
      world.clock.moveForward(60_000)
      await witness()
      assert.deepEqual(phones.map(submitsTo), [1, 1], 'the batch waits for the response to the second message')
    } finally {
      answer.resolve()
      simulator.submit = submit
      await disturbance.end()
    }
    await untilFinal(world.db, requestId)
    assert.deepEqual(phones.map(submitsTo), [1, 1])
  })

  it('sends nothing again when the database is briefly unavailable after a submit', {
    skip: engine !== 'postgres' && 'it can not be away',
  }, async () => {
    const phones = phonesFrom(255712365010, 40)
    const requestId = await sendLater(phones)
    const [first] = await messagesOf(world.db, requestId)
    const disturbance = await disturb(
      world,
      `new.message_id = ${first?.id} and nextval('test_once') <= 2`,
      'perform pg_terminate_backend(pg_backend_pid())',
    )
    passAnHour()
    const messages = await untilFinal(world.db, requestId)
    assert.equal(await disturbance.times(), 2, 'the connection was lost twice')
    await disturbance.end()
    assert.deepEqual(new Set(messages.map(({ status }) => status)), new Set(['DELIVERED']))
    assert.deepEqual(
      phones.filter((phone) => submitsTo(phone) !== 1),
      [],
    )
  })

  it('gives up on a busy carrier after the last attempt', async () => {
    const phone = '255712364011'
    const simulator = simulatorOf(world.app)
    const submit = simulator.submit.bind(simulator)
    simulator.submit = async (submission) => {
      if (submission.phone !== phone) return submit(submission)
      submits.push(submission)
      throw new ProviderFailure('unstarted', 'throttled', { reason: 'throttled' })
    }
    try {
      const requestId = await send([phone])
      await until('it is given up', async () => {
        if ((await messagesOf(world.db, requestId))[0]?.status !== 'PENDING') return true
        // The next attempt is at most an hour away; the first ones run soon by themselves.
        if (await allWait()) world.clock.moveForward(hourMs)
        return false
      })
      const [message] = await messagesOf(world.db, requestId)
      assert.deepEqual([message?.status, message?.reason, submitsTo(phone)], ['UNDELIVERED', 'throttled', 9])
    } finally {
      simulator.submit = submit
    }
  })
})
