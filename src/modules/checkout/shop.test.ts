import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { getPage, openCheckout, postForm } from '../../../test/checkout.ts'
import { adminPassword, command } from '../../../test/console/people.ts'
import { onOneEngine, openWorld, type World } from '../../../test/world.ts'
import { parseShopUrl } from './shop.ts'

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

onOneEngine('shop address', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine, { config: { adminPassword } })
  })
  after(() => world.close())

  it('is a link of the payment page, before and after the payment', async () => {
    const path = await openCheckout(world)
    assert.doesNotMatch((await getPage(world, path)).html, /Back to/)
    const set = (url: string) => command(world, 'PUT', '/accounts/1/shop', { url })
    assert.equal((await set('javascript:alert(1)')).status, 400)
    assert.equal((await set('https://shop.example.com/?a=1&b=2')).status, 200)
    const link = /<a href="https:\/\/shop\.example\.com\/\?a=1&amp;b=2" rel="noreferrer">Back to /
    assert.match((await getPage(world, path)).html, link)
    await postForm(world, path, 'cancel')
    assert.match((await getPage(world, path)).html, link)
  })
})
