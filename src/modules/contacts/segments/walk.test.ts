import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { onBothEngines, openTestDatabase, type TestDatabase } from '../../../../test/world.ts'
import type { Condition, SegmentFilter } from '../../../contract/account/segments.ts'
import type { FieldValues } from '../../../values/custom-field.ts'
import type { Phone } from '../../../values/phone.ts'
import { createAccount } from '../../accounts/index.ts'
import { createField } from '../fields/fields.ts'
import { type ContactFields, newContact } from '../rules.ts'
import { insertContacts, insertMemberships } from '../store.ts'
import { getDefaultBookId, insertBook, prepareContacts } from '../store-books.ts'
import { countSegment, openFilter, scanSegment, startOf, walkSegment } from './walk.ts'

const now = new Date('2030-01-31T00:00:00Z')
const count = 60
const phoneOf = (index: number) => `2557100000${String(index).padStart(2, '0')}` as Phone

/** Contacts 0 to 59: every third is in the book, every fifth has no points, and each tenth has a tier. */
const contactOf = (index: number): ContactFields => {
  const fields: Record<string, string | number> = {
    voucher: `V${index}`,
    joined: `2029-01-${String((index % 28) + 1).padStart(2, '0')}`,
  }
  if (index % 5 !== 0) fields.points = index
  if (index % 10 === 1) fields.tier = 'Gold'
  return newContact(phoneOf(index), {
    firstName: index % 2 === 0 ? 'Amina' : 'JUMA',
    lastName: ['Éléonore', 'ÉLÉONORE', 'éléonore', 'Neema'][index % 4] ?? '',
    birthDate: index < 10 ? '1990-01-31' : '',
    fields: fields as FieldValues,
  })
}

onBothEngines('segments', (engine) => {
  let database: TestDatabase
  let accountId: number
  let bookId: number
  let ids: readonly number[]
  before(async () => {
    database = await openTestDatabase(engine)
    await database.db.transaction(async (tx) => {
      accountId = await createAccount(tx, { name: 'Ours', parentId: null }, [prepareContacts], now)
      const otherId = await createAccount(tx, { name: 'Theirs', parentId: null }, [prepareContacts], now)
      bookId = (await insertBook(tx, accountId, { name: 'Few', description: '', isDefault: false }, now)) ?? 0
      await createField(tx, accountId, { name: 'Voucher', type: 'text' }, now)
      await createField(tx, accountId, { name: 'Points', type: 'number' }, now)
      await createField(tx, accountId, { name: 'Joined', type: 'date' }, now)
      await createField(tx, accountId, { name: 'Tier', type: 'choice', choices: ['Gold', 'Silver'] }, now)
      const contacts = Array.from({ length: count }, (_, index) => contactOf(index))
      for (const id of [accountId, otherId]) {
        const added = await insertContacts(tx, id, contacts, now)
        if (id === accountId) ids = contacts.map(({ phone }) => added.get(phone) ?? 0)
        await insertMemberships(tx, id, [await getDefaultBookId(tx, id)], [...added.values()])
      }
      await insertMemberships(
        tx,
        accountId,
        [bookId],
        ids.filter((_, index) => index % 3 === 0),
      )
      await sql`create table requests_now partition of sms_requests for values from (1) to (1000)`.execute(tx)
      await sql`create table messages_now partition of sms_messages for values from (1) to (1000)`.execute(tx)
      // Contacts 0 to 9 got a message 60 days ago, 5 to 14 got one 10 days ago, and 3 to 7 replied 20 days ago.
      for (const [request, [from, to], days] of [
        [1, [0, 9], 60],
        [2, [5, 14], 10],
      ] as const)
        await sql`
          with request as (
            insert into sms_requests (id, account_id, sender, text, encoding, segments, due_at, valid_until, first_message_id, last_message_id, valid, invalid, duplicates, opted_out, created_at)
            values (${request}, ${accountId}, 'INFO', 'Hi', 'gsm', 1, ${now}, ${now}, ${request * 100}, ${request * 100 + 9}, 10, 0, 0, 0, ${now}::timestamptz - ${days} * interval '1 day')
          )
          insert into sms_messages (id, account_id, request_id, recipient_id, phone, carrier, segments, price)
          select ${request * 100} + n - ${from}, ${accountId}, ${request}, '1', '2557100000' || lpad(n::text, 2, '0'), 'simulator', 1, 0
            from generate_series(${from}::int, ${to}::int) n
        `.execute(tx)
      await sql`
        insert into inbound_messages (account_id, carrier, phone, number, text, kind, received_at)
        select ${accountId}, 'simulator', '2557100000' || lpad(n::text, 2, '0'), '15000', 'Hi', 'message', ${now}::timestamptz - interval '20 days'
          from generate_series(3, 7) n
      `.execute(tx)
      // Neither counts: contact 30 wrote STOP, and got a PIN and a message that was cancelled.
      await sql`
        insert into inbound_messages (account_id, carrier, phone, number, text, kind, received_at)
        values (${accountId}, 'simulator', ${phoneOf(30)}, '15000', 'STOP', 'stop', ${now})
      `.execute(tx)
      await sql`
        insert into sms_messages (id, account_id, request_id, recipient_id, phone, carrier, segments, price, product, status, reason, submitted_at)
        values (300, ${accountId}, 2, '1', ${phoneOf(30)}, 'simulator', 1, 0, 'OTP', 'DELIVERED', null, ${now}),
               (301, ${accountId}, 2, '1', ${phoneOf(30)}, 'simulator', 1, 0, 'SMS', 'UNDELIVERED', 'cancelled', null)
      `.execute(tx)
    })
  })
  after(() => database.drop())

  const filterOf = (...conditions: Condition[]): SegmentFilter => ({ match: 'all', conditions })
  const anyOf = (...conditions: Condition[]): SegmentFilter => ({ match: 'any', conditions })
  const between = (from: number, to: number) => (index: number) => index >= from && index <= to
  const hasPoints = (index: number) => index % 5 !== 0
  const inBook = (index: number) => index % 3 === 0

  const cases: readonly [title: string, filter: () => SegmentFilter, isIn: (index: number) => boolean][] = [
    ['a number', () => filterOf({ field: 'points', op: 'gte', value: 9 }), (n) => n >= 9 && hasPoints(n)],
    ['another number or none', () => filterOf({ field: 'points', op: 'neq', value: 9 }), (n) => n !== 9],
    ['no number', () => filterOf({ field: 'points', op: 'not_set' }), (n) => !hasPoints(n)],
    ['a text without case', () => filterOf({ field: 'voucher', op: 'eq', value: 'v7' }), (n) => n === 7],
    ['a part of a name', () => filterOf({ field: 'first_name', op: 'contains', value: 'um' }), (n) => n % 2 === 1],
    ['letters with accents', () => filterOf({ field: 'last_name', op: 'eq', value: 'Éléonore' }), (n) => n % 4 !== 3],
    ['other letters', () => filterOf({ field: 'last_name', op: 'neq', value: 'éléonore' }), (n) => n % 4 === 3],
    ['a choice', () => filterOf({ field: 'tier', op: 'eq', value: 'gold' }), (n) => n % 10 === 1],
    ['a day', () => filterOf({ field: 'joined', op: 'lt', value: '2029-01-03' }), (n) => n % 28 < 2],
    ['a birthday', () => filterOf({ field: 'birth_date', op: 'lte', value: '1990-01-31' }), (n) => n < 10],
    ['a phone number', () => filterOf({ field: 'phone', op: 'eq', value: `+${phoneOf(4)}` }), (n) => n === 4],
    ['no birthday', () => filterOf({ field: 'birth_date', op: 'not_set' }), (n) => n >= 10],
    [
      'a book',
      () => filterOf({ book: bookId, op: 'in' }, { field: 'tier', op: 'set' }),
      (n) => inBook(n) && n % 10 === 1,
    ],
    ['no book', () => filterOf({ book: bookId, op: 'not_in' }), (n) => !inBook(n)],
    [
      'one of two',
      () => anyOf({ book: bookId, op: 'in' }, { field: 'tier', op: 'set' }),
      (n) => inBook(n) || n % 10 === 1,
    ],
    ['no message', () => filterOf({ lastMessage: 'never' }), (n) => n > 14],
    ['a recent message', () => filterOf({ lastMessage: 'after', days: 30 }), between(5, 14)],
    ['only an old message', () => filterOf({ lastMessage: 'before', at: '2030-01-01T00:00:00Z' }), between(0, 4)],
    ['a reply', () => filterOf({ replied: true }), between(3, 7)],
    ['no recent reply', () => filterOf({ replied: false, days: 10 }), () => true],
  ]
  it('rejects a book that does not exist', async () => {
    const filter = filterOf({ book: bookId + 1_000, op: 'not_in' })
    await assert.rejects(openFilter(database.db, accountId, filter, now), { status: 404 })
  })

  for (const [title, filter, isIn] of cases)
    it(`selects contacts by ${title}, in pages and as a count`, async () => {
      const { db } = database
      const expected = ids.filter((_, index) => isIn(index))
      // Small steps, so that the walk takes several statements.
      const segment = { ...(await openFilter(db, accountId, filter(), now)), stepSize: 7 }
      assert.deepEqual(await countSegment(db, accountId, segment, 10_000), {
        count: expected.length,
        isEstimate: false,
      })

      const forward: number[] = []
      const scan = scanSegment(db, accountId, segment)
      for (;;) {
        const contacts = await scan(forward.at(-1) ?? 0, 4, true)
        forward.push(...contacts.map(({ id }) => id))
        if (contacts.length < 4) break
      }
      assert.deepEqual(forward, expected)

      const backward: number[] = []
      for (let from: number | null = startOf('desc'); from !== null; ) {
        const { contacts, next } = await walkSegment(db, accountId, segment, {
          from,
          direction: 'desc',
          limit: 25,
          msMax: 0,
        })
        backward.push(...contacts.map(({ id }) => id))
        from = next
      }
      assert.deepEqual(backward, expected.toReversed())
    })

  it('checks fewer contacts at a time with more conditions on messages', async () => {
    const open = async (...conditions: Condition[]) =>
      (await openFilter(database.db, accountId, filterOf(...conditions), now)).stepSize
    const one = await open({ replied: true })
    assert.equal(await open({ replied: true }, { lastMessage: 'before', days: 1 }), Math.floor(one / 3))
  })

  it('refuses a limited scan that takes too long, and continues others', async () => {
    const { db } = database
    const filter = filterOf({ field: 'phone', op: 'eq', value: `+${phoneOf(59)}` })
    const segment = { ...(await openFilter(db, accountId, filter, now)), stepSize: 20 }
    const scan = scanSegment(db, accountId, segment, 0)
    await assert.rejects(scan(0, 4, true), { problem: 'segment_too_slow' })
    assert.equal((await scan(0, 4, false)).length, 1)
  })

  it('estimates the number of contacts when time is over', async () => {
    const { db } = database
    const segment = {
      ...(await openFilter(db, accountId, filterOf({ field: 'birth_date', op: 'not_set' }), now)),
      stepSize: 30,
    }
    const { count: estimate, isEstimate } = await countSegment(db, accountId, segment, 0)
    assert.deepEqual({ estimate, isEstimate }, { estimate: 50, isEstimate: true })
  })
})
