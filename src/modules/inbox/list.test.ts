import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { addPerson, ask, type Method, type Person } from '../../../test/console/people.ts'
import { cursorAfter } from '../../../test/cursors.ts'
import { conversationWith } from '../../../test/inbox.ts'
import { shareWorld } from '../../../test/shared-world.ts'
import { onOneEngine, type World } from '../../../test/world.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests assert the fields they expect
type Any = any

onOneEngine('lists of conversations', (engine) => {
  let world: World
  let owner: Person
  let path: string
  before(async () => {
    world = await shareWorld(engine)
    owner = await addPerson(world, world.accountId, 'owner')
    path = `/accounts/${world.accountId}/conversations`
  })
  after(() => world.close())

  async function call(method: Method, rest: string, body?: unknown, status = 200): Promise<Any> {
    const answer = await owner.ask(method, `${path}${rest}`, body)
    assert.equal(answer.status, status, answer.text)
    return answer.body
  }
  const write = (phone: string) => conversationWith(world, world.accountId, phone)
  const rowOf = async (id: number): Promise<Any> =>
    (await sql`select status, assignee_id, incoming, version from conversations where id = ${id}`.execute(world.db))
      .rows[0]

  it('have pages that stay complete while conversations are closed', async () => {
    const count = 7
    await sql`
      insert into conversations (account_id, channel, business, phone, status, incoming, last_at, last_text, last_direction, created_at)
      select ${world.accountId}, 'sms', '', '25571300000' || i, 'open', 1, timestamptz '2026-01-01' + (i / 3) * interval '7 microseconds', '', 'in', now()
        from generate_series(1, ${count}::int) i
    `.execute(world.db)
    const closed: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { data, next, total }: Any = await call('GET', `?limit=2&cursor=${cursor}`)
      assert.equal(total, count - closed.length)
      for (const { id, phone } of data) {
        await call('PUT', `/${id}`, { status: 'closed' })
        closed.push(phone)
      }
      cursor = next
    }
    assert.deepEqual(
      closed,
      [7, 6, 5, 4, 3, 2, 1].map((last) => `25571300000${last}`),
    )
    const firsts: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Any = await call('GET', `?limit=3&status=closed&channel=sms&cursor=${cursor}`)
      firsts.push(page.data[0].phone)
      cursor = page.next
    }
    assert.deepEqual(firsts, ['255713000007', '255713000004', '255713000001'])
    const forged = [
      ['2026-01-01'],
      ['2026-01-01', 'x'],
      ['x', '1'],
      ['2026-01-01', '9'.repeat(20)],
      ['2026-01-01', '\0'],
    ]
    for (const cursor of ['2.25', 'x', ...forged.map((key) => cursorAfter({}, ...key))])
      assert.equal((await call('GET', `?cursor=${cursor}`, undefined, 400)).code, 'invalid_parameter', cursor)
  })

  it('reject counts beyond the safe integer range', async () => {
    const id = await write('255713000099')
    for (const value of [1e300, Number.MAX_SAFE_INTEGER + 1, -1]) {
      await call('POST', `/${id}/read`, { incoming: value }, 400)
      await call('POST', `/${id}/replies`, { text: 'Hello', replies: value }, 400)
    }
    await call('POST', `/${id}/read`, { incoming: Number.MAX_SAFE_INTEGER }, 204)
  })

  it('have nobody instead of members who left or became viewers', async () => {
    const opened = await write('255713000101')
    const closed = await write('255713000102')
    for (const [method, change] of [
      ['PUT', { role: 'viewer' }],
      ['DELETE', undefined],
    ] as const) {
      const leaving = await addPerson(world, world.accountId, 'member')
      for (const id of [opened, closed]) await call('PUT', `/${id}`, { assigneeId: leaving.id })
      await call('PUT', `/${closed}`, { status: 'closed' })
      const { version } = await rowOf(opened)
      const left = await ask(world, method, `/console/v1/accounts/${world.accountId}/members/${leaving.id}`, {
        cookie: owner.cookie,
        body: change,
      })
      assert.ok(left.status < 300, left.text)
      const after = await rowOf(opened)
      assert.deepEqual([after.assignee_id, after.version > version], [null, true])
      const [entry] = (await call('GET', `/${opened}/entries`)).data
      assert.deepEqual([entry.kind, entry.text, entry.author], ['assigned', '', owner.email])
      assert.equal((await call('GET', `/${closed}`)).assignee, null)
      if (method === 'PUT') await call('PUT', `/${closed}`, { status: 'open' })
      else await write('255713000102')
      assert.deepEqual((await rowOf(closed)).assignee_id, null)
      const unassigned = (await call('GET', '?assignee=none')).data.map((one: Any) => one.id)
      assert.ok(unassigned.includes(closed) && unassigned.includes(opened))
    }
  })
})
