import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { onOneEngine, openWorld, type World } from '../world.ts'
import { addAccount, addPerson, adminPassword, command, type Person, signInAdmin } from './people.ts'

const startAt = new Date('2030-06-15T10:30:00Z')

onOneEngine('sender names in the console API', (engine) => {
  let world: World
  let accountId: number
  let member: Person
  let operator: Person
  before(async () => {
    world = await openWorld(engine, { config: { adminPassword }, startAt })
    accountId = await addAccount(world, 'Shop')
    member = await addPerson(world, accountId, 'member')
    operator = await signInAdmin(world)
  })
  after(() => world.close())

  const senders = () => `/accounts/${accountId}/senders`
  const request = async (sender: string): Promise<number> => {
    const { status, body, text } = await member.ask('POST', senders(), { sender })
    assert.equal(status, 201, text)
    return body.id
  }
  const decide = (id: number | string, decision: string, body: unknown = {}) =>
    operator.ask('POST', `${senders()}/${id}/${decision}`, body)
  const send = (sender: string) =>
    member.ask('POST', `/accounts/${accountId}/messages`, { from: sender, text: 'Hello', to: ['255712345678'] })

  it('lets members request names and lists them with console field names', async () => {
    const { status, body } = await member.ask('POST', senders(), { sender: ' FIRST ', sampleContent: 'Hello' })
    assert.equal(status, 201)
    const { id, createdAt, ...rest } = body
    assert.deepEqual(rest, {
      sender: 'FIRST',
      sampleContent: 'Hello',
      status: 'pending',
      reason: null,
      decidedAt: null,
    })
    assert.equal(typeof id, 'number')
    assert.match(createdAt, /^2030-06-15T10:3.*Z$/)
    const listed = (await member.ask('GET', `${senders()}?q=fir&status=pending&sortBy=sender&sortOrder=ASC`)).body
    assert.deepEqual(listed.data, [body])
    assert.equal(listed.total, 1)
    assert.deepEqual((await member.ask('GET', `${senders()}?status=nothing`)).body.data, [])
    assert.equal((await member.ask('GET', `${senders()}?sortBy=senderid`)).status, 400)
    const twice = await member.ask('POST', senders(), { sender: 'FIRST' })
    assert.deepEqual([twice.status, twice.body.detail], [409, 'The account already has the sender ID.'])
    const bad = await member.ask('POST', senders(), { sender: 'TWELVE CHARS' })
    assert.deepEqual([bad.status, bad.body.detail], [400, 'The sender ID is too long or has invalid characters.'])
    for (const wrong of [{}, { sender: 5 }, { sender: 'A', sampleContent: 'x'.repeat(1_001) }]) {
      assert.equal((await member.ask('POST', senders(), wrong)).status, 400)
    }
  })

  it('allows a name after its approval and not after its deactivation', async () => {
    const id = await request('SHOP')
    assert.equal((await send('SHOP')).body.code, 'sender_inactive')
    const approved = await decide(id, 'approve')
    assert.equal(approved.status, 200)
    assert.deepEqual([approved.body.status, approved.body.reason], ['active', null])
    assert.match(approved.body.decidedAt, /^2030-06-15T10:3.*Z$/)
    assert.equal((await send('SHOP')).status, 201)
    const ended = await decide(id, 'deactivate', { reason: 'complaints' })
    assert.deepEqual([ended.status, ended.body.status, ended.body.reason], [200, 'inactive', 'complaints'])
    assert.equal((await send('SHOP')).body.code, 'sender_inactive')
    assert.deepEqual((await member.ask('GET', `${senders()}?q=shop`)).body.data, [ended.body])
    assert.deepEqual(((one) => [one.status, one.reason])((await decide(id, 'approve')).body), ['active', null])
    assert.equal((await decide(id, 'deactivate')).body.reason, null)
  })

  it('rejects a request with a reason; it can still be approved', async () => {
    const id = await request('NO')
    for (const body of [{}, { reason: '' }, { reason: '  ' }, { reason: 5 }, { reason: 'x'.repeat(501) }]) {
      assert.equal((await decide(id, 'reject', body)).status, 400, JSON.stringify(body))
    }
    const rejected = await decide(id, 'reject', { reason: 'a trade mark' })
    assert.deepEqual([rejected.status, rejected.body.status, rejected.body.reason], [200, 'rejected', 'a trade mark'])
    assert.equal((await decide(id, 'approve')).body.status, 'active')
  })

  it('changes nothing when the same decision is repeated', async () => {
    const id = await request('AGAIN')
    const rejected = (await decide(id, 'reject', { reason: 'first' })).body
    world.clock.moveForward(60_000)
    const again = await decide(id, 'reject', { reason: 'second' })
    assert.deepEqual([again.status, again.body], [200, rejected])
  })

  it('rejects a decision that does not fit the status', async () => {
    const id = await request('SENSE')
    const early = await decide(id, 'deactivate')
    assert.deepEqual([early.status, early.body.code], [409, 'sender_state'])
    assert.equal(early.headers['ngoma-hint'], 'it is pending: it can be approved or rejected')
    await decide(id, 'approve')
    const late = await decide(id, 'reject', { reason: 'too late' })
    assert.deepEqual([late.status, late.body.code], [409, 'sender_state'])
    assert.equal(late.headers['ngoma-hint'], 'it is active: it can be deactivated')
    assert.equal((await member.ask('GET', `${senders()}?q=sense`)).body.data[0].status, 'active')
  })

  it('applies one decision when several operators decide at once', async () => {
    for (let time = 0; time < 5; time += 1) {
      const id = await request(`RACE ${time}`)
      const reasons = ['one', 'two', 'three']
      const answers = await Promise.all([
        ...reasons.map((reason) => decide(id, 'reject', { reason })),
        decide(id, 'approve'),
      ])
      const [one, two, three, approved] = answers as [
        (typeof answers)[0],
        (typeof answers)[0],
        (typeof answers)[0],
        (typeof answers)[0],
      ]
      assert.equal(approved.status, 200)
      const { data } = (await member.ask('GET', `${senders()}?q=race+${time}`)).body
      // A late rejection gets 409, or the decision that came first.
      for (const { status, body } of [one, two, three])
        assert.ok(status === 409 || (status === 200 && body.status === 'rejected'), JSON.stringify(body))
      assert.equal(data[0].status, 'active')
      const said = [one, two, three].filter(({ status }) => status === 200).map(({ body }) => body.reason)
      assert.ok(new Set(said).size <= 1, said.join())
    }
  })

  it('answers 404 for names of another account', async () => {
    const id = await request('THEIRS')
    const other = await addAccount(world, 'Other')
    for (const [decision, body] of [
      ['approve', {}],
      ['reject', { reason: 'no' }],
      ['deactivate', {}],
    ] as const) {
      const foreign = await operator.ask('POST', `/accounts/${other}/senders/${id}/${decision}`, body)
      const missing = await operator.ask('POST', `/accounts/${other}/senders/999999/${decision}`, body)
      assert.deepEqual([foreign.status, foreign.body.code], [404, 'sender_not_found'])
      assert.deepEqual([missing.status, missing.text], [foreign.status, foreign.text])
      for (const bad of ['x', '0', '-1', '1.0', '9'.repeat(30)]) {
        assert.equal(
          (await operator.ask('POST', `/accounts/${other}/senders/${bad}/${decision}`, body)).text,
          missing.text,
          bad,
        )
      }
    }
    assert.equal((await member.ask('GET', `${senders()}?q=theirs`)).body.data[0].status, 'pending')
  })

  it('lists the names of all accounts with their account for operators', async () => {
    await command(world, 'POST', '/accounts/1/senders', { sender: 'WAITING' })
    const { status, body } = await operator.ask('GET', '/senders?status=pending&limit=1000')
    assert.equal(status, 200)
    assert.ok(body.data.every((one: { status: string }) => one.status === 'pending'))
    const [newest] = body.data
    assert.deepEqual([newest.sender, newest.accountId, newest.accountName], ['WAITING', 1, 'First account'])
    assert.ok(
      body.data.some(
        (one: { accountId: number; accountName: string }) => one.accountId === accountId && one.accountName === 'Shop',
      ),
    )
    const { next } = (await operator.ask('GET', '/senders?limit=1&sortBy=sender')).body
    const pages = (await operator.ask('GET', `/senders?limit=1&sortBy=sender&cursor=${next}`)).body
    assert.equal(pages.data.length, 1)
    assert.equal(pages.total, (await operator.ask('GET', '/senders')).body.total)
    assert.equal((await operator.ask('GET', '/senders?q=waiting')).body.data.length, 1)
  })
})

onOneEngine('sender names of a new account outside staging', (engine) => {
  let world: World
  let operator: Person
  before(async () => {
    world = await openWorld(engine, { config: { adminPassword, staging: false }, startAt })
    operator = await signInAdmin(world)
  })
  after(() => world.close())

  const create = (body: unknown) => operator.ask('POST', '/accounts', body)
  const sendersOf = async (accountId: number) => {
    const { body } = await operator.ask('GET', `/accounts/${accountId}/senders?sortBy=id&sortOrder=asc`)
    const rows = body.data as readonly { sender: string; status: string; decidedAt: string | null }[]
    return rows.map(({ sender, status, decidedAt }) => [sender, status, decidedAt !== null])
  }
  const appSender = async (accountId: number) =>
    (await operator.ask('GET', `/accounts/${accountId}/otp/apps`)).body.data[0].sender

  it('keeps INFO of the first account pending, and says who approves it', async () => {
    assert.deepEqual(await sendersOf(1), [['INFO', 'pending', false]])
    const sent = await world.send()
    assert.deepEqual([sent.status, sent.body.code], [400, 111])
    const hint = 'sender ID "INFO" is pending: the operator has to approve it; this account has no active sender IDs'
    assert.equal(sent.headers['ngoma-hint'], hint)
  })

  it('approves the sender name of the operator for messages and PINs', async () => {
    const { status, body } = await create({ name: 'Shop', sender: ' DUKA ' })
    assert.equal(status, 201)
    assert.deepEqual(await sendersOf(body.id), [
      ['INFO', 'pending', false],
      ['DUKA', 'active', true],
    ])
    assert.equal(await appSender(body.id), 'DUKA')
    const plain = await create({ name: 'Plain' })
    assert.deepEqual(await sendersOf(plain.body.id), [['INFO', 'pending', false]])
    assert.equal(await appSender(plain.body.id), 'INFO')
    const same = await create({ name: 'Same', sender: 'INFO' })
    assert.deepEqual(await sendersOf(same.body.id), [['INFO', 'active', true]])
    const step = async (accountId: number) =>
      (await operator.ask('GET', `/accounts/${accountId}/setup`)).body.steps.sender
    assert.deepEqual([await step(plain.body.id), await step(same.body.id)], ['waiting', 'done'])
  })

  it('creates no account with an invalid sender name', async () => {
    const accounts = async () => (await operator.ask('GET', '/accounts')).body.data.length
    const before = await accounts()
    for (const sender of ['TWELVE CHARS', ' ', 'Café']) {
      const { status, body } = await create({ name: 'Wrong', sender })
      assert.deepEqual([status, body.detail], [400, 'The sender ID is too long or has invalid characters.'], sender)
    }
    assert.equal(await accounts(), before)
  })
})
