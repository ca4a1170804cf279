import assert from 'node:assert/strict'
import { after, before, beforeEach, it } from 'node:test'
import { sql } from 'kysely'
import { onOneEngine, openTestDatabase, type TestDatabase } from '../../../test/world.ts'
import { formatMoney, getMoney } from '../../values/money.ts'
import { holdParts, settle } from './ledger.ts'
import type { CreditProduct } from './rules.ts'
import { changeCredit, findBalance, insertBalances } from './store.ts'

const now = new Date('2030-06-15T10:30:00Z')

onOneEngine('Falling below the level', (engine) => {
  let test: TestDatabase
  let accountId = 0
  before(async () => {
    test = await openTestDatabase(engine)
  })
  after(() => test.drop())
  /** An account of its own for every test, with 100 for messages and a level of 50, told in both ways. */
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
  /** Always at the same moment: that two things happen in one millisecond must not matter. */
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

  it('is told once in each way, and not again while it stays below', async () => {
    await hold('50')
    assert.deepEqual(await reminders(), [])
    await hold('0.0001')
    assert.deepEqual(await reminders(), both('49.9999'))
    await hold('1')
    await hold('1')
    assert.deepEqual(await reminders(), both('49.9999'))
  })

  it('is told once when one statement has several charges of the account', async () => {
    await hold('20', '20', '20')
    assert.deepEqual(await reminders(), both('40.0000'))
    await hold('1', '1')
    assert.equal((await reminders()).length, 2)
  })

  it('is told once when many fall at the same moment', async () => {
    await Promise.all(Array.from({ length: 40 }, () => hold('2')))
    assert.equal(formatMoney((await findBalance(test.db, accountId, 'SMS'))?.available ?? getMoney('0')), '20.0000')
    assert.deepEqual(await reminders(), both('48.0000'))
  })

  it('is not told again when what failed is given back, until there is new credit', async () => {
    await hold('60')
    await release('60')
    await hold('60')
    assert.deepEqual(await reminders(), both('40.0000'))
    await credit('5')
    await hold('1')
    assert.equal((await reminders()).length, 2, 'too little to be enough')
    await credit('6')
    await hold('1')
    assert.equal((await reminders()).length, 4, 'exactly enough, and below again')
  })

  it('is not told again because credit was taken away', async () => {
    await hold('60')
    await release('60')
    await credit('-10')
    await hold('60')
    assert.equal((await reminders()).length, 2)
  })

  it('is told with the next send when credit was taken away before', async () => {
    await credit('-60')
    assert.deepEqual(await reminders(), [])
    await hold('1')
    assert.deepEqual(await reminders(), both('39.0000'))
  })

  it('is told in the ways that are on, and with the next send when they were off before', async () => {
    await set(`email_reminder = false, reminder_phone = ''`)
    await hold('60')
    assert.deepEqual(await reminders(), [])
    await set('email_reminder = true')
    await hold('1')
    assert.deepEqual(await reminders(), ['email 39.0000'])
  })

  it('is never told with a level of 0, also on credit', async () => {
    await set('credit_level = 0, allow_postpaid = true, postpaid_limit = 500, floor = -500')
    await hold('200')
    assert.deepEqual(await reminders(), [])
  })

  it('is a matter of each product', async () => {
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
