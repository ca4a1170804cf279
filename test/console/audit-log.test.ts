import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { onOneEngine, openWorld, orderBody, type World } from '../world.ts'
import { addAccount, addPerson, adminPassword, command, type Person, signIn, signInAdmin } from './people.ts'

interface Entry {
  readonly id: number
  readonly accountId: number | null
  readonly actor: string
  readonly address: string | null
  readonly action: string
  readonly params: Record<string, unknown>
  readonly status: number | null
  readonly detail: Record<string, unknown> | null
}

onOneEngine('audit log: reads, exports and filters', (engine) => {
  let world: World
  /** Not a member of the account. */
  let operator: Person
  let owner: Person
  let accountId: number
  let path: string
  before(async () => {
    world = await openWorld(engine, { config: { adminPassword } })
    operator = await signInAdmin(world)
    accountId = await addAccount(world)
    path = `/accounts/${accountId}`
    owner = await addPerson(world, accountId, 'owner')
  })
  after(() => world.close())

  /** Runs calls and returns the entries that they write, oldest first. */
  async function entriesOf(calls: () => Promise<unknown>): Promise<Entry[]> {
    const { rows: last } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from audit_entries`.execute(
      world.db,
    )
    await calls()
    const { rows } = await sql<Entry>`
      select id, account_id as "accountId", actor, address, action, params, status, detail
        from audit_entries
       where id > ${last[0]?.id ?? 0}
       order by id
    `.execute(world.db)
    return rows
  }

  it('records exports but not reads by members, also while the account is suspended', async () => {
    const viewer = await addPerson(world, accountId, 'viewer')
    const suspend = (suspended: boolean) => command(world, 'PATCH', path, { suspended })
    await suspend(true)
    const entries = await entriesOf(async () => {
      assert.equal((await viewer.ask('GET', `${path}/contacts`)).status, 200)
      assert.equal((await viewer.ask('HEAD', `${path}/messages.csv`)).status, 200)
      assert.equal((await viewer.ask('GET', `${path}/messages.csv?number=255712345678`)).status, 200)
      assert.equal((await viewer.ask('GET', `${path}/messages.csv`)).status, 200)
    })
    await suspend(false)
    assert.deepEqual(
      entries.map(({ actor, action, status, detail }) => [actor, action, status, detail?.phone]),
      [
        [viewer.email, 'messages.export', 200, '255712345678'],
        [viewer.email, 'messages.export', 200, null],
      ],
    )
  })

  it('records a repeated read by the same actor once in ten minutes', async () => {
    await sql`delete from audit_entries`.execute(world.db)
    const look = () => operator.ask('GET', `${path}/contacts`)
    const entries = await entriesOf(async () => {
      await look()
      await look()
      await command(world, 'GET', `${path}/contacts`)
      await sql`update audit_entries set at = at - interval '11 minutes' where actor = ${operator.email}`.execute(
        world.db,
      )
      await look()
    })
    assert.deepEqual(
      entries.map(({ actor, accountId: where, status }) => [actor, where, status]),
      [
        [operator.email, accountId, 200],
        ['command line', accountId, 200],
        [operator.email, accountId, 200],
      ],
    )
  })

  it('does not record reads by operators in accounts where they are members', async () => {
    const member = await addPerson(world, accountId, 'viewer')
    await command(world, 'PUT', `/users/${member.id}/operator`, { operator: true })
    assert.deepEqual(await entriesOf(() => member.ask('GET', `${path}/contacts`)), [])
  })

  it('shows the owners a message that an operator read without naming the account', async () => {
    const { body } = await owner.ask('POST', `${path}/messages`, orderBody())
    const { data } = (await owner.ask('GET', `${path}/messages`)).body
    const request = String(body.requestIds[0])
    const entries = await entriesOf(async () => {
      await operator.ask('GET', `/messages/${data[0].id}`)
      await operator.ask('GET', `/requests/${request}/messages`)
    })
    assert.deepEqual(
      entries.map(({ accountId: where, action, params }) => [where, action, params]),
      [
        [accountId, 'messages.read', { message: String(data[0].id) }],
        [accountId, 'messages.read', { request }],
      ],
    )
  })

  it('names the user of a sign-in, and no user for a failed one', async () => {
    const entries = await entriesOf(async () => {
      await owner.signIn()
      await signIn(world, owner.email, 'wrong guess')
    })
    assert.deepEqual(
      entries.map(({ actor, action, status }) => [actor, action, status]),
      [
        [owner.email, 'session.begin', 200],
        ['anyone', 'session.begin', 401],
      ],
    )
  })

  it('filters by actor, action, account, result, address and time', async () => {
    await sql`delete from audit_entries`.execute(world.db)
    await sql`
      insert into audit_entries (at, account_id, actor, address, action, params, status)
      select v.at::timestamptz, v.account, v.actor, v.address, v.action, '{}', v.status
        from (values ('2030-01-01T10:00:00Z', ${accountId}::bigint, 'a@x.tz', '10.1.1.1', 'key.create', 201),
                     ('2030-01-02T10:00:00Z', ${accountId}, 'b@x.tz', '10.1.1.2', 'key.create', 403),
                     ('2030-01-03T10:00:00Z', null, 'b@x.tz', '10.1.1.2', 'carrier.set', 500),
                     ('2030-01-04T10:00:00Z', null, 'b@x.tz', null, 'carrier.set', null)) as v(at, account, actor, address, action, status)
       order by v.at
    `.execute(world.db)
    const days = async (query: string, who = operator, base = '/audit') => {
      const { status, body } = await who.ask('GET', `${base}?${query}`)
      assert.equal(status, 200, query)
      return body.data.map(({ at }: { at: string }) => Number(at.slice(8, 10)))
    }
    for (const [query, wanted] of [
      ['', [4, 3, 2, 1]],
      ['actor=B@X.tz', [4, 3, 2]],
      ['action=key.create', [2, 1]],
      [`account=${accountId}`, [2, 1]],
      ['account=nobody', []],
      ['result=done', [1]],
      ['result=refused', [2]],
      ['result=failed', [3]],
      ['result=unknown', [4]],
      ['address=10.1.1.2', [3, 2]],
      ['from=2030-01-02&to=2030-01-04', [3, 2]],
      ['actor=b@x.tz&action=key.create&result=refused', [2]],
    ] as const)
      assert.deepEqual(await days(query), wanted, query)
    assert.deepEqual(await days('actor=a@x.tz', owner, `${path}/audit`), [1])
    for (const query of [
      'result=good',
      'from=yesterday',
      `actor=${'x'.repeat(321)}`,
      'action=a&action=b',
      'address=%00',
    ])
      assert.equal((await operator.ask('GET', `/audit?${query}`)).status, 400, query)
    assert.equal((await owner.ask('GET', `${path}/audit?account=1`)).status, 400)
  })

  it('exports CSV in steps, escapes formulas and records the export with its filter', async () => {
    await sql`delete from audit_entries`.execute(world.db)
    await sql`
      insert into audit_entries (at, account_id, actor, action, params, status, detail)
      select now(), ${accountId}, '=1+1', 'key.create', '{"account": "1"}', 201, '{"name": "a, b"}' from generate_series(1, 1500)
    `.execute(world.db)
    let text = ''
    const [entry] = await entriesOf(async () => {
      text = (await owner.ask('GET', `${path}/audit.csv?action=key.create`)).text
    })
    const lines = text.trimEnd().split('\r\n')
    assert.equal(lines.length, 1_501)
    assert.equal(lines[0], 'id,at,account,actor,address,action,params,status,detail')
    assert.match(
      lines[1500] ?? '',
      new RegExp(`^\\d+,2\\d+-\\S+Z,${accountId},'=1\\+1,,key.create,"\\{""account"":""1""\\}",201,"\\{""name"":""a, `),
    )
    assert.equal(new Set(lines).size, 1_501)
    assert.deepEqual([entry?.action, entry?.status, entry?.detail?.action], ['audit.export', 200, 'key.create'])
    const all = await operator.ask('GET', '/audit.csv?actor=%3D1%2B1')
    assert.equal(all.headers['content-disposition'], 'attachment; filename="audit.csv"')
    assert.equal(all.text.trimEnd().split('\r\n').length, 1_501)
  })

  it('hides the users of the parent from a sub-account in lists, filters and exports', async () => {
    const created = await command(world, 'POST', '/accounts', { name: 'Child', parentId: accountId })
    const child = `/accounts/${created.body.id}`
    const member = await addPerson(world, created.body.id, 'owner')
    await owner.ask('GET', `${child}/contacts`)
    await owner.ask('GET', `${child}/messages.csv`)
    const seen = async (query: string, who = member) =>
      (await who.ask('GET', `${child}/audit?${query}`)).body.data.map(({ actor, action }: Entry) => [actor, action])
    assert.deepEqual(await seen('actor=administrator'), [
      ['administrator', 'messages.export'],
      ['administrator', 'contacts.read'],
    ])
    assert.deepEqual(await seen(`actor=${owner.email}`), [])
    assert.deepEqual(await seen(`address=${owner.address}`), [])
    await command(world, 'PATCH', child, { parentId: null })
    await command(world, 'PATCH', child, { parentId: accountId })
    assert.deepEqual(await seen('action=account.change'), [])
    assert.equal((await seen('action=account.change', owner)).length, 2)
    assert.equal((await seen(`actor=${owner.email}`, owner)).length, 2)
    const { text } = await member.ask('GET', `${child}/audit.csv`)
    assert.ok(text.includes('administrator,,messages.export'))
    assert.ok(!text.includes(owner.email) && !text.includes(owner.address), text)
  })
})
