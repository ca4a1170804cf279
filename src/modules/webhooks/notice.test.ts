import assert from 'node:assert/strict'
import { after, before, beforeEach, it } from 'node:test'
import { sql } from 'kysely'
import { addPerson, command } from '../../../test/console/people.ts'
import { type Receiver, startReceiver } from '../../../test/receiver.ts'
import { openSmtp, type SmtpServer } from '../../../test/smtp.ts'
import { addEndpoint } from '../../../test/webhooks.ts'
import { onOneEngine, openWorld, until, type World } from '../../../test/world.ts'

onOneEngine('notices about disabled endpoints', (engine) => {
  let smtp: SmtpServer
  let receiver: Receiver
  let world: World
  let owner: string
  before(async () => {
    smtp = await openSmtp()
    receiver = await startReceiver({ answer: () => ({ status: 410 }) })
    world = await openWorld(engine, { config: { smtpUrl: smtp.url } })
    owner = (await addPerson(world, 1, 'owner')).email
    await addPerson(world, 1, 'member')
  })
  after(async () => {
    await world.close()
    await receiver.close()
    await smtp.close()
  })
  beforeEach(() => {
    smtp.mails.length = 0
    smtp.answerWith({})
  })

  const path = (id: number, rest = '') => `/accounts/1/webhooks/${id}${rest}`
  /** Notes are written every few seconds, so all of them are checked together at the end. */
  const notes = async () => {
    const { data } = (await command(world, 'GET', '/accounts/1/events?limit=100')).body
    const ours = data.filter(({ kind }: { kind: string }) => kind === 'webhooks.disabled')
    return ours
      .map(
        ({ subject, reason, count }: { subject: string; reason: string; count: number }) =>
          `${subject} ${reason} ${count}`,
      )
      .toSorted()
  }
  const noted: string[] = []
  const rowOf = async (id: number) =>
    (
      await sql<{ attempts: number; isDue: boolean; isFree: boolean }>`
        select attempts, due_at is not null as "isDue", lease_owner is null as "isFree" from webhook_endpoints where id = ${id}
      `.execute(world.db)
    ).rows[0]
  const noticeFinished = (id: number) =>
    until('the notice is finished', async () => {
      const row = await rowOf(id)
      return row !== undefined && row.attempts > 0 && !row.isDue && row.isFree
    })
  const triedInVain = (id: number) =>
    until('the notice was attempted', async () => {
      const row = await rowOf(id)
      return row !== undefined && row.attempts === 1 && row.isDue && row.isFree
    })
  /** Creates an endpoint that answers 410 to a test event. */
  const disable = async (): Promise<number> => {
    const { id } = await addEndpoint(world, 'chat', `${receiver.url}path?token=of-theirs`)
    assert.equal((await command(world, 'POST', path(id, '/test'))).status, 202)
    await until(
      'the endpoint is disabled',
      async () => (await command(world, 'GET', path(id))).body.disabledReason === 'gone',
    )
    return id
  }

  it('reach the owners once, by email and as a note', async () => {
    const id = await disable()
    await noticeFinished(id)
    noted.push(`chat ${id} gone 1`)
    assert.deepEqual(
      smtp.mails.map(({ to }) => to.toSorted()),
      [['owner@ngoma.local', owner].toSorted()],
    )
    const source = smtp.mails[0]?.source ?? ''
    assert.match(source, /^Subject: Webhook endpoint disabled: 127\.0\.0\.1:\d+$/m)
    assert.match(source, new RegExp(`chat endpoint ${id} because`))
    assert.match(source, /it answered 410 Gone/)
    assert.match(source, /^Events are kept\. Fix the endpoint, then enable it/m)
    const said = world.logs.join('')
    for (const word of [owner, 'owner@ngoma.local', 'of-theirs'])
      assert.ok(!said.includes(word), `${word} must not be in the log`)
  })

  it('are sent once when the mail server is back', async () => {
    smtp.answerWith({ greeting: '421 later' })
    const id = await disable()
    await triedInVain(id)
    assert.equal(smtp.mails.length, 0)
    smtp.answerWith({})
    world.clock.moveForward(70_000)
    await noticeFinished(id)
    noted.push(`chat ${id} gone 1`)
    assert.equal(smtp.mails.length, 1)
  })

  it('are noted when no owner can receive email', async () => {
    smtp.answerWith({ RCPT: '550 nobody of that name' })
    const id = await disable()
    await noticeFinished(id)
    noted.push(`chat ${id} gone 1`)
    assert.equal(smtp.mails.length, 0)
  })

  it('are not sent for an endpoint that a user disabled, or enabled again in the meantime', async () => {
    const { id } = await addEndpoint(world, 'chat', receiver.url)
    await command(world, 'PUT', path(id), { enabled: false })
    smtp.answerWith({ greeting: '421 later' })
    const other = await disable()
    await triedInVain(other)
    await command(world, 'PUT', path(other), { enabled: true })
    smtp.answerWith({})
    world.clock.moveForward(70_000)
    const last = await disable()
    await noticeFinished(last)
    noted.push(`chat ${last} gone 1`)
    assert.equal(smtp.mails.length, 1)
  })

  it('are noted once for each endpoint', async () => {
    await until('the notes are written', async () => (await notes()).length >= noted.length)
    assert.deepEqual(await notes(), noted.toSorted())
  })

  it('end a month later: finished events and attempts are deleted, pending events are kept', async () => {
    const count = async (table: string) =>
      (await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(world.db)).rows[0]?.count
    const removed = await disable()
    await noticeFinished(removed)
    await command(world, 'DELETE', path(removed))
    const { id } = await addEndpoint(world, 'delivery-report', receiver.url)
    await command(world, 'PUT', path(id), { enabled: false })
    await world.send()
    await until(
      'the event of the disabled endpoint is kept',
      async () => (await command(world, 'GET', path(id, '/events'))).body.data.length === 1,
    )
    await noticeFinished(id)
    await command(world, 'PUT', path(id), { enabled: true })
    const later = new Date(world.clock.now().getTime() + 40 * 86_400_000)
    const kept = (
      await sql<{ id: number }>`
      insert into webhook_events (account_id, endpoint_id, body, created_at, due_at) values (1, ${id}, '{}', ${world.clock.now()}, ${later}) returning id
    `.execute(world.db)
    ).rows[0]?.id
    const before = await count('webhook_events')
    assert.ok(before !== undefined && before > 2)
    world.clock.moveForward(29 * 86_400_000)
    await until('the task has run', async () => {
      const { rows } = await sql<{
        dueAt: Date
      }>`select due_at as "dueAt" from periodic_tasks where name = 'retention: remove old data'`.execute(world.db)
      return rows[0] !== undefined && rows[0].dueAt > world.clock.now()
    })
    assert.equal(await count('webhook_events'), before)
    world.clock.moveForward(2 * 86_400_000)
    await until('the events are deleted', async () => (await count('webhook_events')) === 1)
    // Another task deletes it, which may have run before.
    world.clock.moveForward(3_600_000)
    await until('the removed endpoint is deleted', async () => (await rowOf(removed)) === undefined)
    assert.equal(await count('webhook_attempts'), 0)
    const { data } = (await command(world, 'GET', path(id, '/events'))).body
    assert.deepEqual(
      data.map((one: { id: number; state: string }) => [one.id, one.state]),
      [[kept, 'waiting']],
    )
  })
})
