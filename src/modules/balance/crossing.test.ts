import assert from 'node:assert/strict'
import { after, before, beforeEach, it } from 'node:test'
import { sql } from 'kysely'
import { onOneEngine, openTestDatabase, type TestDatabase } from '../../../test/world.ts'
import { formatMoney, getMoney } from '../../values/money.ts'
import { holdParts, settle } from './ledger.ts'
import type { CreditProduct } from './rules.ts'
import { changeCredit, findBalance, insertBalances } from './store.ts'

const now = new Date('2030-06-15T10:30:00Z')

onOneEngine('falling below the credit level', (engine) => {
  let test: TestDatabase
  let accountId = 0
  before(async () => {
    test = await openTestDatabase(engine)
  })
  after(() => test.drop())
  /** A new account for every test, with 100 for messages, a level of 50, and both kinds of reminders. */
  beforeEach(async () => {
    await test.db.transaction(async (tx) => {
      const { rows } = await sql<{
        id: number
      }>`insert into accounts (name, created_at) values ('Shop', ${now}) returning id`.execute(tx)
      accountId = rows[0]?.id ?? 0
      await insertBalances(tx, accountId, 'TZS')
    })
    await credit('100')
    await set('credit_level = 50, sms_reminder = true, email_reminder = true, reminder_phone = 255712000107')
  })

  const set = (changes: string) =>
    sql`update balances set ${sql.raw(changes)} where account_id = ${accountId} and product = 'SMS'`.execute(test.db)
  const credit = (amount: string) =>
    test.db.transaction((tx) =>
      changeCredit(
        tx,
        { accountId, product: 'SMS', amount: getMoney(amount), subject: 'test', note: '', actor: '' },
        now,
      ),
    )
  const release = (amount: string) =>
    test.db.transaction((tx) =>
      settle(
        tx,
        [{ accountId, product: 'SMS', spent: getMoney('0'), released: getMoney(amount), subject: 'test' }],
        now,
      ),
    )
  /** Always the same time: two changes in one millisecond must work. */
  const hold = (...amounts: string[]) => holdFor('SMS', ...amounts)
  const holdFor = (product: CreditProduct, ...amounts: string[]) => {
    const charges = amounts.map((amount) => ({ accountId, product, amount: getMoney(amount), subject: 'test' }))
    return sql`with ${holdParts(charges, now)} select 1`.execute(test.db)
  }
  const reminders = async () => {
    const { rows } = await sql<{ channel: string; available: string }>`
      select channel, available::text from balance_reminders where account_id = ${accountId} order by id
    `.execute(test.db)
    return rows.map(({ channel, available }) => `${channel} ${available}`).sort()
  }
  const both = (available: string) => [`email ${available}`, `sms ${available}`]

  it('reminds once in each way, and not again while the credit stays below', async () => {
    await hold('50')
    assert.deepEqual(await reminders(), [])
    await hold('0.0001')
    assert.deepEqual(await reminders(), both('49.9999'))
    await hold('1')
    await hold('1')
    assert.deepEqual(await reminders(), both('49.9999'))
  })

  it('reminds once when one statement has several charges of the account', async () => {
    await hold('20', '20', '20')
    assert.deepEqual(await reminders(), both('40.0000'))
    await hold('1', '1')
    assert.equal((await reminders()).length, 2)
  })

  it('reminds once when many charges happen at the same time', async () => {
    await Promise.all(Array.from({ length: 40 }, () => hold('2')))
    assert.equal(formatMoney((await findBalance(test.db, accountId, 'SMS'))?.available ?? getMoney('0')), '20.0000')
    assert.deepEqual(await reminders(), both('48.0000'))
  })

  it('does not remind again after a release, until there is new credit', async () => {
    await hold('60')
    await release('60')
    await hold('60')
    assert.deepEqual(await reminders(), both('40.0000'))
    await credit('5')
    await hold('1')
    assert.equal((await reminders()).length, 2, 'still below the level')
    await credit('6')
    await hold('1')
    assert.equal((await reminders()).length, 4, 'exactly at the level, then below again')
  })

  it('does not remind again because credit was removed', async () => {
    await hold('60')
    await release('60')
    await credit('-10')
    await hold('60')
    assert.equal((await reminders()).length, 2)
  })

  it('reminds with the next send after credit was removed', async () => {
    await credit('-60')
    assert.deepEqual(await reminders(), [])
    await hold('1')
    assert.deepEqual(await reminders(), both('39.0000'))
  })

  it('reminds in the enabled ways, and with the next send after they were enabled', async () => {
    await set(`email_reminder = false, reminder_phone = ''`)
    await hold('60')
    assert.deepEqual(await reminders(), [])
    await set('email_reminder = true')
    await hold('1')
    assert.deepEqual(await reminders(), ['email 39.0000'])
  })

  it('never reminds with a level of 0, even with an overdraft', async () => {
    await set('credit_level = 0, allow_postpaid = true, postpaid_limit = 500, floor = -500')
    await hold('200')
    assert.deepEqual(await reminders(), [])
  })

  it('is tracked for each product', async () => {
    await sql`update balances set credit_level = 5, email_reminder = true where account_id = ${accountId} and product = 'OTP'`.execute(
      test.db,
    )
    await test.db.transaction((tx) =>
      changeCredit(tx, { accountId, product: 'OTP', amount: getMoney('6'), subject: '', note: '', actor: '' }, now),
    )
    await hold('60')
    await holdFor('OTP', '2')
    assert.deepEqual(await reminders(), ['email 4.0000', ...both('40.0000')])
  })
})
