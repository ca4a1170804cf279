import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { digitsOf, endOf } from './digits.ts'

const nothing = {
  requestId: 'r',
  path: '/v2/messages',
  query: null,
  message: null,
  hint: null,
  idempotencyKey: null,
  body: null,
  answer: null,
}

describe('digitsOf', () => {
  const phone = '255712345678'
  const texts = [
    { body: '{"to":["255712345678"]}' },
    { body: '{"to":255712345678}' },
    { body: '{"to":"0712 345 678"}' },
    { body: '{"to":"+255 (712) 345-678"}' },
    { body: '{"to":"0712\u2013345\u2013678"}' },
    { body: JSON.stringify({ to: '0712\t345\n678' }) },
    { body: '{"to":"2 0712 345 678 9"}' },
    { answer: '{"phone":"255712345678"}' },
    { query: 'number=%2B255712345678' },
    { query: 'number=%28712%29+345+678' },
    { requestId: 'order-0712345678' },
    { idempotencyKey: '0712345678-1' },
    { path: '/v2/things/0712345678' },
    { message: 'no 0712345678' },
    { hint: 'no 0712345678' },
  ]
  for (const text of texts)
    it(`finds a number in ${JSON.stringify(text)}`, () =>
      assert.ok(digitsOf({ ...nothing, ...text }).includes(endOf(phone))))

  it('has no other numbers', () => {
    assert.deepEqual(digitsOf({ ...nothing, body: '{"to":["255712345679"],"n":123456}' }).includes(endOf(phone)), false)
    assert.deepEqual(digitsOf({ ...nothing, body: '["123456","78"]' }), [])
    assert.deepEqual(digitsOf({ ...nothing, body: '0000012 x 0000012' }), [12])
  })
})
