import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { getPage, openCheckout, postForm } from '../../../test/checkout.ts'
import { command } from '../../../test/console/people.ts'
import { type Client, newClient } from '../../../test/contacts.ts'
import { shareWorld } from '../../../test/shared-world.ts'
import { onOneEngine, type World } from '../../../test/world.ts'
import { websitesMax } from '../../contract/account/account.ts'
import { parseShopUrl, parseWebsite } from './change.ts'

describe('parseShopUrl', () => {
  const urls: readonly [text: string, url: string | null][] = [
    ['https://shop.example.com', 'https://shop.example.com/'],
    ['http://10.0.0.7:8080/cart?x=1', 'http://10.0.0.7:8080/cart?x=1'],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['https://me:pw@shop.example.com', null],
    ['shop.example.com', null],
    ['', null],
  ]
  for (const [text, url] of urls) it(`reads "${text}"`, () => assert.equal(parseShopUrl(text), url))
})

describe('parseWebsite', () => {
  const websites: readonly [text: string, website: string | null][] = [
    ['https://Shop.example.com/cart?x=1', 'https://shop.example.com'],
    ['http://shop.example.com:8080', 'http://shop.example.com:8080'],
    ['shop.example.com', 'https://shop.example.com'],
    [' shop.example.com/path ', 'https://shop.example.com'],
    ['https://me:pw@shop.example.com', null],
    ['javascript:alert(1)', null],
    ['ftp://shop.example.com', null],
    ['two words', null],
    [`${'a'.repeat(300)}.example.com`, null],
    ['', null],
  ]
  for (const [text, website] of websites)
    it(`reads "${text.slice(0, 40)}"`, () => assert.equal(parseWebsite(text), website))
})

onOneEngine('websites of a shop', (engine) => {
  let world: World
  before(async () => {
    world = await shareWorld(engine)
  })
  after(() => world.close())

  const path = '/v1/whitelist/add-to-list'
  const shopOf = async ({ accountId }: Client) => {
    const { shopUrl, shopWebsites } = (await command(world, 'GET', `/accounts/${accountId}`)).body
    return { shopUrl, shopWebsites }
  }

  it('are added by lenient credentials, once each, and shown with the checkout settings', async () => {
    const lenient = await newClient(world, { lenient: true })
    for (const website of ['https://shop.example.com/cart', 'shop.example.com', 'http://other.example.com:8080']) {
      const { status, body } = await lenient.ask('POST', path, { website })
      assert.deepEqual([status, body], [200, { code: 200, message: 'Website Added Successfully' }])
    }
    const websites = ['https://shop.example.com', 'http://other.example.com:8080']
    assert.deepEqual(await shopOf(lenient), { shopUrl: null, shopWebsites: websites })
    const kept = await command(world, 'PATCH', `/accounts/${lenient.accountId}`, { shopUrl: null })
    assert.deepEqual([kept.body.shopUrl, kept.body.shopWebsites], [null, websites])
    await command(world, 'PATCH', `/accounts/${lenient.accountId}`, { shopWebsites: ['other.example.com'] })
    assert.deepEqual(await shopOf(lenient), { shopUrl: null, shopWebsites: ['https://other.example.com'] })
    const invalid = await command(world, 'PATCH', `/accounts/${lenient.accountId}`, { shopWebsites: [':'] })
    assert.equal(invalid.status, 400)
  })

  it('are validated and limited in number', async () => {
    const lenient = await newClient(world, { lenient: true })
    for (const [body, message] of [
      [{}, 'Missing Required Parameter: website'],
      [{ website: '' }, 'Missing Required Parameter: website'],
      [{ website: 7 }, 'Invalid Parameter: website'],
      [{ website: 'javascript:alert(1)' }, 'Invalid Parameter: website'],
      [[], 'Invalid Request Format'],
    ] as const) {
      const answer = await lenient.ask('POST', path, body)
      assert.deepEqual([answer.status, answer.body], [400, { code: 104, message }])
    }
    const asked = Array.from({ length: websitesMax + 1 }, (_, index) =>
      lenient.ask('POST', path, { website: `shop${index}.example.com` }),
    )
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    assert.deepEqual(statuses.toSorted(), [...Array(websitesMax).fill(200), 409])
    const { shopWebsites: websites } = await shopOf(lenient)
    assert.equal(websites.length, websitesMax)
    assert.equal((await lenient.ask('POST', path, { website: websites[0] })).status, 200)
  })

  it('are not found by strict credentials, whatever the method and body', async () => {
    const strict = await newClient(world)
    const missing = { code: 404, message: 'Not Found' }
    for (const [method, url, body] of [
      ['POST', path, { website: 'shop.example.com' }],
      ['POST', path.replace('add', '%61dd'), { website: 'shop.example.com' }],
      ['POST', path, undefined],
      ['GET', path, undefined],
    ] as const) {
      const answer = await strict.ask(method, url, body)
      assert.deepEqual([answer.status, answer.body], [404, missing])
    }
    assert.deepEqual((await shopOf(strict)).shopWebsites, [])
  })

  it('need a credential for checkout', async () => {
    const limited = await newClient(world, { lenient: true, products: ['sms'] })
    for (const method of ['POST', 'GET'] as const) assert.equal((await limited.ask(method, path, {})).status, 401)
  })
})

onOneEngine('shop address', (engine) => {
  let world: World
  before(async () => {
    world = await shareWorld(engine)
  })
  after(() => world.close())

  it('is a link of the payment page, before and after the payment', async () => {
    const path = await openCheckout(world)
    assert.doesNotMatch((await getPage(world, path)).html, /Back to/)
    const set = (shopUrl: string) => command(world, 'PATCH', `/accounts/${world.accountId}`, { shopUrl })
    assert.equal((await set('javascript:alert(1)')).status, 400)
    assert.equal((await set('https://shop.example.com/?a=1&b=2')).status, 200)
    const link = /<a href="https:\/\/shop\.example\.com\/\?a=1&amp;b=2" rel="noreferrer">Back to /
    assert.match((await getPage(world, path)).html, link)
    await postForm(world, path, 'cancel')
    assert.match((await getPage(world, path)).html, link)
  })
})
