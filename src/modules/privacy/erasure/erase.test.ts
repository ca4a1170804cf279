import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { assertLedgerClean } from '../../../../test/chat.ts'
import { addAccount, command } from '../../../../test/console/people.ts'
import { firstClient } from '../../../../test/contacts.ts'
import { importFile } from '../../../../test/imports.ts'
import { assertLedger } from '../../../../test/ledger.ts'
import { findInDatabase } from '../../../../test/otp.ts'
import { addEverything, other, person, rowsOf, sumAmounts } from '../../../../test/person.ts'
import { onBothEngines, openWorld, until, type World } from '../../../../test/world.ts'

onBothEngines('erasing a person', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine, {
      config: { erasuresFile: join(tmpdir(), `erasures-${engine}-${process.pid}.jsonl`) },
    })
    await addEverything(world, person)
    await addEverything(world, other)
  })
  after(() => world.close())

  const untilErased = (path: string, id: number) =>
    until(`erasure ${id} is done`, async () => {
      const { body } = await command(world, 'GET', path)
      return body.data.find((one: { id: number }) => one.id === id).state === 'done'
    })

  it('shows the data of the person', async () => {
    const { status, text, body } = await command(world, 'POST', '/accounts/1/person', { phone: ` +${person} ` })
    assert.equal(status, 200, text)
    const counts = Object.fromEntries(body.sources.map((one: { name: string; count: number }) => [one.name, one.count]))
    assert.deepEqual(Object.keys(counts), [
      'contacts',
      'import-rows',
      'balance-reminders',
      'messages',
      'refused-recipients',
      'opt-outs',
      'inbound',
      'submitter-reports',
      'smpp-messages',
      'smpp-parts',
      'airtime',
      'checkout',
      'payments',
      'chat-messages',
      'pins',
      'pin-counters',
      'conversation-notes',
      'conversations',
      'webhook-events',
      'webhook-attempts',
      'idempotency-keys',
      'api-requests',
      'audit-entries',
    ])
    assert.deepEqual([counts.contacts, counts.inbound, counts['chat-messages']], [2, 2, 2])
  })

  it('shows the custom fields of a contact, without removed ones', async () => {
    const field = { name: 'Voucher', type: 'text' }
    assert.equal((await command(world, 'POST', '/accounts/1/contact-fields', field)).status, 201)
    await sql`
      update contacts set fields = '{"voucher":"A1","removed":"B2"}' where account_id = 1 and phone = ${person}
    `.execute(world.db)
    const { body } = await command(world, 'POST', '/accounts/1/person', { phone: person })
    const [contacts] = body.sources
    const shown = contacts.records.map(({ fields }: { fields: string | null }) => fields)
    assert.deepEqual(shown.filter(Boolean), ['{"voucher": "A1"}'])
  })

  it('leaves nothing of the number in the account, and everything of others', async () => {
    const second = await addAccount(world)
    await command(world, 'POST', `/accounts/${second}/contacts`, { phone: person, firstName: 'Amina' })
    await command(world, 'POST', `/accounts/${second}/optouts`, { phone: person })
    // Stores the requests above, so that they are in both lists.
    await command(world, 'POST', `/accounts/${second}/person`, { phone: other })
    const ofSecond = await rowsOf(world.db, { accountId: second })
    const ofOther = await rowsOf(world.db, { holding: other })
    const amounts = await sumAmounts(world.db)

    const { status, text, body } = await command(world, 'POST', '/accounts/1/person/erase', { phone: person })
    assert.equal(status, 202, text)
    await untilErased('/accounts/1/erasures', body.id)
    assert.deepEqual(await rowsOf(world.db, { accountId: second }), ofSecond)
    assert.deepEqual(await rowsOf(world.db, { holding: other }), ofOther)
    assert.deepEqual(await sumAmounts(world.db), amounts)
    const { rows: texts } = await sql<{ text: string }>`
      select distinct coalesce(m.text, r.text) as text
        from sms_messages m join sms_requests r on r.id = m.request_id
       where m.phone = 'erased'
    `.execute(world.db)
    assert.deepEqual(texts, [{ text: '' }])
    // A longer number with the same digits is another one.
    const left = Object.entries(await rowsOf(world.db, { holding: person, accountId: 1 }))
    assert.deepEqual(
      left.map(([table, rows]) => [table, rows.every((row) => row.includes(`1${person}`))]),
      [['audit_entries', true]],
    )
    await assertLedger(world.db)
    await assertLedgerClean(world)
  })

  it('keeps rows of others whose error has the number as an example', async () => {
    const book = await firstClient(world).addBook('Examples')
    await importFile(world, 1, book, 'phone\n0713 11\n0713 22\n')
    await sql`
      update contact_import_rows set why = 'phone must be a phone number, such as 255712345678' where phone = '0713 22'
    `.execute(world.db)
    const { body } = await command(world, 'POST', '/accounts/1/person/erase', { phone: '255712345678' })
    await untilErased('/accounts/1/erasures', body.id)
    const { rows } = await sql<{ phone: string; why: string }>`
      select phone, why from contact_import_rows where phone like '0713%' order by phone
    `.execute(world.db)
    assert.deepEqual(rows, [
      { phone: '0713 11', why: 'phone is not a phone number of Tanzania (TZ): it has 5 digits after 0 instead of 9' },
      { phone: '0713 22', why: 'phone must be a phone number, such as erased' },
    ])
  })

  it('leaves nothing of the number in the whole database', async () => {
    const { status, text, body } = await command(world, 'POST', '/person/erase', { phone: other })
    assert.equal(status, 202, text)
    await untilErased('/erasures', body.id)
    const second = await command(world, 'POST', '/person/erase', { phone: person })
    await untilErased('/erasures', second.body.id)
    assert.deepEqual(await findInDatabase(world.db, other), ['audit_entries.detail'])
    assert.deepEqual(await findInDatabase(world.db, person), ['audit_entries.detail'])
    const { body: shown } = await command(world, 'POST', '/person', { phone: other })
    // The audit entry with a longer number belongs to somebody else.
    assert.deepEqual(shown.sources, [])
    await assertLedgerClean(world)
    assert.equal(world.logs.join('').includes(other), false)
  })
})
