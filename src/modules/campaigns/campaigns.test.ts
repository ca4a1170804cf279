import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { ask, command, type Method } from '../../../test/console/people.ts'
import { recordSubmits, simulatorOf } from '../../../test/e2e/apps.ts'
import { assertLedger } from '../../../test/ledger.ts'
import { onBothEngines, openWorld, until, type World } from '../../../test/world.ts'
import type { Submission } from '../../carriers/carrier.ts'
import type { Campaign } from '../../contract/account/campaigns.ts'

const timeout = 20_000

onBothEngines('campaigns', (engine) => {
  let world: World
  let submits: Submission[]
  let bookId: number
  before(async () => {
    world = await openWorld(engine, { startAt: new Date('2030-06-15T09:00:00Z') })
    submits = recordSubmits(simulatorOf(world.app))
    const owned = await command(world, 'PUT', '/inbound/numbers/15001', { accountId: 1 })
    assert.equal(owned.status, 200, owned.text)
    bookId = await newBook('Customers', [
      { phone: '255712340010', firstName: 'Asha', city: 'Arusha' },
      { phone: '255712340011', firstName: '', city: 'Moshi' },
      // Switched off.
      { phone: '255712340003', firstName: 'Juma' },
      { phone: '255712340012', firstName: 'Neema', city: 'Dodoma' },
    ])
  })
  after(() => world.close())

  const call = (method: Method, path: string, body?: unknown) =>
    ask(world, method, `/accounts/1${path}`, { body, headers: world.app.controlHeaders })
  async function get(path: string) {
    const { status, body, text } = await call('GET', path)
    assert.equal(status, 200, text)
    return body
  }
  async function post(path: string, body?: unknown, status = 200) {
    const answer = await call('POST', path, body)
    assert.equal(answer.status, status, answer.text)
    return answer.body
  }

  async function newBook(title: string, contacts: readonly Record<string, string>[]): Promise<number> {
    const { id } = await post('/books', { name: title }, 201)
    for (const contact of contacts) await post('/contacts', { ...contact, bookIds: [id] }, 201)
    return id
  }
  const create = (change: Record<string, unknown> = {}): Promise<Campaign> =>
    post(
      '/campaigns',
      { name: 'June', from: 'INFO', text: 'Hello {first_name|customer}', audience: { bookIds: [bookId] }, ...change },
      201,
    )
  const find = (id: number): Promise<Campaign> => get(`/campaigns/${id}`)
  async function untilStatus(id: number, status: Campaign['status']): Promise<Campaign> {
    let found: Campaign | undefined
    await until(`campaign ${id} is ${status}`, async () => {
      found = await find(id)
      world.app.sms.work.announce('campaigns')
      world.clock.moveForward(1_000)
      return found.status === status
    })
    return found ?? assert.fail()
  }
  const textsTo = (phone: string) => submits.filter((one) => one.phone === phone).map(({ parts }) => parts.join(''))
  const codesIn = (text: string) => [...text.matchAll(/\/l\/([0-9A-Za-z]{10})/g)].map(([, code]) => code)

  it('send one message to each recipient, with fallbacks and links of their own, and count results', {
    timeout,
  }, async () => {
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
    assert.equal(started.status, 'scheduled')
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
