import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { freePort } from '../free-port.ts'
import { onOneEngine, openWorld, type World } from '../world.ts'
import { addAccount, addPerson, adminPassword, command, type Person } from './people.ts'

onOneEngine('SMPP credentials in the console API', (engine) => {
  let world: World
  let owner: Person
  let accountId: number
  let path: string
  let credentials: string
  let smppPort: number
  before(async () => {
    smppPort = await freePort()
    world = await openWorld(engine, {
      config: { adminPassword, smppPort, publicUrl: 'https://sms.example:8443' },
    })
    accountId = await addAccount(world)
    owner = await addPerson(world, accountId, 'owner')
    path = `/accounts/${accountId}/smpp`
    credentials = `/accounts/${accountId}/credentials`
  })
  after(() => world.close())

  it('creates a credential with defaults and shows its password once', async () => {
    const { status, body } = await owner.ask('POST', `${path}/credentials`, {})
    assert.equal(status, 201)
    assert.match(body.systemId, /^[a-z2-9]{8}$/)
    assert.match(body.password, /^[A-HJ-NP-Za-km-z2-9]{8}$/)
    const listed = await owner.ask('GET', `${credentials}?kind=smpp`)
    assert.ok(!listed.text.includes(body.password))
    const { createdAt, ...one } = listed.body.data[0]
    assert.equal(typeof createdAt, 'string')
    assert.deepEqual(one, {
      id: body.id,
      kind: 'smpp',
      name: body.systemId,
      apiKey: null,
      systemId: body.systemId,
      products: null,
      addresses: null,
      lenient: false,
      operator: false,
      privateUrls: false,
      scopes: [],
      expiresAt: null,
      revokedAt: null,
      lastUsedAt: null,
      lastAddress: null,
      replacedBy: null,
      oldPasswordUntil: null,
      smpp: {
        bindsMax: 4,
        windowSize: 50,
        rate: 100,
        messageIds: 'decimal',
        receivesMessages: false,
        duplicateSeconds: 0,
        alphabet: 'gsm7',
      },
      binds: 0,
    })
  })

  it('rejects invalid settings', async () => {
    const bad = [
      { systemId: '' },
      { systemId: 'x'.repeat(16) },
      { systemId: 'two words' },
      { bindsMax: 0 },
      { bindsMax: 101 },
      { windowSize: 0 },
      { windowSize: 1_001 },
      { rate: -1 },
      { rate: 100_001 },
      { rate: 1.5 },
      { addresses: [] },
      { addresses: ['localhost'] },
      { addresses: ['10.0.0.0/33'] },
      { messageIds: 'octal' },
      { alphabet: 'ascii' },
      { receivesMessages: 'yes' },
      { duplicateSeconds: 86_401 },
    ]
    const { id } = (await owner.ask('POST', `${path}/credentials`, {})).body
    for (const body of bad) {
      assert.equal((await owner.ask('POST', `${path}/credentials`, body)).status, 400, JSON.stringify(body))
      if (!('systemId' in body))
        assert.equal((await owner.ask('PATCH', `${credentials}/${id}`, body)).status, 400, JSON.stringify(body))
    }
    assert.equal((await owner.ask('PATCH', `${credentials}/${id}`, {})).status, 400)
    for (const overlapHours of [-1, 721, 1.5])
      assert.equal((await owner.ask('POST', `${credentials}/${id}/rotate`, { overlapHours })).status, 400)
  })

  it('keeps a system ID unique over all accounts until it is revoked', async () => {
    const other = await addAccount(world)
    const { id } = (await owner.ask('POST', `${path}/credentials`, { systemId: 'unique' })).body
    const again = () => command(world, 'POST', `/accounts/${other}/smpp/credentials`, { systemId: 'unique' })
    assert.deepEqual(
      [(await again()).status, (await again()).body.detail],
      [409, 'Another SMPP credential has this system ID.'],
    )
    assert.equal((await owner.ask('DELETE', `${credentials}/${id}`)).status, 204)
    assert.equal((await again()).status, 201)
  })

  it('changes only the given settings and removes the address restriction with null', async () => {
    const { id } = (await owner.ask('POST', `${path}/credentials`, { addresses: ['192.0.2.0/24'], rate: 7 })).body
    const change = async (body: object) => (await owner.ask('PATCH', `${credentials}/${id}`, body)).body
    const first = await change({ windowSize: 9, messageIds: 'hex' })
    const { windowSize, messageIds, rate } = first.smpp
    assert.deepEqual([windowSize, messageIds, rate, first.addresses], [9, 'hex', 7, ['192.0.2.0/24']])
    assert.equal((await change({ addresses: null })).addresses, null)
  })

  it('lets only operators allow private URLs', async () => {
    const refused = await owner.ask('POST', `${path}/credentials`, { privateUrls: true })
    assert.deepEqual([refused.status, refused.body.detail], [403, 'Only operators can allow private URLs.'])
    const { id } = (await owner.ask('POST', `${path}/credentials`, { privateUrls: false })).body
    assert.equal((await owner.ask('PATCH', `${credentials}/${id}`, { privateUrls: true })).status, 403)
    const allowed = await command(world, 'PATCH', `${credentials}/${id}`, { privateUrls: true })
    assert.equal(allowed.body.privateUrls, true)
    assert.equal((await owner.ask('PATCH', `${credentials}/${id}`, { rate: 1 })).body.privateUrls, true)
    assert.equal((await owner.ask('PATCH', `${credentials}/${id}`, { privateUrls: false })).body.privateUrls, false)
  })

  it('lets only operators choose a password, and keeps it out of the audit log', async () => {
    const refused = await owner.ask('POST', `${path}/credentials`, { password: 'kannel-pw' })
    assert.deepEqual([refused.status, refused.body.detail], [403, 'Only operators can choose SMPP passwords.'])
    for (const password of ['short', 'two\nlines', 'pässword', 'x'.repeat(65)])
      assert.equal((await command(world, 'POST', `${path}/credentials`, { password })).status, 400, password)
    const issued = await command(world, 'POST', `${path}/credentials`, { password: 'old Kannel pw!' })
    assert.deepEqual([issued.status, issued.body.password], [201, 'old Kannel pw!'])
    const { rows } = await sql`select from audit_entries where detail::text like '%Kannel pw%'`.execute(world.db)
    assert.equal(rows.length, 0)
  })

  it('lets owners lower limits, and only operators raise them above the defaults', async () => {
    const raised = [{ bindsMax: 5 }, { windowSize: 51 }, { rate: 101 }, { rate: 0 }]
    const { id } = (await owner.ask('POST', `${path}/credentials`, {})).body
    const one = `${credentials}/${id}`
    for (const body of raised) {
      const refused = [await owner.ask('POST', `${path}/credentials`, body), await owner.ask('PATCH', one, body)]
      for (const { status, body: answer } of refused)
        assert.deepEqual([status, answer.detail], [403, 'Only operators can raise SMPP limits.'], JSON.stringify(body))
    }
    assert.equal((await owner.ask('PATCH', one, { bindsMax: 1, windowSize: 1, rate: 1 })).status, 200)
    assert.equal((await command(world, 'PATCH', one, { bindsMax: 8, rate: 0 })).status, 200)
    // The dashboard sends all settings, also those that stay.
    assert.equal((await owner.ask('PATCH', one, { bindsMax: 8, windowSize: 50, rate: 0 })).status, 200)
    assert.equal((await owner.ask('PATCH', one, { bindsMax: 9 })).status, 403)
    assert.deepEqual((await owner.ask('PATCH', one, { rate: 100 })).body.smpp.rate, 100)
  })

  it('has no settings of keys, and keys have no settings of SMPP', async () => {
    const smpp = (await owner.ask('POST', `${path}/credentials`, {})).body
    const key = (await owner.ask('POST', `/accounts/${accountId}/keys`, { name: 'A key' })).body
    for (const [{ id }, body] of [
      [smpp, { lenient: true }],
      [smpp, { scopes: [] }],
      [key, { rate: 1 }],
    ] as const) {
      const refused = await owner.ask('PATCH', `${credentials}/${id}`, body)
      assert.deepEqual([refused.status, refused.body.code], [400, 'credential_kind'], JSON.stringify(body))
    }
    const changed = await owner.ask('PATCH', `${credentials}/${key.id}`, { addresses: ['192.0.2.0/24'] })
    assert.deepEqual([changed.status, changed.body.addresses], [200, ['192.0.2.0/24']])
  })

  it('hides the credentials of other accounts', async () => {
    const other = await addAccount(world)
    const { id } = (await command(world, 'POST', `/accounts/${other}/smpp/credentials`, {})).body
    assert.equal((await owner.ask('PATCH', `${credentials}/${id}`, { rate: 1 })).status, 404)
    assert.equal((await owner.ask('DELETE', `${credentials}/${id}`)).status, 404)
    assert.equal((await owner.ask('POST', `${credentials}/${id}/rotate`, { overlapHours: 0 })).status, 404)
  })

  it('refuses more than 100 active credentials', async () => {
    const full = await addAccount(world)
    await sql`
      insert into credentials (account_id, kind, login, password_hash, name, lenient, operator, smpp, created_at)
      select ${full}, 'smpp', 'full-' || n, '', '', false, false, '{}', now() from generate_series(1, 100) n
    `.execute(world.db)
    const refused = await command(world, 'POST', `/accounts/${full}/smpp/credentials`, {})
    assert.deepEqual(
      [refused.status, refused.body.detail],
      [409, 'The account has the maximum number of SMPP credentials.'],
    )
  })

  it('lists current binds, with their process only for operators', async () => {
    const { id, systemId } = (await owner.ask('POST', `${path}/credentials`, {})).body
    await sql`
      insert into smpp_binds (credential_id, account_id, mode, address, encrypted, owner, bound_at, lease_until)
      values (${id}, ${accountId}, 'transceiver', '192.0.2.1', true, 'host:1', now(), now() + interval '1 hour'),
             (${id}, ${accountId}, 'receiver', '192.0.2.2', false, 'host:2', now(), now() - interval '1 second')
    `.execute(world.db)
    const { data } = (await owner.ask('GET', `${path}/binds`)).body
    assert.equal(data.length, 1)
    const { mode, address, encrypted, process } = data[0]
    assert.deepEqual(
      [data[0].systemId, mode, address, encrypted, process],
      [systemId, 'transceiver', '192.0.2.1', true, null],
    )
    assert.equal((await command(world, 'GET', '/smpp/binds')).body.data[0].process, 'host:1')
    const listed = (await owner.ask('GET', `${credentials}?kind=smpp`)).body.data
    assert.equal(listed.find((one: { id: number }) => one.id === id).binds, 1)
  })

  it('shows the host of the public URL and the ports that are on', async () => {
    assert.deepEqual((await owner.ask('GET', path)).body, { host: 'sms.example', port: smppPort, tlsPort: null })
  })
})
