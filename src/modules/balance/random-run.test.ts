import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { openAppOn, simulatorOf } from '../../../test/e2e/apps.ts'
import { assertLedger, createChoices, sumsOf } from '../../../test/ledger.ts'
import { authorization, onOneEngine, openTestDatabase, sendBody, until } from '../../../test/world.ts'
import type { App } from '../../app.ts'
import type { ProcessRole } from '../../context.ts'
import { createClock } from '../../engine/clock.ts'
import { formatMoney, getMoney, money } from '../../values/money.ts'
import { changeCredit } from './store.ts'

const accountId = 1
const rounds = 80
const hourMs = 3_600_000
const endings = ['0000', '0001', '0002', '0003', '0004', '0005', '0006', '1234', '5678', '9999']

onOneEngine('ledger under random traffic', (engine) => {
  it('accounts for all credit as spent, held or left, to the last 1/10,000', async (context) => {
    const { seed, below, oneOf } = createChoices(20_261_115)
    context.diagnostic(`NGOMA_TEST_SEED=${seed} repeats this run`)
    const clock = createClock()
    const database = await openTestDatabase(engine)
    const { db } = database
    const open = (role: ProcessRole) => openAppOn(database, { clock, role, config: { simulatorSeed: seed } })
    let app: App = await open('all')
    context.after(async () => {
      await app.close()
      await database.drop()
    })

    const phone = () => `2557${String(10_000 + below(90_000))}${oneOf(endings).slice(0, 4)}`.slice(0, 12)
    const send = async () => {
      const recipients = Array.from({ length: oneOf([1, 1, 1, 2, 5, 40]) }, (_, index) => ({
        recipient_id: index + 1,
        dest_addr: phone(),
      }))
      const minutes = oneOf([0, 0, 0, 5, 120, 3_000])
      const schedule_time =
        minutes === 0
          ? ''
          : new Date(clock.now().getTime() + minutes * 60_000).toISOString().slice(0, 16).replace('T', ' ')
      const payload = sendBody({ message: 'x'.repeat(oneOf([1, 161, 400])), recipients, schedule_time })
      const { body } = await app.http.inject({ method: 'POST', url: '/v1/send', headers: { authorization }, payload })
      return JSON.parse(body).code as number
    }
    const credit = (units: bigint) =>
      db.transaction((tx) =>
        changeCredit(
          tx,
          { accountId, product: 'SMS', amount: money(units), subject: 'test', note: '', actor: '' },
          clock.now(),
        ),
      )
    const setPrice = () =>
      sql`
        insert into prices (product, prefix, currency, amount, valid_from, created_at)
        values ('SMS', ${oneOf(['', '255', '2557', '25571'])}, 'TZS', ${formatMoney(money(BigInt(below(50_000))))}, ${clock.now()}, ${clock.now()})
            on conflict do nothing
      `.execute(db)

    // Removes most of the credit, so that it runs out repeatedly.
    await credit(-9_999_000n * 1_000n)
    const codes = new Map<number, number>()
    for (let round = 0; round < rounds; round += 1) {
      const sent = await Promise.all(Array.from({ length: 5 + below(30) }, send))
      for (const code of sent) codes.set(code, (codes.get(code) ?? 0) + 1)
      await assertLedger(db)
      const what = below(8)
      if (what === 0) await credit(BigInt(below(40_000_000)) + 1n)
      else if (what === 1) clock.moveForward(below(2 * hourMs))
      else if (what === 2) await setPrice()
      else if (what === 3) simulatorOf(app).setChaos({ refusalRate: below(5) / 10, disconnectRate: below(3) / 10 })
      else if (what === 4) {
        await app.close()
        app = await open(oneOf(['all', 'api', 'all']))
      }
    }
    await app.close()
    app = await open('all')
    clock.moveForward(200 * hourMs)
    await until(
      'every message is final',
      async () => {
        // The clock ends scheduled messages and those without a receipt.
        clock.moveForward(hourMs)
        return (await sql`select from sms_messages where status = 'PENDING' limit 1`.execute(db)).rows.length === 0
      },
      120,
    )
    await assertLedger(db)
    const { credited, spent, held, left } = await sumsOf(db, accountId)
    assert.equal(held, '0.0000')
    assert.equal(formatMoney(money(getMoney(spent) + getMoney(left))), credited)
    context.diagnostic(
      `${JSON.stringify(Object.fromEntries(codes))} by code; credited ${credited}, spent ${spent}, left ${left}`,
    )
    for (const code of [100, 102])
      assert.ok((codes.get(code) ?? 0) > 20, `code ${code} came only ${codes.get(code) ?? 0} times`)
  })
})
