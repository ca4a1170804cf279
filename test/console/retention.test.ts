import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { onOneEngine, openWorld, until, type World } from '../world.ts'
import { addAccount, addPerson, command, type Person } from './people.ts'

const dayMs = 86_400_000

interface Class {
  readonly dataClass: string
}
const classOf = (body: { classes: Class[] }, name: string) => body.classes.find(({ dataClass }) => dataClass === name)
const rowsOf = (body: { rows: { rule: string; rows: number }[] }, name: string) =>
  body.rows.find(({ rule }) => rule === name)

onOneEngine('retention in the console API', (engine) => {
  let world: World
  let account: number
  let owner: Person
  before(async () => {
    world = await openWorld(engine)
    account = await addAccount(world)
    owner = await addPerson(world, account, 'owner')
  })
  after(() => world.close())

  const setOwn = (body: unknown) => owner.ask('PUT', `/accounts/${account}/retention`, body)
  const setAll = (body: unknown) => command(world, 'PUT', '/retention', body)
  /** Waits until the job has run at the current time. */
  const afterRun = () =>
    until('the job has run', async () => {
      const { lastRunAt } = (await command(world, 'GET', '/retention')).body
      return lastRunAt !== null && Date.parse(lastRunAt) >= world.clock.now().getTime() - 60_000
    })

  it('starts a new installation with 400 days for messages', async () => {
    const { body } = await command(world, 'GET', '/retention')
    const none = { limit: 'default', default: null, max: null, days: null, next: null }
    assert.deepEqual(body.classes, [
      { dataClass: 'texts', min: 1, ...none },
      { dataClass: 'messages', min: 7, ...none, limit: 400, days: 400 },
      { dataClass: 'events', min: 1, ...none, default: 30, days: 30 },
      { dataClass: 'logs', min: 30, ...none, default: 730, days: 730 },
    ])
    assert.ok(rowsOf(body, 'Unassigned inbound messages'))
    const own = await owner.ask('GET', `/accounts/${account}/retention`)
    assert.deepEqual(classOf(own.body, 'messages'), {
      dataClass: 'messages',
      min: 7,
      ...none,
      default: 400,
      days: 400,
    })
    assert.equal(rowsOf(own.body, 'Unassigned inbound messages'), undefined)
    assert.equal('runs' in own.body, false)
  })

  it('shows what a shorter limit removes, and removes it a day later', async () => {
    const insert = (accountId: number, days: number, text: string) =>
      sql`
      insert into inbound_messages (account_id, carrier, phone, number, text, kind, received_at)
      values (${accountId}, 'c', '255712345678', '15015', ${text}, 'message', ${new Date(world.clock.now().getTime() - days * dayMs)})
    `.execute(world.db)
    for (const [id, days, text] of [
      [account, 50, 'old'],
      [1, 50, 'of another'],
      [account, 10, 'new'],
    ] as const)
      await insert(id, days, text)
    const limits = { messages: 40, texts: 5 }
    const preview = await owner.ask('POST', `/accounts/${account}/retention/preview`, limits)
    assert.equal(preview.status, 200)
    const counted = ['Inbound messages', 'Inbound texts'].map((name) => rowsOf(preview.body, name)?.rows)
    assert.deepEqual(counted, [1, 2])
    assert.equal((await owner.ask('GET', `/accounts/${account}/retention`)).body.classes[1].days, 400)

    const { body, status } = await setOwn(limits)
    assert.equal(status, 200)
    const messages = classOf(body, 'messages') as unknown as { days: number; next: { days: number; at: string } }
    assert.deepEqual([messages.days, messages.next.days], [400, 40])
    const inMs = Date.parse(messages.next.at) - world.clock.now().getTime()
    assert.ok(inMs > dayMs - 60_000 && inMs <= dayMs, String(inMs))

    const list = async (id: number) => {
      const found = (await command(world, 'GET', `/accounts/${id}/inbound`)).body.data
      return found.map((one: { text: string; textRemoved: boolean }) => [one.text, one.textRemoved])
    }
    world.clock.moveForward(dayMs - 3_700_000)
    await afterRun()
    assert.deepEqual(await list(account), [
      ['new', false],
      ['old', false],
    ])
    world.clock.moveForward(3_700_000)
    await afterRun()
    world.clock.moveForward(3_700_000)
    await until('the old message is removed', async () => (await list(account)).length === 1)
    await until('the text of the new one is removed', async () => (await list(account))[0][1])
    assert.deepEqual(await list(account), [['', true]])
    assert.deepEqual(await list(1), [['of another', false]])
    const { runs } = (await command(world, 'GET', '/retention')).body
    const run = runs.find(({ rule }: { rule: string }) => rule === 'Inbound messages')
    assert.deepEqual([run.removedTotal, run.error], [1, null])
  })

  it('rejects limits outside the range, and names it', async () => {
    const refused = (range: string) => [
      400,
      'The limit is invalid.',
      `${range}; for no limit, use null (off on the command line), and for the default, use default`,
    ]
    const answer = async (asked: ReturnType<typeof setOwn>) => {
      const { status, body, headers } = await asked
      return [status, body.detail, headers['ngoma-hint']]
    }
    assert.deepEqual(
      await answer(setOwn({ messages: 6 })),
      refused('the limit for messages must be from 7 to 36500 days'),
    )
    assert.equal((await setAll({ max: { events: 60 } })).status, 200)
    const range = 'the limit for events must be from 1 to 60 days, because operators set this maximum'
    for (const events of [61, null]) assert.deepEqual(await answer(setOwn({ events })), refused(range))
    assert.deepEqual(await answer(setAll({ default: { events: 61 } })), refused(range))
    assert.equal((await setOwn({ events: 60 })).status, 200)
    assert.equal((await setAll({ default: { events: 61 }, max: { events: 'default' } })).status, 200)
    for (const bad of [{ messages: 'soon' }, { messages: -1 }, { messages: 1.5 }])
      assert.equal((await setOwn(bad)).status, 400, JSON.stringify(bad))
    assert.equal((await setOwn({ events: 'default', messages: 'default' })).status, 200)
  })

  it('ignores limits of other classes, and undoes a change at once', async () => {
    await setOwn({ logs: 30 })
    const undone = await setOwn({ logs: 'default' })
    const { days, next, limit } = classOf(undone.body, 'logs') as unknown as Record<string, unknown>
    assert.deepEqual([limit, days, next], ['default', 730, null])
  })

  it('exports metrics', async () => {
    const { body: text } = await world.app.http.inject('/metrics')
    assert.match(text, /^ngoma_retention_removed_rows_total\{rule="Inbound messages"\} 1$/m)
    assert.match(text, /^ngoma_retention_age_seconds \d/m)
    assert.match(text, /^ngoma_retention_rules_failed 0$/m)
  })
})
