import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, it } from 'node:test'
import { sql } from 'kysely'
import { openSmtp, type SmtpServer } from '../../../test/smtp.ts'
import { onOneEngine, openWorld, until, type World } from '../../../test/world.ts'
import { getMoney, type Money } from '../../values/money.ts'
import { holdParts } from './ledger.ts'
import { changeCredit, findBalance } from './store.ts'

const phone = '255712000107'
const owners = ['juma@example.com', 'owner@ngoma.local']

onOneEngine('low credit reminders', (engine) => {
  let smtp: SmtpServer
  let world: World
  before(async () => {
    smtp = await openSmtp({ user: 'ngoma', password: 'hunter2' })
    world = await openWorld(engine, { config: { smtpUrl: smtp.url } })
    await insertMembers(world)
  })
  after(async () => {
    await world.close()
    await smtp.close()
  })
  beforeEach(async () => {
    smtp.answerWith({})
    smtp.mails.length = 0
    await begin(world)
  })
  afterEach(() => {
    const said = world.logs.join('')
    for (const secret of [...owners, 'asha@example.com', phone, 'hunter2'])
      assert.ok(!said.includes(secret), `${secret} must not be in the log`)
  })

  it('send one email to the owners for each fall below the level', async () => {
    await set(world, 'email_reminder = true')
    assert.equal((await world.send({ recipients: recipients(50) })).body.code, 100)
    assert.deepEqual(await waiting(world), [])
    assert.equal((await world.send({ recipients: recipients(1) })).body.code, 100)
    await until(
      'the email arrived and its row is deleted',
      async () => smtp.mails.length > 0 && (await waiting(world)).length === 0,
    )
    const [mail] = smtp.mails
    assert.deepEqual([mail?.from, mail?.to, mail?.user], ['ngoma@localhost', owners, 'ngoma'])
    assert.match(mail?.source ?? '', /^Subject: Low SMS credit: .+$/m)
    assert.match(mail?.source ?? '', /^Available: 49 TZS$/m)
    assert.match(mail?.source ?? '', /^Reminder level: 50 TZS$/m)

    assert.equal((await world.send({ recipients: recipients(1) })).body.code, 100)
    // A reminder is stored together with the send that causes it.
    assert.deepEqual(await waiting(world), [])
    assert.equal(smtp.mails.length, 1)

    await setCredit(world, '60')
    assert.equal((await world.send({ recipients: recipients(11) })).body.code, 100)
    await until('the second email arrived', () => smtp.mails.length === 2)
    assert.match(smtp.mails[1]?.source ?? '', /^Available: 49 TZS$/m)
  })

  it('are sent as a paid message from the first active sender', async () => {
    await set(world, `sms_reminder = true, reminder_phone = '${phone}'`)
    await fall(world)
    await until(
      'the message is delivered and its row is deleted',
      async () => (await messages(world))[0]?.status === 'DELIVERED' && (await waiting(world)).length === 0,
    )
    const [message] = await messages(world)
    assert.equal(message?.sender, 'INFO')
    assert.match(message?.text ?? '', /: SMS credit is low\. 40 TZS left, reminder level 50 TZS\.$/)
    assert.equal((await findBalance(world.db, 1, 'SMS'))?.available, getMoney('39'))
    assert.equal(smtp.mails.length, 0)
  })

  it('send one message, even if the worker died before it stored the result', async () => {
    await set(world, `sms_reminder = true, reminder_phone = '${phone}'`)
    const before = (await messages(world)).length
    await fall(world)
    await until(
      'the message is sent',
      async () => (await messages(world)).length > before && (await waiting(world)).length === 0,
    )
    const { rows } = await sql<{
      key: string
    }>`select key from idempotency_keys where path = 'notice' order by created_at desc limit 1`.execute(world.db)
    const id = Number(/\d+$/.exec(rows[0]?.key ?? '')?.[0])
    await sql`
      insert into balance_reminders (id, account_id, product, currency, channel, available, credit_level, created_at, due_at)
      overriding system value
      select ${id}, account_id, product, currency, 'sms', available, credit_level, low_since, low_since from balances where account_id = 1 and product = 'SMS'
    `.execute(world.db)
    await until('the reminder ran again', async () => (await waiting(world)).length === 0)
    assert.equal((await messages(world)).length, before + 1)
    assert.deepEqual(await events(world), [])
  })

  for (const [why, how] of [
    ['no_credit', async () => void (await setCredit(world, '60'))],
    ['no_sender', () => sql`update senders set status = 'inactive' where account_id = 1`.execute(world.db)],
    ['phone_refused', () => set(world, `reminder_phone = '12'`)],
  ] as const) {
    it(`do not retry a refused message and leave an event (${why})`, async () => {
      await set(world, `sms_reminder = true, reminder_phone = '${phone}'`)
      const before = (await messages(world)).length
      await how()
      await fall(world)
      await until('the event is stored', async () => (await events(world)).length > 0)
      assert.deepEqual(await events(world), [`SMS ${why}`])
      assert.deepEqual([(await messages(world)).length, await waiting(world)], [before, []])
    })
  }

  it('retry an email after a temporary refusal, and send it once', async () => {
    await set(world, 'email_reminder = true')
    smtp.answerWith({ RCPT: '451 <owner@ngoma.local> later' })
    await fall(world)
    await until('the email was refused', async () => (await waiting(world))[0] === 1)
    smtp.answerWith({})
    world.clock.moveForward(30_000)
    assert.deepEqual([smtp.mails.length, await waiting(world)], [0, [1]])
    world.clock.moveForward(30_000)
    await until('the email arrived', async () => smtp.mails.length > 0 && (await waiting(world)).length === 0)
    assert.equal(smtp.mails.length, 1)
    assert.deepEqual(await events(world), [])
  })

  it('are given up within a day and leave an event', async () => {
    await set(world, 'email_reminder = true')
    smtp.answerWith({ greeting: '421 closed' })
    const begun = world.clock.now().getTime()
    await fall(world)
    for (let tries = 1; tries <= 8; tries += 1) {
      await until(`the reminder was attempted ${tries} times`, async () => (await waiting(world))[0] === tries)
      const { rows } = await sql<{ due: Date }>`select due_at as due from balance_reminders`.execute(world.db)
      world.clock.moveForward(Number(rows[0]?.due) - world.clock.now().getTime())
    }
    await until('the event is stored', async () => (await events(world)).length > 0)
    assert.deepEqual(await events(world), ['SMS email_failed'])
    assert.deepEqual(await waiting(world), [])
    assert.ok(world.clock.now().getTime() - begun < 86_400_000)
    assert.match(world.logs.join(''), /the mail server answered 421/)
  })

  it('are given up at once after a permanent refusal of the email', async () => {
    await set(world, 'email_reminder = true')
    smtp.answerWith({ RCPT: '550 <owner@ngoma.local> is nobody' })
    const before = smtp.connections()
    await fall(world)
    await until('the event is stored', async () => (await events(world)).length > 0)
    assert.deepEqual(await events(world), ['SMS email_refused'])
    assert.deepEqual([smtp.connections() - before, await waiting(world)], [1, []])
  })

  for (const [title, how] of [
    ['there is new credit', () => setCredit(world, '100')],
    ['reminders are switched off', () => set(world, 'email_reminder = false')],
  ] as const) {
    it(`are dropped once ${title}`, async () => {
      await set(world, 'email_reminder = true')
      smtp.answerWith({ RCPT: '451 later' })
      await fall(world)
      await until('the email was refused', async () => (await waiting(world))[0] === 1)
      smtp.answerWith({})
      await how()
      world.clock.moveForward(60_000)
      await until('the reminder is dropped', async () => (await waiting(world)).length === 0)
      assert.deepEqual([smtp.mails, await events(world)], [[], []])
    })
  }
})

onOneEngine('low credit reminders without email', (engine) => {
  it('are dropped, and leave an event and a log line', async (test) => {
    const world = await openWorld(engine)
    test.after(() => world.close())
    await begin(world)
    await set(world, 'email_reminder = true')
    await fall(world)
    await until('the event is stored', async () => (await events(world)).length > 0)
    assert.deepEqual(await events(world), ['SMS email_not_set_up'])
    assert.deepEqual(await waiting(world), [])
    assert.match(world.logs.join(''), /"account":1,"product":"SMS","channel":"email","why":"email_not_set_up"/)
  })
})

/** Adds another owner and a viewer. */
async function insertMembers({ db, clock }: World): Promise<void> {
  for (const [name, role] of [
    ['juma', 'owner'],
    ['asha', 'viewer'],
  ]) {
    await sql`insert into auth_users (id, name, email, "emailVerified") values (${name}, ${name}, ${`${name}@example.com`}, false)`.execute(
      db,
    )
    await sql`insert into members (account_id, user_id, role, created_at) values (1, ${name}, ${role}, ${clock.now()})`.execute(
      db,
    )
  }
}

/** Sets 100 for messages and a level of 50, without reminders. */
async function begin(world: World): Promise<void> {
  await set(
    world,
    `credit_level = 50, sms_reminder = false, email_reminder = false, reminder_phone = '', low_since = null`,
  )
  await setCredit(world, '100')
  await sql`update senders set status = 'active' where account_id = 1`.execute(world.db)
  await world.app.sms.events.write()
  await sql`delete from account_events`.execute(world.db)
}

const set = ({ db }: World, changes: string) =>
  sql`update balances set ${sql.raw(changes)} where account_id = 1 and product = 'SMS'`.execute(db)

async function setCredit(world: World, wanted: string): Promise<void> {
  await world.db.transaction(async (tx) => {
    const { available } = (await findBalance(tx, 1, 'SMS')) ?? { available: 0n }
    const amount = (getMoney(wanted) - available) as Money
    if (amount !== 0n)
      await changeCredit(
        tx,
        { accountId: 1, product: 'SMS', amount, subject: 'test', note: '', actor: '' },
        world.clock.now(),
      )
  })
}

/** Takes 60 without a send. */
const fall = ({ db, clock }: World) =>
  sql`with ${holdParts([{ accountId: 1, product: 'SMS', amount: getMoney('60'), subject: 'test' }], clock.now())} select 1`.execute(
    db,
  )

const recipients = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    recipient_id: index + 1,
    dest_addr: String(255_714_000_007 + index * 10),
  }))

/** The finished attempts of each pending reminder. */
async function waiting({ db }: World): Promise<number[]> {
  const { rows } = await sql<{ tries: number }>`
    select attempts - case when lease_owner is null then 0 else 1 end as tries from balance_reminders order by id
  `.execute(db)
  return rows.map(({ tries }) => tries)
}

async function messages({
  db,
}: World): Promise<{ readonly status: string; readonly text: string; readonly sender: string }[]> {
  const { rows } = await sql<{ status: string; text: string; sender: string }>`
    select m.status, r.text, r.sender from sms_messages m join sms_requests r on r.id = m.request_id where m.phone = ${phone} order by m.id
  `.execute(db)
  return rows
}

async function events({ app, db }: World): Promise<string[]> {
  await app.sms.events.write()
  const { rows } = await sql<{ subject: string; reason: string }>`
    select subject, reason from account_events where account_id = 1 and kind = 'balance.reminder_failed' order by reason
  `.execute(db)
  return rows.map(({ subject, reason }) => `${subject} ${reason}`)
}
