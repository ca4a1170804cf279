import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { ask, command } from '../../../../test/console/people.ts'
import { onOneEngine, openWorld, orderBody, until, type World } from '../../../../test/world.ts'
import { formatMoney, getMoney, money } from '../../../values/money.ts'

const later = { notBefore: '2099-01-01T00:00:00Z' }
const optedOut = ['255712000207', '254712000207']

onOneEngine('a quote', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine, { config: { recipientsMax: 8 } })
    const lines = ['SMS,,2', 'SMS,255,0.0375', 'SMS,25571,1.25', 'SMS,254,0', 'SMS,44,7.0001']
    const headers = { ...world.app.controlHeaders, 'content-type': 'text/csv' }
    const loaded = await ask(world, 'POST', '/prices/import', {
      body: ['product,prefix,price', ...lines].join('\n'),
      headers,
    })
    assert.deepEqual([loaded.status, loaded.body], [200, { rows: lines.length, removed: 0 }])
    for (const phone of optedOut) await command(world, 'POST', '/accounts/1/optouts', { phone })
    await until(
      'the prices are known',
      async () => (await quote(orderBody({ to: ['15550001111'] }))).body.price === '2.0000',
    )
  })
  after(() => world.close())

  const quote = (body: unknown) => command(world, 'POST', '/accounts/1/quotes', body)

  async function held(): Promise<bigint> {
    const { rows } = await sql<{
      held: string
    }>`select held::text from balances where account_id = 1 and product = 'SMS'`.execute(world.db)
    return getMoney(rows[0]?.held ?? '')
  }

  it('shows parts, recipients, countries and cost', async () => {
    const to = [
      '0712 000 107',
      '255622000107',
      '255712000107',
      '+44 7700 900123',
      '254712000107',
      '881612345678',
      optedOut[0] ?? '',
      '0712',
    ]
    const { status, body } = await quote(orderBody({ text: 'é'.repeat(161), to }))
    assert.equal(status, 200)
    const { available, samples, smartEncoding, ...others } = body
    assert.deepEqual(
      samples.map(({ phone, parts, price }: Record<string, unknown>) => [phone, parts, price]),
      [
        ['255712000107', 2, '2.5000'],
        ['255622000107', 2, '0.0750'],
        ['447700900123', 2, '14.0002'],
        ['254712000107', 2, '0.0000'],
        ['881612345678', 2, '4.0000'],
      ],
    )
    const figures = { partsTotal: 10, price: '20.5752' }
    assert.deepEqual(smartEncoding, { used: false, with: figures, without: figures, replaced: [] })
    assert.match(available, /^\d+\.\d{4}$/)
    assert.deepEqual(others, {
      parts: 2,
      encoding: 'gsm',
      partsTotal: 10,
      recipients: { total: 8, valid: 5, invalid: 1, duplicates: 1, optedOut: 1, doNotDisturb: 0, noConsent: 0 },
      price: '20.5752',
      currency: 'TZS',
      byCountry: [
        { country: 'TZ', callingCode: '255', recipients: 2, parts: 4, price: '2.5750' },
        { country: 'GB', callingCode: '44', recipients: 1, parts: 2, price: '14.0002' },
        { country: 'KE', callingCode: '254', recipients: 1, parts: 2, price: '0.0000' },
        { country: null, callingCode: '881', recipients: 1, parts: 2, price: '4.0000' },
      ],
      enough: true,
      missing: [],
      delayed: 0,
    })
  })

  it('matches the amount that the send then holds', async () => {
    const number = fc.oneof(
      fc.constantFrom(
        ...optedOut,
        '255712000107',
        '255622000107',
        '254712000107',
        '447700900123',
        '12025550123',
        '999000000000',
        '0712000107',
        'x',
      ),
      fc.integer({ min: 255_710_000_000, max: 255_719_999_999 }).map(String),
    )
    const text = fc.string({
      unit: fc.constantFrom('a', 'é', '€', '[', 'ж', '😀', '\n', '{', '’', '–'),
      minLength: 1,
      maxLength: 200,
    })
    const long = fc.tuple(text, fc.integer({ min: 1, max: 3 })).map(([piece, times]) => piece.repeat(times))
    const body = fc.record({
      text: fc.oneof(text, long),
      smartEncoding: fc.boolean(),
      to: fc.array(number, { minLength: 1, maxLength: 8 }),
    })
    await fc.assert(
      fc.asyncProperty(body, async (said) => {
        const whole = orderBody({ ...said, ...later })
        const [quoted, before] = [await quote(whole), await held()]
        const sent = await command(world, 'POST', '/accounts/1/messages', whole)
        if (sent.status !== 201)
          return assert.deepEqual([quoted.status, quoted.body.code], [sent.status, sent.body.code])
        assert.equal(quoted.status, 200)
        const { total, valid, invalid, duplicates, optedOut, doNotDisturb, noConsent, price } = sent.body
        assert.deepEqual(quoted.body.recipients, {
          ...{ total, valid, invalid, duplicates, optedOut, doNotDisturb, noConsent },
        })
        assert.equal(quoted.body.price, price)
        const { used, with: smart, without } = quoted.body.smartEncoding
        assert.deepEqual([used, (used ? smart : without).price], [said.smartEncoding, price])
        assert.ok(smart.partsTotal <= without.partsTotal)
        assert.equal(quoted.body.price, formatMoney(money((await held()) - before)))
        const { byCountry }: { byCountry: { price: string; recipients: number; parts: number }[] } = quoted.body
        assert.equal(
          formatMoney(money(byCountry.reduce((total, { price }) => total + getMoney(price), 0n))),
          quoted.body.price,
        )
        assert.equal(
          byCountry.reduce((all, one) => all + one.recipients, 0),
          valid,
        )
        assert.equal(quoted.body.partsTotal, valid * quoted.body.parts)
        if (valid === 0) return
        const { rows } = await sql<{ parts: number; encoding: string }>`
          select m.segments as parts, r.encoding from sms_messages m join sms_requests r on r.id = m.request_id where r.id = ${sent.body.requestIds[0]}
        `.execute(world.db)
        for (const { parts, encoding } of rows)
          assert.deepEqual([quoted.body.parts, quoted.body.encoding], [parts, encoding])
      }),
      { numRuns: 60 },
    )
  })

  it('fills the placeholders of an address book like a send, over all of its requests', async () => {
    const { body: book } = await command(world, 'POST', '/accounts/1/books', { name: 'Customers' })
    for (let index = 0; index < 20; index += 1) {
      const firstName = index === 3 ? 'Zoë 😀'.padEnd(80, '😀') : 'A'.repeat(index * 15)
      const contact = {
        phone: String((index % 2 === 0 ? 255_712_100_007 : 447_700_900_007) + index * 10),
        firstName: firstName.slice(0, 100),
        bookIds: [book.id],
      }
      assert.equal((await command(world, 'POST', '/accounts/1/contacts', contact)).status, 201)
    }
    const said = { from: 'INFO', text: `${'x'.repeat(100)} {first_name}`, bookIds: [book.id], ...later }
    const [quoted, before] = [await quote(said), await held()]
    const sent = await command(world, 'POST', '/accounts/1/messages', said)
    assert.deepEqual([quoted.status, sent.status], [200, 201])
    assert.equal(sent.body.requestIds.length, 3)
    assert.equal(quoted.body.recipients.valid, 20)
    assert.deepEqual(quoted.body.missing, [{ placeholder: 'first_name', messages: 1 }])
    assert.equal(quoted.body.price, formatMoney(money((await held()) - before)))
    const { rows } = await sql<{ most: number; total: number; wide: boolean }>`
      select max(segments)::integer as most, sum(segments)::integer as total, bool_or(encoding = 'ucs2') as wide
        from sms_messages
       where request_id = any(${sent.body.requestIds}::bigint[])
    `.execute(world.db)
    const { parts, partsTotal, encoding } = quoted.body
    assert.deepEqual([parts, partsTotal, encoding], [rows[0]?.most, rows[0]?.total, rows[0]?.wide ? 'ucs2' : 'gsm'])
    assert.ok(parts > 1 && encoding === 'ucs2')

    const template = (await command(world, 'POST', '/accounts/1/templates', { title: 'A title', text: said.text })).body
      .id
    const { text: _, ...unsaid } = said
    assert.deepEqual((await quote({ ...unsaid, templateId: template })).body.price, quoted.body.price)
    assert.equal((await quote({ ...said, bookIds: [999_999] })).status, 404)
    assert.equal((await quote({ ...said, text: '{nothing}' })).body.code, 'unknown_placeholder')
  })

  it('reports insufficient credit exactly when a send is rejected', async () => {
    const account = (await command(world, 'POST', '/accounts', { name: 'Poor' })).body.id
    const sender = (await command(world, 'POST', `/accounts/${account}/senders`, { sender: 'POOR' })).body.id
    await command(world, 'POST', `/accounts/${account}/senders/${sender}/approve`)
    const body = orderBody({ from: 'POOR', to: ['255712000107', '255713000107'], ...later })
    for (const [available, enough] of [
      ['2.4999', false],
      ['2.5000', true],
    ] as const) {
      await sql`update balances set available = ${available}::numeric where account_id = ${account} and product = 'SMS'`.execute(
        world.db,
      )
      const quoted = await command(world, 'POST', `/accounts/${account}/quotes`, body)
      assert.deepEqual([quoted.body.price, quoted.body.available, quoted.body.enough], ['2.5000', available, enough])
      const sent = await command(world, 'POST', `/accounts/${account}/messages`, body)
      assert.equal(sent.body.code, enough ? undefined : 'insufficient_balance')
    }
  })

  it('stores no message and no audit log entry', async () => {
    const count = async () =>
      (
        await sql`select (select count(*) from sms_requests) as requests, (select count(*) from audit_entries) as entries, (select count(*) from ledger_entries) as ledger`.execute(
          world.db,
        )
      ).rows[0]
    const before = await count()
    assert.equal((await quote(orderBody())).status, 200)
    assert.deepEqual(await count(), before)
  })
})
