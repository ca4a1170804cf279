import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { ask, command } from '../../../../test/console/people.ts'
import { onOneEngine, openWorld, sendBody, until, type World } from '../../../../test/world.ts'
import { formatMoney, getMoney, money } from '../../../values/money.ts'

const later = { schedule_time: '2099-01-01 00:00' }
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
      async () => (await quote(sendBody({ recipients: to('15550001111') }))).body.price === '2.0000',
    )
  })
  after(() => world.close())

  const to = (...numbers: readonly string[]) =>
    numbers.map((dest_addr, index) => ({ recipient_id: index + 1, dest_addr }))
  const quote = (body: unknown) => command(world, 'POST', '/accounts/1/sms/quote', body)

  async function held(): Promise<bigint> {
    const { rows } = await sql<{
      held: string
    }>`select held::text from balances where account_id = 1 and product = 'SMS'`.execute(world.db)
    return getMoney(rows[0]?.held ?? '')
  }

  it('shows segments, recipients, countries and cost', async () => {
    const recipients = to(
      '255712000107',
      '255622000107',
      '255712000107',
      '447700900123',
      '254712000107',
      '881612345678',
      optedOut[0] ?? '',
      '0712',
    )
    const { status, body } = await quote(sendBody({ message: 'é'.repeat(161), recipients }))
    assert.equal(status, 200)
    const { available, ...others } = body
    assert.match(available, /^\d+\.\d{4}$/)
    assert.deepEqual(others, {
      segments: 2,
      encoding: 'gsm',
      segmentsTotal: 10,
      recipients: { valid: 5, invalid: 1, duplicates: 1, optedOut: 1, doNotDisturb: 0, noConsent: 0 },
      price: '20.5752',
      currency: 'TZS',
      byCountry: [
        { country: 'TZ', callingCode: '255', recipients: 2, segments: 4, price: '2.5750' },
        { country: 'GB', callingCode: '44', recipients: 1, segments: 2, price: '14.0002' },
        { country: 'KE', callingCode: '254', recipients: 1, segments: 2, price: '0.0000' },
        { country: null, callingCode: '881', recipients: 1, segments: 2, price: '4.0000' },
      ],
      enough: true,
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
        '+255712000107',
        '',
      ),
      fc.integer({ min: 255_710_000_000, max: 255_719_999_999 }).map(String),
    )
    const text = fc.string({
      unit: fc.constantFrom('a', 'é', '€', '[', 'ж', '😀', '\n', '{'),
      minLength: 1,
      maxLength: 200,
    })
    const long = fc.tuple(text, fc.integer({ min: 1, max: 3 })).map(([piece, times]) => piece.repeat(times))
    const body = fc.record({
      message: fc.oneof(text, long),
      encoding: fc.constantFrom(0, 8),
      recipients: fc.array(number, { minLength: 1, maxLength: 8 }),
    })
    await fc.assert(
      fc.asyncProperty(body, async ({ recipients, ...said }) => {
        const whole = sendBody({ ...said, ...later, recipients: to(...recipients) })
        const [quoted, before] = [await quote(whole), await held()]
        const sent = await world.request('POST', '/v1/send', { body: whole })
        assert.equal(quoted.status, sent.status)
        if (sent.status !== 200) return assert.equal(quoted.body.code, sent.body.code)
        const { valid, invalid, duplicates, opted_out } = sent.body
        assert.deepEqual(quoted.body.recipients, {
          valid,
          invalid,
          duplicates,
          optedOut: opted_out,
          doNotDisturb: 0,
          noConsent: 0,
        })
        assert.equal(quoted.body.price, formatMoney(money((await held()) - before)))
        const { byCountry }: { byCountry: { price: string; recipients: number; segments: number }[] } = quoted.body
        assert.equal(
          formatMoney(money(byCountry.reduce((total, { price }) => total + getMoney(price), 0n))),
          quoted.body.price,
        )
        assert.equal(
          byCountry.reduce((all, one) => all + one.recipients, 0),
          valid,
        )
        assert.equal(quoted.body.segmentsTotal, valid * quoted.body.segments)
        if (valid === 0) return
        const { rows } = await sql<{ segments: number; encoding: string }>`
          select m.segments, r.encoding from sms_messages m join sms_requests r on r.id = m.request_id where r.id = ${sent.body.request_id}
        `.execute(world.db)
        for (const { segments, encoding } of rows)
          assert.deepEqual([quoted.body.segments, quoted.body.encoding], [segments, encoding])
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
    const said = { source_addr: 'INFO', message: `${'x'.repeat(100)} {first_name}`, encoding: 0, ...later }
    const [quoted, before] = [await quote({ ...said, book_id: book.id }), await held()]
    const sent = await command(world, 'POST', `/accounts/1/books/${book.id}/send`, said)
    assert.deepEqual([quoted.status, sent.status], [200, 200])
    assert.equal(sent.body.request_ids.length, 3)
    assert.equal(quoted.body.recipients.valid, 20)
    assert.equal(quoted.body.price, formatMoney(money((await held()) - before)))
    const { rows } = await sql<{ most: number; total: number; wide: boolean }>`
      select max(segments)::integer as most, sum(segments)::integer as total, bool_or(encoding = 'ucs2') as wide
        from sms_messages
       where request_id = any(${sent.body.request_ids.map(Number)}::bigint[])
    `.execute(world.db)
    const { segments, segmentsTotal, encoding } = quoted.body
    assert.deepEqual(
      [segments, segmentsTotal, encoding],
      [rows[0]?.most, rows[0]?.total, rows[0]?.wide ? 'ucs2' : 'gsm'],
    )
    assert.ok(segments > 1 && encoding === 'ucs2')

    const template = (await command(world, 'POST', '/accounts/1/templates', { title: 'A title', text: said.message }))
      .body.id
    const { message: _, ...unsaid } = said
    assert.deepEqual(
      (await quote({ ...unsaid, template_id: String(template), book_id: String(book.id) })).body.price,
      quoted.body.price,
    )
    assert.equal((await quote({ ...said, book_id: 999_999 })).status, 404)
    assert.equal((await quote({ ...said, book_id: 'x' })).status, 404)
    assert.equal((await quote({ ...said, message: '{nothing}', book_id: book.id })).body.code, 109)
  })

  it('reports insufficient credit exactly when a send is rejected', async () => {
    const account = (await command(world, 'POST', '/accounts', { name: 'Poor' })).body.id
    const sender = (await command(world, 'POST', `/accounts/${account}/senders`, { sender: 'POOR' })).body.id
    await command(world, 'POST', `/accounts/${account}/senders/${sender}/approve`)
    const body = sendBody({ source_addr: 'POOR', recipients: to('255712000107', '255713000107'), ...later })
    for (const [available, enough] of [
      ['2.4999', false],
      ['2.5000', true],
    ] as const) {
      await sql`update balances set available = ${available}::numeric where account_id = ${account} and product = 'SMS'`.execute(
        world.db,
      )
      const quoted = await command(world, 'POST', `/accounts/${account}/sms/quote`, body)
      assert.deepEqual([quoted.body.price, quoted.body.available, quoted.body.enough], ['2.5000', available, enough])
      assert.equal((await command(world, 'POST', `/accounts/${account}/sms/send`, body)).body.code, enough ? 100 : 102)
    }
  })

  it('is rejected for the same invalid content as a send', async () => {
    const bodies: readonly [change: Record<string, unknown>, code: number][] = [
      [{ message: '' }, 109],
      [{ encoding: 3 }, 118],
      [{ recipients: [] }, 119],
      [{ recipients: to(...Array.from({ length: 9 }, () => '255712000107')) }, 114],
      [{ schedule_time: 'soon' }, 117],
      [{ source_addr: null }, 104],
    ]
    for (const [change, code] of bodies) {
      const { status, body } = await quote(sendBody(change))
      assert.deepEqual([status, body.code], [400, code], JSON.stringify(change))
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
    assert.equal((await quote(sendBody())).status, 200)
    assert.deepEqual(await count(), before)
  })
})
