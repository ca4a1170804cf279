import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import {
  assertLedgerClean,
  assertSent,
  chatContext,
  freshPhone,
  messagesWith,
  postChat,
  untilStates,
} from '../../../test/chat.ts'
import { command } from '../../../test/console/people.ts'
import { untilPrice } from '../../../test/prices.ts'
import { onOneEngine, openWorld, type World } from '../../../test/world.ts'
import { createSimulatedChannel } from '../../carriers/chat/simulated.ts'
import { receiveMessage } from './receive.ts'

const dayMs = 86_400_000
const written = {
  service: 'whatsapp',
  business: 'SHOP',
  content: { type: 'text', text: 'Hello' },
  answers: null,
} as const

onOneEngine('chat session charge', (engine) => {
  let world: World
  let receive: (phone: string, id: string) => Promise<void>
  before(async () => {
    world = await openWorld(engine)
    const channel = createSimulatedChannel({ clock: world.clock })
    const ctx = chatContext(world, channel)
    receive = (phone, id) => {
      const at = world.clock.now()
      return receiveMessage(ctx, channel, { id, phone, at, ...written })
    }
  })
  after(() => world.close())

  const entries = async () =>
    (
      await sql<{ entry: string }>`
        select kind || ' ' || amount as entry
          from ledger_entries
         where product = 'CONVERSATIONS' and kind in ('hold', 'spend', 'release')
         order by id
      `.execute(world.db)
    ).rows.map(({ entry }) => entry)
  const charged = ['hold 5.0000', 'spend 5.0000']
  /** The entries that are added meanwhile. */
  const during = async (act: () => Promise<unknown>) => {
    const known = (await entries()).length
    await act()
    return (await entries()).slice(known)
  }
  /** Writes to a person who never replies by themselves. */
  const write = (phone: string) => assertSent(postChat(world, { to: phone }))
  const credit = async () => {
    const { body } = await command(world, 'GET', '/accounts/1/balances')
    return body.data.find(({ product }: { product: string }) => product === 'CONVERSATIONS').available
  }
  const addCredit = (amount: string) =>
    command(world, 'POST', '/accounts/1/credit', { product: 'CONVERSATIONS', amount })

  it('is free and writes no ledger entry until a price is set', async () => {
    const [phone, silent] = [freshPhone('0002'), freshPhone('0002')]
    await write(phone)
    await receive(phone, 'free')
    await write(silent)
    assert.deepEqual(await entries(), [])
    await command(world, 'PUT', '/prices', { product: 'CONVERSATIONS', prefix: '', amount: '5' })
    await untilPrice(world, 'CONVERSATIONS', '5')
    assert.deepEqual(await during(() => write(phone)), [], 'open since the person wrote')
    assert.deepEqual(await during(() => write(silent)), [], 'open since the business wrote')
    world.clock.moveForward(dayMs)
    assert.deepEqual(await during(() => write(silent)), charged, 'the next session')
  })

  it('is made once when the business opens the session, even with concurrent messages', async () => {
    const phone = freshPhone('0002')
    assert.deepEqual(await during(() => Promise.all(Array.from({ length: 6 }, () => write(phone)))), charged)
    assert.deepEqual(await during(() => receive(phone, 'reply')), [])
    world.clock.moveForward(dayMs - 60_000)
    assert.deepEqual(await during(() => write(phone)), [], '24 hours after the reply')
    world.clock.moveForward(60_000)
    assert.deepEqual(await during(() => write(phone)), charged, 'the next session')
    await assertLedgerClean(world)
  })

  it('is made once when a person opens the session, even if the message arrives repeatedly', async () => {
    const phone = freshPhone('0002')
    await write(phone)
    world.clock.moveForward(dayMs)
    const five = () => Promise.all(Array.from({ length: 5 }, () => receive(phone, 'again')))
    assert.deepEqual(await during(five), charged)
    world.clock.moveForward(dayMs / 2)
    assert.deepEqual(await during(() => receive(phone, 'later')), [])
    world.clock.moveForward(dayMs - 60_000)
    assert.deepEqual(await during(() => write(phone)), [], '24 hours after their last message')
  })

  it('refuses the business without credit, and goes into debt for a person', async () => {
    const phone = freshPhone('0002')
    await write(phone)
    await untilStates(world, phone, ['sent'])
    world.clock.moveForward(dayMs)
    await addCredit(`-${Number(await credit()) - 4}`)
    const nobody = freshPhone('0002')
    const refused = await postChat(world, { to: nobody })
    assert.deepEqual([refused.status, refused.body], [400, { code: 103, message: 'Insufficient Balance' }])
    assert.match(String(refused.headers['ngoma-hint']), /chat session .* costs 5\.0000, but only 4\.0000 can be spent$/)
    assert.deepEqual(await messagesWith(world, nobody), [])

    assert.deepEqual(await during(() => receive(phone, 'without credit')), charged)
    assert.equal((await messagesWith(world, phone)).length, 2)
    assert.equal(await credit(), '-1.0000')
    assert.deepEqual(await during(() => write(phone)), [], 'the session is open')
    assert.equal((await postChat(world, { to: nobody })).status, 400)
    await addCredit('6')
    assert.deepEqual(await during(() => write(nobody)), charged)
    assert.equal(await credit(), '0.0000')
    await assertLedgerClean(world)
  })

  it('passes the ledger check', async () => {
    const change = (amount: number) =>
      sql<{ id: number }>`
        update chat_messages set session_price = session_price + ${amount}
         where id = (select max(id) from chat_messages where session_price > 0)
        returning id
      `.execute(world.db)
    const { rows } = await change(1)
    const { body } = await command(world, 'GET', '/ledger/check')
    await change(-1)
    const wrong = { accountId: 1, product: 'CONVERSATIONS', currency: 'TZS', expected: '6.0000', found: '5.0000' }
    assert.deepEqual(
      body.wrong,
      ['hold', 'spend'].map((kind) => ({ ...wrong, what: `${kind} for chat session ${rows[0]?.id}` })),
    )
    await assertLedgerClean(world)
  })
})
