import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { openShop, type Shop } from '../../../test/campaigns.ts'
import { command } from '../../../test/console/people.ts'
import { assertLedger } from '../../../test/ledger.ts'
import { onBothEngines, until } from '../../../test/world.ts'

const codesIn = (text: string) => [...text.matchAll(/\/l\/([0-9A-Za-z]{10})/g)].map(([, code]) => code)

onBothEngines('campaigns', (engine) => {
  let shop: Shop
  before(async () => {
    shop = await openShop(engine)
  })
  after(() => shop.world.close())

  it('send one message to each recipient, with fallbacks and links of their own, and count results', async () => {
    const { bookId, world, submits, call, get, post, create, find, untilStatus, textsTo } = shop
    const { id } = await create({
      text: 'Hello {First_name|customer} of {city|Tanzania}: {link https://example.com/june}',
      uniqueLinks: true,
    })
    const preview = await get(`/campaigns/${id}/preview?limit=2`)
    assert.deepEqual(
      [preview.recipients.valid, preview.price, preview.enough, preview.samples.length],
      [4, '4.0000', true, 2],
    )
    assert.match(preview.samples[0].text, /^Hello Asha of Arusha: http:\/\/.*\/l\/x{10}$/)
    const own = await get(`/campaigns/${id}/preview?number=0712340011`)
    assert.match(own.samples[0].text, /^Hello customer of Moshi/)
    assert.equal((await call('GET', `/campaigns/${id}/preview?number=0712340099`)).body.code, 'not_in_audience')

    await post(`/campaigns/${id}/test`, { to: ['0712340020'], as: '0712340011' })
    await until('the test message is sent', () => textsTo('255712340020').length === 1)
    const [testCode] = codesIn(textsTo('255712340020')[0] ?? '')

    const started = await post(`/campaigns/${id}/start`)
    // A worker may have begun before the answer.
    assert.match(started.status, /^(scheduled|preparing|sending)$/)
    const campaign = await untilStatus(id, 'done')
    assert.deepEqual(campaign.progress, {
      ...{ recipients: 4, processed: 4, queued: 4, invalid: 0, duplicates: 0 },
      ...{ optedOut: 0, doNotDisturb: 0, noConsent: 0, pending: 0 },
    })
    assert.deepEqual(
      ['0', '1', '2'].map((digit) => textsTo(`25571234001${digit}`).length),
      [1, 1, 1],
    )
    assert.match(textsTo('255712340003')[0] ?? '', /^Hello Juma of Tanzania: /)
    const codes = submits
      .filter(({ phone }) => phone !== '255712340020')
      .flatMap(({ parts }) => codesIn(parts.join('')))
    assert.equal(new Set(codes).size, 4)

    const click = async (code: string | undefined) => {
      const { status, headers } = await world.request('GET', `/l/${code}`)
      assert.deepEqual([status, headers.location], [302, 'https://example.com/june'])
    }
    const [code] = codesIn(textsTo('255712340010')[0] ?? '')
    await click(code)
    await click(code)
    await click(testCode)
    for (const [from, text] of [
      ['255712340010', 'Asante'],
      ['255712340010', 'Saa ngapi?'],
      ['255712340011', 'STOP'],
    ])
      assert.equal((await command(world, 'POST', '/inbound/simulate', { from, to: '15001', text })).status, 202)
    await until('replies are counted', async () => (await find(id)).results.optOuts === 1)

    const { reasons, hours, links, campaign: after } = await get(`/campaigns/${id}/results`)
    assert.deepEqual(after.results, {
      ...{ sent: 4, delivered: 3, failed: 1, cancelled: 0, replies: 2, replied: 1, optOuts: 1 },
      ...{ clicks: 2, clicked: 1, price: '4.0000' },
    })
    assert.deepEqual(
      reasons.map(({ reason, messages }: { reason: string; messages: number }) => [reason, messages]),
      [['absent_subscriber', 1]],
    )
    assert.deepEqual(links, [{ url: 'https://example.com/june', clicks: 2 }])
    assert.ok(hours.length >= 1)
    const { data } = await get(`/campaigns/${id}/responses?kind=click`)
    assert.deepEqual(
      data.map(({ phone }: { phone: string }) => phone),
      ['255712340010'],
    )
    for (const [clicked, count] of [
      [true, 1],
      [false, 3],
    ] as const) {
      const filter = {
        match: 'all',
        conditions: [
          { book: bookId, op: 'in' },
          { clicked, days: 7 },
        ],
      }
      assert.equal((await post('/segments/preview', { filter })).count, count)
    }
    await assertLedger(world.db)

    const again = await post(`/campaigns/${id}/resend`, undefined, 201)
    assert.equal(again.resendOf, id)
    const resent = await untilStatus(again.id, 'done')
    assert.deepEqual([resent.progress.recipients, resent.progress.queued, resent.results.failed], [1, 1, 1])
    assert.equal(textsTo('255712340003').length, 2)
    assert.equal(new Set(textsTo('255712340003')).size, 1)
    const { rows } = await sql`select from campaign_pieces`.execute(world.db)
    assert.equal(rows.length, 0)
  })
})
