import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { shareWorld } from '../shared-world.ts'
import { basic, onOneEngine, orderBody, until, type World } from '../world.ts'
import { addAccount, addPerson, command, freshEmail, type Person } from './people.ts'

onOneEngine('sub-accounts in the console API', (engine) => {
  let world: World
  let parent: number
  let child: number
  let sibling: number
  /** An owner of the parent. */
  let reseller: Person
  /** An owner of the child. */
  let owner: Person
  before(async () => {
    world = await shareWorld(engine)
    parent = await addAccount(world, 'Reseller')
    const create = async (name: string) =>
      (await command(world, 'POST', '/accounts', { name, parentId: parent, country: 'KE' })).body.id
    child = await create('Asha')
    sibling = await create('Juma')
    reseller = await addPerson(world, parent, 'owner')
    owner = await addPerson(world, child, 'owner')
  })
  after(() => world.close())

  const setParent = async (id: number, parentId: number | null) => {
    const { status, body } = await command(world, 'PATCH', `/accounts/${id}`, { parentId })
    return [status, status === 200 ? body.parentId : body.detail]
  }

  it('are created with a country and a parent, which operators can change', async () => {
    const { body } = await command(world, 'GET', `/accounts/${child}`)
    assert.deepEqual([body.parentId, body.country, body.currency], [parent, 'KE', 'TZS'])
    const change = (change: Record<string, unknown>) => command(world, 'PATCH', `/accounts/${sibling}`, change)
    assert.deepEqual((await change({ country: 'UG' })).body.country, 'UG')
    const { name, country } = (await change({ name: 'Juma & Co' })).body
    assert.deepEqual([name, country], ['Juma & Co', 'UG'])
    assert.equal((await change({ country: null })).body.country, 'TZ')
    for (const code of ['ZZ', 'ke', 'KEN', '', 5]) assert.equal((await change({ country: code })).status, 400)
    const { body: unknown } = await command(world, 'POST', '/accounts', { name: 'No', country: 'XX' })
    assert.deepEqual([unknown.code, unknown.errors[0].field], ['unknown_country', 'country'])
    assert.equal((await command(world, 'GET', '/accounts/1')).body.country, 'TZ')
  })

  it('reject a second level', async () => {
    const other = await addAccount(world, 'Another')
    const refused = [409, 'A sub-account cannot have sub-accounts.']
    assert.deepEqual(await setParent(parent, parent), refused)
    assert.deepEqual(await setParent(parent, other), refused)
    assert.deepEqual(await setParent(other, child), refused)
    const { status } = await command(world, 'POST', '/accounts', { name: 'Grandchild', parentId: child })
    assert.equal(status, 409)
    assert.deepEqual(await setParent(other, 999_999), [404, 'The parent account does not exist.'])
    assert.deepEqual(await setParent(other, parent), [200, parent])
    assert.deepEqual(await setParent(other, null), [200, null])
    assert.equal((await reseller.ask('GET', `/accounts/${other}`)).status, 404)
  })

  it('reject a second level when changes race', async () => {
    const [a = 0, b = 0, c = 0] = await Promise.all(['A', 'B', 'C'].map((name) => addAccount(world, name)))
    for (let round = 0; round < 10; round += 1) {
      const statuses = (await Promise.all([setParent(a, b), setParent(b, c)])).map(([status]) => status)
      assert.deepEqual(statuses.toSorted(), [200, 409])
      for (const id of [a, b]) await setParent(id, null)
    }
  })

  it('are visible and accessible to the owners of their parent', async () => {
    const { accounts } = (await reseller.ask('GET', '/me')).body
    assert.deepEqual(
      accounts.map((one: { accountId: number; role: string; subAccount: boolean }) => [
        one.accountId,
        one.role,
        one.subAccount,
      ]),
      [
        [parent, 'owner', false],
        [child, 'owner', true],
        [sibling, 'owner', true],
      ],
    )
    const { body } = await reseller.ask('GET', `/accounts/${parent}/sub-accounts?q=asha`)
    assert.deepEqual(
      body.data.map(({ id, country }: { id: number; country: string }) => [id, country]),
      [[child, 'KE']],
    )
    assert.equal((await reseller.ask('GET', `/accounts/${child}/messages`)).status, 200)
    assert.equal((await reseller.ask('POST', `/accounts/${child}/keys`, { name: 'by the reseller' })).status, 201)
    assert.equal((await reseller.ask('PATCH', `/accounts/${child}`, { suspended: true })).status, 403)
    for (const role of ['member', 'viewer']) {
      const other = await addPerson(world, parent, role)
      assert.equal((await other.ask('GET', `/accounts/${child}`)).status, 404, role)
      assert.equal((await other.ask('GET', `/accounts/${parent}/sub-accounts`)).status, 403, role)
      assert.equal((await other.ask('GET', '/me')).body.accounts.length, 1, role)
    }
  })

  it('grant an owner of the parent owner rights despite a lower role of their own', async () => {
    const both = await addPerson(world, parent, 'owner')
    const invited = await command(world, 'POST', `/accounts/${child}/members`, { email: both.email, role: 'viewer' })
    assert.equal(invited.status, 201)
    assert.equal((await both.ask('GET', `/accounts/${child}/audit`)).status, 200)
    const { accounts } = (await both.ask('GET', '/me')).body
    assert.partialDeepStrictEqual(accounts[1], { accountId: child, role: 'owner', subAccount: false })
    await command(world, 'PATCH', `/accounts/${parent}`, { suspended: true })
    assert.equal((await both.ask('GET', `/accounts/${child}/audit`)).status, 403, 'only their own role applies')
    await command(world, 'PATCH', `/accounts/${parent}`, { suspended: false })
  })

  it('require the second factor of the parent from its owners only', async () => {
    const both = await addPerson(world, parent, 'owner')
    await command(world, 'POST', `/accounts/${child}/members`, { email: both.email, role: 'viewer' })
    assert.equal((await command(world, 'PATCH', `/accounts/${parent}`, { twoFactorRequired: true })).status, 200)
    for (const person of [reseller, both]) {
      const answers = [
        await person.ask('GET', `/accounts/${child}/credentials`),
        await person.ask('POST', `/accounts/${child}/members`, { email: freshEmail(), role: 'owner' }),
      ]
      for (const { status, body } of answers) assert.deepEqual([status, body.code], [403, 'two_factor_required'])
      const sent = await person.ask('POST', `/accounts/${child}/messages`, orderBody())
      assert.deepEqual([sent.status, sent.body.code], [403, 'two_factor_required'])
      const { accounts } = (await person.ask('GET', '/me')).body
      assert.ok(accounts.every((one: { twoFactorRequired: boolean }) => one.twoFactorRequired))
    }
    assert.equal((await owner.ask('GET', `/accounts/${child}/credentials`)).status, 200)
    assert.equal((await owner.ask('GET', '/me')).body.accounts[0].twoFactorRequired, false)
    await command(world, 'PATCH', `/accounts/${parent}`, { twoFactorRequired: false })
    assert.equal((await reseller.ask('GET', `/accounts/${child}/credentials`)).status, 200)
  })

  it('hide their parent, its owners and their siblings', async () => {
    const { email } = reseller
    await reseller.ask('POST', `/accounts/${child}/members`, { email: freshEmail(), role: 'viewer' })
    for (const parentId of [null, parent]) await command(world, 'PATCH', `/accounts/${child}`, { parentId })
    const moved = { product: 'SMS', amount: '10', direction: 'to' }
    await reseller.ask('POST', `/accounts/${parent}/sub-accounts/${child}/transfer`, moved)
    const answers = await Promise.all(
      ['', '/members', '/audit?limit=100', '/statement', '/overview', '/balances', '/events', '/sub-accounts'].map(
        (path) => owner.ask('GET', `/accounts/${child}${path}`),
      ),
    )
    for (const { status, text } of [...answers, await owner.ask('GET', '/me')]) {
      assert.equal(status, 200, text)
      for (const secret of [email, 'Reseller', 'Juma', '"parentId":{', `"parentId":${parent}`, `account ${parent}`])
        assert.ok(!text.includes(secret), `${secret} in ${text}`)
    }
    const phone = '255713000301'
    await reseller.ask('POST', `/accounts/${child}/optouts`, { phone })
    await reseller.ask('POST', `/accounts/${child}/person/erase`, { phone: '255713000302' })
    const shown = await owner.ask('POST', `/accounts/${child}/person`, { phone })
    const entries = shown.body.sources.find((one: { name: string }) => one.name === 'audit-entries')
    assert.equal(entries.records[0].actor, 'administrator')
    const erasures = await owner.ask('GET', `/accounts/${child}/erasures`)
    assert.equal(erasures.body.data[0].requestedBy, 'administrator')
    const [account, , audit, , , , , children] = answers
    assert.equal(account?.body.parentId, null)
    assert.deepEqual(children?.body.data, [])
    const { actor, address } = audit?.body.data[0] ?? {}
    assert.deepEqual([actor, address], ['administrator', null])
    for (const other of [parent, sibling]) {
      const missing = await owner.ask('GET', `/accounts/${other}`)
      assert.deepEqual([missing.status, missing.text], [404, (await owner.ask('GET', '/accounts/999999')).text])
      const refused = await owner.ask('POST', `/accounts/${child}/sub-accounts/${other}/transfer`, moved)
      assert.deepEqual([refused.status, refused.body.detail], [404, 'The sub-account does not exist.'])
    }
    for (const { text } of [
      await reseller.ask('GET', `/accounts/${child}/audit?limit=100`),
      await command(world, 'GET', `/accounts/${child}/audit?limit=100`),
    ])
      assert.ok(text.includes(email) && text.includes('"parentId":{'))
  })

  it('are read-only for their parent while suspended, with 401 for their keys', async () => {
    const { apiKey, secret } = (await command(world, 'POST', `/accounts/${child}/keys`, { name: 'a key' })).body
    const listBooks = async () =>
      (await world.request('GET', '/public/v1/address-books', { headers: { authorization: basic(apiKey, secret) } }))
        .status
    assert.equal(await listBooks(), 200)
    await command(world, 'PATCH', `/accounts/${child}`, { suspended: true })
    await until('the key is rejected', async () => (await listBooks()) === 401)
    const refused = await reseller.ask('POST', `/accounts/${child}/keys`, { name: 'another' })
    assert.deepEqual([refused.status, refused.body.detail], [403, 'The account is suspended.'])
    assert.equal((await reseller.ask('GET', `/accounts/${child}/credentials`)).status, 200)
    await command(world, 'PATCH', `/accounts/${child}`, { suspended: false })
    await until('the key is accepted', async () => (await listBooks()) === 200)
  })

  it('keep working under a suspended parent, read-only for its owners', async () => {
    await command(world, 'PATCH', `/accounts/${parent}`, { suspended: true })
    const send = (who: Person) => who.ask('POST', `/accounts/${child}/messages`, orderBody())
    assert.deepEqual((await send(reseller)).body.detail, 'The account is suspended.')
    assert.equal((await reseller.ask('GET', `/accounts/${child}/messages`)).status, 200)
    assert.equal((await send(owner)).status, 201)
    await command(world, 'PATCH', `/accounts/${parent}`, { suspended: false })
    assert.equal((await send(reseller)).status, 201)
  })
})
