import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { basic, onOneEngine, openWorld, until, type World } from '../world.ts'
import { addAccount, addPerson, adminPassword, type Person } from './people.ts'

onOneEngine('Credentials in the console', (engine) => {
  let world: World
  let owner: Person
  let account: string
  before(async () => {
    world = await openWorld(engine, { config: { adminPassword } })
    const id = await addAccount(world)
    owner = await addPerson(world, id, 'owner')
    account = `/accounts/${id}`
  })
  after(() => world.close())

  const use = async (authorization: string) => (await world.send({}, { authorization })).status

  it('are made for the account, shown once, and end when they are revoked', async () => {
    const key = (await owner.ask('POST', `${account}/keys`, { name: 'a key' })).body
    const token = (await owner.ask('POST', `${account}/tokens`, { name: 'a token', products: ['sms'], addresses: ['127.0.0.0/8'] })).body
    assert.equal(await use(basic(key.apiKey, key.secret)), 200)
    assert.equal(await use(token.token), 200)
    const listed = await owner.ask('GET', `${account}/credentials`)
    assert.deepEqual(
      listed.body.data.map(({ id }: { id: number }) => id),
      [token.id, key.id],
    )
    for (const secret of [key.secret, token.token]) assert.equal(listed.text.includes(secret), false)

    assert.equal((await owner.ask('DELETE', `${account}/credentials/${key.id}`)).status, 204)
    assert.equal((await owner.ask('DELETE', `${account}/credentials/${key.id}`)).status, 404)
    await until('the key is not remembered any more', async () => (await use(basic(key.apiKey, key.secret))) === 401)
    assert.equal(await use(token.token), 200)
  })

  it('are refused when what they are limited to is none', async () => {
    const bad = [
      {},
      { name: '' },
      { name: ' ' },
      { name: 'x'.repeat(201) },
      { name: 'x', products: [] },
      { name: 'x', products: ['sms', 'fax'] },
      { name: 'x', products: Array(100).fill('sms') },
      { name: 'x', addresses: ['10.0.0.0/33'] },
      { name: 'x', addresses: ['localhost'] },
      { name: 'x', addresses: ['1'.repeat(100_000)] },
      { name: 'x', addresses: Array(101).fill('10.0.0.1') },
      { name: 'x', expiresAt: 'tomorrow' },
      { name: 'x', expiresAt: '2027-02-30T00:00:00Z' },
      { name: 'x', expiresAt: '2026-12-31T23:59:60Z' },
      { name: 'x', lenient: 'yes' },
    ]
    for (const body of bad) {
      for (const path of ['keys', 'tokens']) {
        const { status, text } = await owner.ask('POST', `${account}/${path}`, body)
        assert.equal(status, 400, JSON.stringify(body).slice(0, 80))
        assert.ok(text.length < 500)
      }
    }
    assert.equal((await owner.ask('GET', `${account}/credentials`)).body.pagination.totalItems, 2)
  })

  it('end with their time', async () => {
    const expiresAt = new Date(world.clock.now().getTime() + 60_000).toISOString()
    const { token } = (await owner.ask('POST', `${account}/tokens`, { name: 'for a minute', expiresAt })).body
    assert.equal(await use(token), 200)
    world.clock.moveForward(61_000)
    assert.equal(await use(token), 401)
  })
})
