import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { fakePayments, getPage } from '../../../test/checkout.ts'
import { command } from '../../../test/console/people.ts'
import { begin, contextWith, elsewhere, idOf, pay, paymentsOf, report, statusesOf } from '../../../test/payments.ts'
import { type Receiver, startReceiver } from '../../../test/receiver.ts'
import { addEndpoint } from '../../../test/webhooks.ts'
import { onOneEngine, openWorld, until, type World } from '../../../test/world.ts'
import { pagePath } from './address.ts'
import { data } from './data.ts'
import type { Session } from './store.ts'

const hourMs = 3_600_000

onOneEngine('checkout payment without a clear result', (engine) => {
  let world: World
  let receiver: Receiver
  before(async () => {
    world = await openWorld(engine)
    receiver = await startReceiver()
    await addEndpoint(world, 'checkout', receiver.url)
  })
  after(async () => {
    await world.close()
    await receiver.close()
  })

  it('must be refunded when another attempt of the session was already paid', async () => {
    const ctx = contextWith(world, fakePayments())
    const { find } = await begin(ctx)
    await pay(ctx, await find())
    const session = await find()
    const { id } = session
    const first = await idOf(world, session)
    await report(ctx, first, 'failed')
    await pay(ctx, await find())
    const second = await idOf(world, session, 2)
    for (let time = 0; time < 2; time += 1) await report(ctx, second, 'paid')
    assert.deepEqual([(await find()).state, (await find()).paidTry], ['paid', 2])
    for (let time = 0; time < 2; time += 1) await report(ctx, first, 'paid')
    assert.deepEqual(await paymentsOf(world, session), ['1 elsewhere paid due', '2 elsewhere paid'])
    await world.app.sms.events.write()
    const { rows } =
      await sql`select kind, reason from account_events where account_id = 1 and subject = ${String(id)}`.execute(
        world.db,
      )
    assert.deepEqual(rows, [{ kind: 'checkout.paid_twice', reason: first }])
    await until('the event arrived', () => statusesOf(receiver, session).length > 0)
    assert.deepEqual(statusesOf(receiver, session), ['success'])

    const due = (await command(world, 'GET', '/payments?list=refunds')).body.data
    assert.deepEqual(
      due.map((one: { paymentId: string; refund: string }) => [one.paymentId, one.refund]),
      [[first, 'due']],
    )
    const refund = (payment: number) => command(world, 'POST', `/payments/${payment}/refunded`, { note: 'ticket 7' })
    const { body } = await refund(due[0].id)
    assert.deepEqual([body.refund, body.refundNote, body.refundedBy], ['done', 'ticket 7', 'command line'])
    const { rows: others } = await sql<{ id: number }>`
      select id from checkout_payments where session_id = ${id} and try = 2
    `.execute(world.db)
    assert.deepEqual(
      [(await refund(due[0].id)).status, (await refund(others[0]?.id ?? 0)).status, (await refund(999_999)).status],
      [409, 409, 404],
    )
    assert.deepEqual((await command(world, 'GET', '/payments?list=refunds')).body.data, [])
  })

  it('stays open with a silent provider, is listed as unknown, and is ended by the operator', async () => {
    const ctx = contextWith(world, fakePayments())
    const [one, two] = [await begin(ctx), await begin(ctx)]
    for (const { find } of [one, two]) await pay(ctx, await find())
    const [first, second] = [await one.find(), await two.find()]
    const unknown = async (): Promise<{ id: number; sessionId: number }[]> =>
      (await command(world, 'GET', '/payments?list=unknown')).body.data
    const isListed = async ({ id }: Session) => (await unknown()).some(({ sessionId }) => sessionId === id)
    const end = async ({ id }: Session, as: string) => {
      const { data } = (await command(world, 'GET', '/payments?list=open')).body
      const { id: payment = 0 } = data.find(({ sessionId }: { sessionId: number }) => sessionId === id) ?? {}
      return command(world, 'POST', `/payments/${payment}/end`, { as, reason: 'the provider called' })
    }
    assert.equal((await end(first, 'failed')).status, 409, 'the payer may still be paying')
    world.clock.moveForward(hourMs)
    for (const session of [first, second]) await until('it is listed', () => isListed(session))
    // Days later, it has neither failed nor expired.
    for (let day = 0; day < 3; day += 1) world.clock.moveForward(24 * hourMs)
    await until('it was asked again', async () => {
      const { rows } = await sql`
        select from checkout_payments where session_id = ${first.id} and asked_at > ${world.clock.now()}::timestamptz - interval '1 hour'
      `.execute(world.db)
      return rows.length > 0
    })
    assert.deepEqual([(await one.find()).state, statusesOf(receiver, first)], ['open', []])
    assert.match((await getPage(world, pagePath(one.key))).html, /The result is not known yet/)

    assert.equal((await end(first, 'paid')).body.state, 'paid')
    assert.equal((await end(second, 'failed')).body.state, 'failed')
    assert.equal((await end(second, 'failed')).status, 404, 'it is no longer open')
    assert.equal((await one.find()).state, 'paid')
    await until('the other session expired', async () => (await two.find()).state === 'expired')
    await until(
      'both events arrived',
      () => statusesOf(receiver, first).length > 0 && statusesOf(receiver, second).length > 0,
    )
    assert.deepEqual([statusesOf(receiver, first), statusesOf(receiver, second)], [['success'], ['failed']])
    // Money that comes after all must be returned.
    await report(ctx, await idOf(world, second), 'paid')
    assert.deepEqual(await paymentsOf(world, second), ['1 elsewhere paid due'])
    assert.ok(
      world.logs.some(
        (line) => line.includes('that had already ended: refund it') && line.includes(`"session":${second.id}`),
      ),
    )
  })

  it('is deleted after its session ended, unless a refund is due', async () => {
    const ctx = contextWith(
      world,
      elsewhere([], () => ({ state: 'paid' })),
    )
    const [over, open, twice] = [
      await begin(ctx),
      await begin({ ...ctx, config: { ...ctx.config, checkoutMinutes: 200 * 1_440 } }),
      await begin(ctx),
    ]
    for (const { find } of [over, twice]) await pay(ctx, await find())
    const [old, kept] = [await over.find(), await twice.find()]
    await sql`update checkout_payments set refund = 'due' where session_id = ${kept.id}`.execute(world.db)
    const endedAfter = (ms: number) => ({ accountId: null, before: new Date(world.clock.now().getTime() + ms) })
    const remove = async (ms: number) => {
      for (const rule of data.flatMap(({ rules }) => rules(world.app.sms))) await rule.remove(endedAfter(ms), 1_000)
    }
    await remove(-60_000)
    assert.equal((await getPage(world, pagePath(over.key))).heading, 'Payment successful')
    await remove(60_000)
    const { html, status } = await getPage(world, pagePath(over.key))
    assert.deepEqual([status, html.includes('has been removed')], [404, true])
    assert.deepEqual([await paymentsOf(world, old), await paymentsOf(world, kept)], [[], ['1 elsewhere paid due']])
    assert.equal((await open.find()).state, 'open')
  })
})
