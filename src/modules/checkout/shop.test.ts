import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
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
