import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { addAccount, addPerson, ask, command, type Person } from '../../../test/console/people.ts'
import { assertLedger } from '../../../test/ledger.ts'
import { onOneEngine, openWorld, orderBody, type World } from '../../../test/world.ts'

onOneEngine('credit transfer', (engine) => {
  let world: World
  let parent: number
  let child: number
  let reseller: Person
  before(async () => {
    world = await openWorld(engine)
    parent = await addAccount(world, 'Reseller')
    child = await addChild('Asha')
    reseller = await addPerson(world, parent, 'owner')
  })
  after(() => world.close())

  const addChild = async (name: string) =>
    (await command(world, 'POST', '/accounts', { name, parentId: parent })).body.id
  const path = (to: number) => `/accounts/${parent}/sub-accounts/${to}/transfer`
  const move = (direction: 'to' | 'from', amount: string, more: Record<string, unknown> = {}, to = child) =>
    reseller.ask('POST', path(to), { direction, product: 'SMS', amount, ...more })
  const available = async (accountId: number, product = 'SMS'): Promise<string> =>
    (await command(world, 'GET', `/accounts/${accountId}/balances`)).body.data.find(
      (one: { product: string }) => one.product === product,
    ).available
  const setAvailable = async (accountId: number, amount: string) => {
    const change = Number(amount) - Number(await available(accountId))
    if (change !== 0)
      await command(world, 'POST', `/accounts/${accountId}/credit`, { product: 'SMS', amount: change.toFixed(4) })
  }
  const check = async () => (await command(world, 'GET', '/ledger/check')).body
  const lastEntry = async (accountId: number) => {
    const { kind, amount, subject, note, actor } = (
      await command(world, 'GET', `/accounts/${accountId}/statement?limit=1`)
    ).body.data[0]
    return [kind, amount, subject, note, actor]
  }

  it('moves credit both ways, with an entry in both statements', async () => {
    await setAvailable(parent, '100')
    await setAvailable(child, '0')
    const { status, body } = await move('to', '60.5', { note: 'June' })
    assert.deepEqual([status, body.balance.available, body.subAccountBalance.available], [200, '39.5000', '60.5000'])
    const transfer = `transfer ${body.id}`
    assert.deepEqual(await lastEntry(parent), [
      'debit',
      '60.5000',
      `${transfer} to account ${child}`,
      'June',
      reseller.email,
    ])
    assert.deepEqual(await lastEntry(child), ['credit', '60.5000', transfer, 'June', ''])
    const back = await move('from', '0.5')
    assert.deepEqual([back.body.balance.available, back.body.subAccountBalance.available], ['40.0000', '60.0000'])
    assert.deepEqual((await lastEntry(parent))[2], `transfer ${back.body.id} from account ${child}`)
    await assertLedger(world.db)
    assert.deepEqual((await check()).wrong, [])
  })

  it('never moves held credit or a postpaid limit', async () => {
    await setAvailable(parent, '5')
    await setAvailable(child, '7')
    await command(world, 'PUT', `/accounts/${parent}/balances/SMS/postpaid`, {
      allowPostpaid: true,
      postpaidLimit: '50',
    })
    const refused = await move('to', '5.0001')
    assert.deepEqual([refused.status, refused.body.detail], [409, 'The available credit does not cover the amount.'])
    assert.match(String(refused.headers['ngoma-hint']), /at most 5 TZS/)
    // A pending message holds a part of the credit.
    const sent = await command(
      world,
      'POST',
      `/accounts/${child}/messages`,
      orderBody({ notBefore: '2099-01-01T00:00:00Z' }),
    )
    assert.equal(sent.status, 201)
    assert.equal((await move('from', '7')).status, 409)
    for (const amount of ['0', '-1', '0.00001', 'all', '']) assert.equal((await move('to', amount)).status, 400, amount)
    assert.equal((await move('to', '5')).status, 200)
    assert.equal((await move('to', '1')).status, 409)
    assert.equal(await available(parent), '0.0000')
  })

  it('is refused between currencies, to a suspended sub-account, and to an unrelated account', async () => {
    await setAvailable(parent, '10')
    const other = await addChild('Elsewhere')
    assert.equal((await command(world, 'GET', `/accounts/${other}`)).body.currency, 'TZS')
    await sql`insert into balances (account_id, product, currency) values (${other}, 'SMS', 'KES')`.execute(world.db)
    await sql`update accounts set currency = 'KES' where id = ${other}`.execute(world.db)
    const refused = await move('to', '1', {}, other)
    assert.deepEqual([refused.status, refused.body.detail], [409, 'The two accounts have different currencies.'])
    assert.match(String(refused.headers['ngoma-hint']), /TZS.*KES/)

    await command(world, 'PATCH', `/accounts/${child}`, { suspended: true })
    assert.deepEqual((await move('from', '1')).body.detail, 'The sub-account is suspended.')
    const byOperator = await command(world, 'POST', path(child), { direction: 'from', product: 'SMS', amount: '1' })
    assert.equal(byOperator.status, 200)
    await command(world, 'PATCH', `/accounts/${child}`, { suspended: false })

    await command(world, 'PATCH', `/accounts/${other}`, { parentId: null })
    for (const id of [other, parent, 1, 999_999]) assert.equal((await move('to', '1', {}, id)).status, 404, String(id))
    assert.deepEqual((await check()).wrong, [])
  })

  it('happens once for each idempotency key', async () => {
    await setAvailable(parent, '10')
    const again = (amount: string) =>
      ask(world, 'POST', path(child), {
        body: { direction: 'to', product: 'SMS', amount },
        headers: { ...world.app.controlHeaders, 'idempotency-key': 'june' },
      })
    const [first, second] = [await again('4'), await again('4')]
    assert.deepEqual(second.body, first.body)
    assert.equal(second.headers['idempotent-replayed'], 'true')
    assert.equal((await again('5')).status, 409)
    assert.equal(await available(parent), '6.0000')
  })

  it('does not deadlock with a transfer in the opposite direction', async () => {
    await setAvailable(parent, '100')
    await setAvailable(child, '100')
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => move(index % 2 === 0 ? 'to' : 'from', '1')),
    )
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    assert.deepEqual([await available(parent), await available(child)], ['100.0000', '100.0000'])
  })

  it('is covered by the ledger check, which finds a missing side or a different amount', async () => {
    await setAvailable(parent, '10')
    const { id } = (await move('to', '2')).body
    const ofChild = { accountId: child, product: 'SMS', currency: 'TZS', what: `credit for transfer ${id}` }
    const entry = sql`account_id = ${child} and subject = ${`transfer ${id}`}`
    const found = async () => {
      const { wrong } = await check()
      return wrong.filter(({ what }: { what: string }) => what.includes('transfer'))
    }
    await sql`update ledger_entries set amount = 3 where ${entry}`.execute(world.db)
    assert.deepEqual(await found(), [{ ...ofChild, expected: '2.0000', found: '3.0000' }])
    await sql`update ledger_entries set amount = 2, subject = 'lost' where ${entry}`.execute(world.db)
    assert.deepEqual(await found(), [{ ...ofChild, expected: '2.0000', found: '0.0000' }])
    await sql`
      update ledger_entries set subject = ${`transfer ${id}`} where account_id = ${child} and subject = 'lost'
    `.execute(world.db)
    await sql`delete from credit_transfers where id = ${id}`.execute(world.db)
    assert.deepEqual(
      (await found()).map(({ expected }: { expected: string }) => expected),
      ['0.0000', '0.0000'],
    )
  })
})
