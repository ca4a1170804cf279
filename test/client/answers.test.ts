import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { inspect } from 'node:util'
import { AuthenticationError, Ngoma, NgomaError, type NgomaOptions, RateLimitError, RefusedError } from 'ngoma/client'
import { command } from '../console/people.ts'
import { freshPhone, newClient } from '../contacts.ts'
import { shareWorld } from '../shared-world.ts'
import { onOneEngine, until, type World } from '../world.ts'

onOneEngine('client: answers and errors', (engine) => {
  let world: World
  let address: string
  let ngoma: Ngoma
  before(async () => {
    world = await shareWorld(engine)
    address = await world.listen()
    ngoma = new Ngoma({ url: address, key: world.apiKey, secret: world.apiSecret })
  })
  after(() => world.close())

  /** A client of a new account. */
  const openOther = async (options: Partial<NgomaOptions> = {}) => {
    const { headers, accountId } = await newClient(world)
    return { accountId, ngoma: new Ngoma({ url: address, token: headers.authorization, ...options }) }
  }

  const refused = async (call: Promise<unknown>) => {
    const error = await call.then(
      () => assert.fail('it was not refused'),
      (thrown: unknown) => thrown,
    )
    assert.ok(error instanceof NgomaError, String(error))
    return error
  }

  it('throws an error with the code, the hint and the request ID of the server', async () => {
    await ngoma.senders.request({ senderid: 'MARKET' })
    const error = await refused(ngoma.sms.send({ source_addr: 'MARKET', message: 'Hello', recipients: [freshPhone()] }))
    assert.ok(error instanceof RefusedError)
    assert.equal(error.name, 'RefusedError')
    assert.match(error.message, /^Invalid Sender ID \(111\): sender ID "MARKET" is pending/)
    assert.deepEqual([error.status, error.code, error.body], [400, 111, { code: 111, message: 'Invalid Sender ID' }])
    assert.match(error.hint ?? '', /^sender ID "MARKET" is pending/)
    assert.ok(world.logs.some((line) => line.includes(error.requestId ?? 'none')))

    const number = await refused(ngoma.contacts.create({ mob_no: '12' }))
    assert.deepEqual(
      [number.status, number.code, number.message.startsWith('Invalid Mobile Number (400)')],
      [400, 400, true],
    )
    const contact = await refused(ngoma.contacts.update('999999', { first_name: 'Asha' }))
    assert.deepEqual([contact.status, contact.code, contact.message.startsWith('Contact Not Found')], [404, 404, true])
    const pin = await refused(ngoma.otp.verify({ pinId: 'none', pin: '1234' }))
    assert.deepEqual([pin.status, pin.code], [404, 113])
    for (const remove of [ngoma.contacts.delete, ngoma.books.delete, ngoma.templates.delete])
      await assert.rejects(remove(''), TypeError, 'an empty ID would call another route')
  })

  it('throws AuthenticationError for an invalid credential on every product', async () => {
    const wrong: readonly NgomaOptions[] = [
      { url: address, key: world.apiKey, secret: 'wrong' },
      { url: address, token: 'wrong' },
    ]
    for (const options of wrong) {
      const error = await refused(new Ngoma(options).senders.page())
      assert.ok(error instanceof AuthenticationError)
      assert.deepEqual([error.status, error.code], [401, 120])
    }
    // A proxy that removes the authorization header.
    const bare = new Ngoma({ url: address, token: 'any', fetch: (url) => fetch(url) })
    const error = await refused(bare.senders.page())
    assert.ok(error instanceof AuthenticationError)
    assert.deepEqual(
      [error.status, error.message],
      [400, error.hint === undefined ? 'No authorization headers' : `No authorization headers: ${error.hint}`],
    )
  })

  it('waits when a rate limit is exceeded', async () => {
    const statuses: number[] = []
    const { accountId, ngoma: other } = await openOther({
      fetch: async (...parameters) => {
        const response = await fetch(...parameters)
        statuses.push(response.status)
        return response
      },
    })
    await command(world, 'PATCH', `/accounts/${accountId}`, { requestsPerSecond: 2, messagesPerDay: 1 })
    await until('the limit is in effect', async () => {
      await Promise.all(Array.from({ length: 4 }, () => other.senders.page()))
      return statuses.includes(429)
    })
    const day = await refused(
      other.sms.send({ source_addr: 'INFO', message: 'Hello', recipients: [freshPhone(), freshPhone()] }),
    )
    assert.ok(day instanceof RateLimitError && (day.retryAfterSeconds ?? 0) > 0, String(day))
  })

  it('calls the hosts of the products', async () => {
    const paths: string[] = []
    const hosted = new Ngoma({
      url: `${address}/`,
      products: { dlr: 'https://dlr.example.com/ngoma/', contact: 'https://contact.example.com' },
      token: 'any',
      fetch: async (url) => {
        paths.push(String(url))
        return new Response(String(url).includes('delivery-reports') ? '[]' : '{"data":[],"pagination":{}}')
      },
    })
    await hosted.sms.reportsPage({ request_id: '1', dest_addr: undefined })
    await hosted.books.page({ q: 'a b&c' })
    await hosted.senders.page()
    assert.deepEqual(paths, [
      'https://dlr.example.com/ngoma/public/v1/delivery-reports?request_id=1',
      'https://contact.example.com/public/v1/address-books?q=a+b%26c',
      `${address}/public/v1/sender-names`,
    ])
  })

  it('does not show its secret when it is printed', async () => {
    const secrets = ['a very secret thing', 'ein Geheimnis: ü', 'Zm9v+token/that=is=long']
    const clients = [
      new Ngoma({ url: address, key: 'key', secret: secrets[0] }),
      new Ngoma({ url: address, key: 'key', secret: secrets[1] }),
      new Ngoma({ url: address, token: secrets[2] }),
    ]
    for (const client of clients) {
      const error = await refused(client.senders.page())
      for (const shown of [
        inspect(client, { depth: 9, showHidden: true }),
        JSON.stringify(client),
        inspect(error, { depth: 9, showHidden: true }),
      ])
        for (const secret of secrets) {
          assert.ok(!shown.includes(secret))
          assert.ok(!shown.includes(Buffer.from(`key:${secret}`).toString('base64')))
        }
    }
  })
})
