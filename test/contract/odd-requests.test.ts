import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { type Client, newClient } from '../contacts.ts'
import { type Answer, onOneEngine, openWorld, sendBody, until, type World } from '../world.ts'
import { asJson, digits, type Expected, type Method, mask, others, refused, send, sends, to } from './odd-requests.ts'

const useOf = (path: string) => refused(404, `Not Found: Use ${path}`, 404)
const listed = (body: { data: unknown[] }): unknown => ({ data: body.data.length > 0 ? 'some' : 'none' })

/** Wrong paths that existing clients use, each with the right path. */
const guessed: readonly [method: Method, path: string, right: string, body?: unknown][] = [
  ['POST', '/api/v1/send', '/v1/send', sendBody()],
  ['POST', '/api/v1/request', '/v1/request', { appId: 1, msisdn: '255712349999' }],
  ['GET', '/v1/vendors/balance', '/public/v1/vendors/balance'],
  ['POST', '/v1/vendors/balance', '/public/v1/vendors/balance', {}],
  ['GET', '/v1/sender-names', '/public/v1/sender-names'],
  ['GET', '/v1/address-books?limit=5', '/public/v1/address-books'],
  ['GET', '/v1/contacts', '/public/v1/contacts'],
  ['GET', '/v1/sms-templates/', '/public/v1/sms-templates'],
  ['GET', '/v1/delivery-reports?dest_addr=255700000000&page=2', '/public/v1/delivery-reports'],
]

onOneEngine('Requests of real clients', (engine) => {
  let world: World
  let lenient: Client
  let strict: Client
  before(async () => {
    world = await openWorld(engine, { startAt: new Date('2030-06-15T10:30:00Z') })
    lenient = await newClient(world, { lenient: true })
    strict = await newClient(world)
  })
  after(() => world.close())

  const look = ({ status, body }: Answer): Expected => [status, mask(body)]

  for (const [what, [method, path, body, headers], forLenient, forStrict] of [...others, ...sends]) {
    it(`are answered by lenient and strict rules: ${what}`, async () => {
      assert.deepEqual(look(await lenient.ask(method, path, body, headers)), forLenient, 'lenient')
      assert.deepEqual(look(await strict.ask(method, path, body, headers)), forStrict, 'strict')
    })
  }

  it('get one delivery report as an object (lenient) or as a list', async () => {
    const lenientPath = `/public/v1/delivery-reports?request_id=${(await lenient.ask(...send(to('REC-9', '255712000009')))).body.request_id}`
    const strictPath = `/public/v1/delivery-reports?request_id=${(await strict.ask(...send(to(9, '255712000009')))).body.request_id}`
    const report = { dest_addr: '255712000009', status: 'DELIVERED' }
    await until('both messages are delivered', async () =>
      [await lenient.ask('GET', lenientPath), await strict.ask('GET', strictPath)].every(({ text }) =>
        text.includes('DELIVERED'),
      ),
    )
    assert.deepEqual(look(await lenient.ask('GET', lenientPath)), [200, { ...report, request_id: digits }])
    assert.deepEqual(look(await strict.ask('GET', strictPath)), [200, [{ ...report, request_id: digits }]])
    const plus = '/public/v1/delivery-reports?dest_addr=%2B255712000009'
    assert.deepEqual(look(await lenient.ask('GET', plus)), [200, { ...report, request_id: digits }])
    assert.deepEqual(look(await strict.ask('GET', plus)), [200, []])
  })

  it('get 404 (lenient) or an empty list without a delivery report', async () => {
    for (const query of ['request_id=1', 'dest_addr=255700000000', 'request_id=1&dest_addr=255700000000&page=1']) {
      const path = `/public/v1/delivery-reports?${query}`
      assert.deepEqual(look(await lenient.ask('GET', path)), refused(404, 'Delivery Report Not Found', 404))
      assert.deepEqual(look(await strict.ask('GET', path)), [200, []])
    }
    assert.deepEqual(look(await lenient.ask('GET', '/public/v1/delivery-reports?request_id=1&page=2')), [200, []])
  })

  it('get the code of a failed template deletion on both levels (lenient) or under data', async () => {
    const data = { code: 123, message: 'SMS Template Does Not Exist' }
    const path = '/public/v1/sms-templates/999999'
    assert.deepEqual(look(await lenient.ask('DELETE', path)), [404, { ...data, data }])
    assert.deepEqual(look(await strict.ask('DELETE', path)), [404, { data }])
    assert.equal((await lenient.ask('DELETE', path, undefined, { authorization: 'nobody' })).status, 401)
  })

  it('verify a numeric PIN with its lost zeros (lenient only)', async () => {
    for (const [client, code] of [
      [lenient, 117],
      [strict, 111],
    ] as const) {
      const { pinId } = (await client.ask('POST', '/v1/request', { appId: 1, msisdn: '255712349999' })).body.data
      assert.equal((await client.ask('POST', '/v1/verify', { pinId, pin: 123456 })).body.data.message.code, code)
    }
    const { pinId } = (await lenient.ask('POST', '/api/v1/request', { appId: 1, msisdn: '255712349999' })).body.data
    const guess = await lenient.ask('POST', '/api/v1/verify', { pinId, pin: '123456' })
    assert.equal(guess.body.data.message.code, 117)
    assert.deepEqual(look(await strict.ask('POST', '/api/v1/verify', { pinId, pin: '123456' })), useOf('/v1/verify'))
  })

  it('get contacts under old and new names, and delete with a body', async () => {
    for (const client of [lenient, strict]) {
      const [one] = await client.list('/public/v1/contacts?q=Asha')
      const { fname, lname, country, city, area, birth_date, first_name, last_name, dob } = one
      assert.deepEqual(
        [fname, lname, country, city, area, birth_date],
        ['Asha', 'Juma', 'Tanzania', 'Moshi', 'Soweto', '1990-05-01'],
      )
      assert.deepEqual([first_name, last_name, dob], [fname, lname, birth_date])
      const deleted: Expected = [200, { data: { message: 'Contacts Deleted Successfully', status: 'true' } }]
      assert.deepEqual(
        look(
          await client.ask('DELETE', '/public/v1/contacts', {
            contacts_id: [one.id],
            addressbook_id: one.addressbook_id,
          }),
        ),
        deleted,
      )
      const [template] = await client.list('/public/v1/sms-templates')
      const gone: Expected = [200, { code: 128, message: 'SMS Template Deleted Successfully' }]
      assert.deepEqual(
        look(await client.ask('DELETE', `/public/v1/sms-templates/${template.id}`, { id: template.id })),
        gone,
      )
      const id = await client.addContact({ mob_no: '255712000077' })
      assert.deepEqual(look(await client.ask('DELETE', `/public/v1/contacts/${id}`, undefined, asJson)), deleted)
    }
  })

  it('may have a plus at checkout (lenient)', async () => {
    const path = '/v1/checkout?amount=5&reference_number=r&transaction_id=t&sendSource=true&mobile=%2B255712345678'
    assert.equal((await lenient.ask('GET', path)).status, 200)
    const { status, body } = await strict.ask('GET', path)
    assert.deepEqual([status, body.code], [400, 100])
    const { authorization } = lenient.headers
    const head = await world.app.http.inject({
      method: 'HEAD',
      url: path,
      headers: authorization === undefined ? {} : { authorization },
    })
    assert.equal(head.statusCode, 200, 'HEAD answers like GET')
  })

  for (const [method, path, right, body] of guessed) {
    it(`serve ${method} ${path} as ${right} (lenient), or name the right path`, async () => {
      const answer = await lenient.ask(method, path, body)
      const isRead = right.endsWith('/balance')
      const real = await lenient.ask(isRead ? 'GET' : method, path.replace(/^[^?]*/, right), isRead ? undefined : body)
      assert.equal(answer.status, 200, answer.text)
      const compared = ({ body: found }: Answer) => (Array.isArray(found?.data) ? listed(found) : mask(found))
      assert.deepEqual(compared(answer), compared(real))
      assert.deepEqual(look(await strict.ask(method, path, body)), useOf(right))
      assert.deepEqual(
        look(await strict.ask(method, path, body, { authorization: 'nobody' }))[0],
        401,
        'authentication comes first',
      )
    })
  }

  it('keep IDs, keys and missing methods behind a guessed path', async () => {
    const added = await lenient.ask('POST', '/v1/contacts', { mob_no: '255712000088' }, { 'idempotency-key': 'guess' })
    const again = await lenient.ask(
      'POST',
      '/public/v1/contacts',
      { mob_no: '255712000088' },
      { 'idempotency-key': 'guess' },
    )
    assert.deepEqual([again.text, again.headers['idempotent-replayed']], [added.text, 'true'])
    const { id } = added.body.data
    assert.equal((await lenient.ask('PUT', `/v1/contacts/${id}`, { fname: 'Neema' })).status, 200)
    assert.equal((await lenient.ask('DELETE', `/v1/contacts/${id}`)).status, 200)
    assert.equal((await lenient.ask('DELETE', '/v1/vendors/balance')).status, 405)
    assert.deepEqual(look(await strict.ask('DELETE', `/v1/contacts/${id}`)), useOf('/public/v1/contacts'))
    assert.equal((await lenient.ask('GET', '/v1/contactsx')).status, 404)
    assert.equal((await lenient.ask('GET', '/api/v1/contacts')).status, 404)
  })

  it('need the right product behind a guessed path', async () => {
    const limited = await newClient(world, { lenient: true, products: ['sms'] })
    assert.equal((await limited.ask('GET', '/v1/contacts')).status, 401)
    assert.equal((await limited.ask('GET', '/v1/sender-names')).status, 200)
  })
})
