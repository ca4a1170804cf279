import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { shareWorld } from '../../../test/shared-world.ts'
import { onOneEngine, until, type World } from '../../../test/world.ts'
import { getMoney, type Money } from '../../values/money.ts'
import { changeCredit, findBalance } from './store.ts'

/** Sets the SMS credit of the account. */
async function setCredit(world: World, wanted: string): Promise<void> {
  await world.db.transaction(async (tx) => {
    const { available } = (await findBalance(tx, world.accountId, 'SMS')) ?? { available: 0n }
    const amount = (getMoney(wanted) - available) as Money
    if (amount !== 0n)
      await changeCredit(
        tx,
        { accountId: world.accountId, product: 'SMS', amount, subject: 'test', note: '', actor: '' },
        world.clock.now(),
      )
  })
}

async function balance(world: World): Promise<readonly [string, string]> {
  const { rows } = await sql<{
    available: string
    held: string
  }>`select available::text, held::text from balances where account_id = ${world.accountId} and product = 'SMS'`.execute(
    world.db,
  )
  return [rows[0]?.available ?? '', rows[0]?.held ?? '']
}

onOneEngine('charging for messages', (engine) => {
  let world: World
  before(async () => {
    world = await shareWorld(engine)
  })
  after(() => world.close())

  it('holds the price of every segment and spends it when the carrier accepts the message', async () => {
    await setCredit(world, '10')
    const { body } = await world.send({
      message: 'x'.repeat(161),
      recipients: [{ recipient_id: 1, dest_addr: '255712000107' }],
    })
    assert.equal(body.code, 100)
    await until(
      'the message is delivered',
      async () => [...(await world.statuses(body.request_id)).values()][0] === 'DELIVERED',
    )
    assert.deepEqual(await balance(world), ['8.0000', '0.0000'])
  })

  it('releases the price of a rejected message', async () => {
    await setCredit(world, '10')
    const { body } = await world.send({ recipients: [{ recipient_id: 1, dest_addr: '255712000000' }] })
    await until(
      'the message is rejected',
      async () => [...(await world.statuses(body.request_id)).values()][0] === 'UNDELIVERED',
    )
    assert.deepEqual(await balance(world), ['10.0000', '0.0000'])
  })

  it('sells exactly the available credit to concurrent sends and refuses the rest', async () => {
    await setCredit(world, '100')
    const answers = await Promise.all(
      Array.from({ length: 150 }, (_, index) =>
        world.send({ recipients: [{ recipient_id: 1, dest_addr: String(255_713_000_007 + index * 10) }] }),
      ),
    )
    const codes = answers.map(({ body }) => body.code)
    assert.equal(codes.filter((code) => code === 100).length, 100)
    assert.equal(codes.filter((code) => code === 102).length, 50)
    const refused = answers.find(({ body }) => body.code === 102)
    assert.deepEqual([refused?.status, refused?.body], [400, { code: 102, message: 'Insufficient Balance' }])
    await until('all messages are charged', async () => (await balance(world))[1] === '0.0000')
    assert.deepEqual(await balance(world), ['0.0000', '0.0000'])
  })

  it('holds scheduled messages, and accepts a large send completely or not at all', async () => {
    await setCredit(world, '1000')
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        recipient_id: index + 1,
        dest_addr: String(255_714_000_007 + index * 10),
      }))
    assert.equal((await world.send({ recipients: many(1_001), schedule_time: '2099-01-01 00:00' })).body.code, 102)
    assert.deepEqual(await balance(world), ['1000.0000', '0.0000'])
    assert.equal((await world.send({ recipients: many(999), schedule_time: '2099-01-01 00:00' })).body.code, 100)
    assert.deepEqual(await balance(world), ['1.0000', '999.0000'])
  })
})
