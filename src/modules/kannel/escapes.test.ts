import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fillEscapes, type ReportValues } from './escapes.ts'
import { withoutUserInfo } from './parse.ts'

const receipt =
  'id:1794927675440062 sub:001 dlvrd:001 submit date:2611171502 done date:2611171502 stat:DELIVRD err:000 text:Hello big  world'

const values: ReportValues = {
  id: 1,
  event: 1,
  recipient: '+255712345678',
  sender: 'INFO X',
  reply: receipt,
  at: new Date('2026-11-17T15:02:06.700Z'),
  requestId: 1_794_927_675_440_062,
  user: 'tester',
  account: 'k',
  smsc: 'carrier',
  url: 'http://127.0.0.1/dlr?a b',
}

/** The values that Kannel 1.4.5 sent for the same message and receipt. */
const recorded = {
  d: '1',
  p: '%2B255712345678',
  P: 'INFO+X',
  q: '%2B255712345678',
  Q: 'INFO+X',
  a: 'id%3A1794927675440062+sub%3A001+dlvrd%3A001+submit+date%3A2611171502+done+date%3A2611171502+stat%3ADELIVRD+err%3A000+text%3AHello+big+world',
  A: 'id%3A1794927675440062+sub%3A001+dlvrd%3A001+submit+date%3A2611171502+done+date%3A2611171502+stat%3ADELIVRD+err%3A000+text%3AHello+big++world',
  b: 'id%3A1794927675440062+sub%3A001+dlvrd%3A001+submit+date%3A2611171502+done+date%3A2611171502+stat%3ADELIVRD+err%3A000+text%3AHello+big++world',
  t: '2026-11-17+15:02:06',
  T: '1794927726',
  i: 'carrier',
  n: 'tester',
  F: '1794927675440062',
  f: '',
  o: 'k',
  O: '00',
  c: '0',
  C: 'UTF-8',
  m: '-1',
  M: '-1',
  B: '',
  k: 'id%3A1794927675440062',
  u: '',
  v: '',
  V: '',
  N: '%N',
  x: '%x',
  Z: '%Z',
  '%': '%',
} as const

describe('escape codes of a dlr-url', () => {
  for (const [code, expected] of Object.entries(recorded))
    it(`fills in %${code} as Kannel does`, () => assert.equal(fillEscapes(`%${code}`, values), expected))

  it('keeps everything else, also a percent sign at the end', () =>
    assert.equal(fillEscapes('http://x/?own=a%20b&d=%d&end=%', values), 'http://x/?own=a%20b&d=1&end=%'))

  it('takes the words of the reply one by one', () =>
    assert.equal(
      fillEscapes('%k|%s|%S|%r', { ...values, reply: 'NACK/0x0b/Invalid De*st x  y' }),
      'NACK%2F0x0b%2FInvalid|De*st|x|y',
    ))

  it('writes a leading 00 as a plus', () =>
    assert.equal(fillEscapes('%q %p', { ...values, recipient: '00255712345671' }), '%2B255712345671 00255712345671'))

  it('writes the reply in hexadecimal digits and the URL itself', () =>
    assert.equal(fillEscapes('%e&%R', { ...values, reply: 'ACK/' }), '41434B2F&http%3A%2F%2F127.0.0.1%2Fdlr%3Fa+b'))

  it('gives every report an id of its own', () => {
    const [first, same, other] = [values, values, { ...values, id: 2 }].map((one) => fillEscapes('%I', one))
    assert.match(first ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.deepEqual([first === same, first === other], [true, false])
  })

  it('leaves out parameters of meta data', () => assert.equal(fillEscapes('a%#smpp#x#b', values), 'ab'))

  it('moves a user name and password to a header', () => {
    assert.deepEqual(withoutUserInfo('https://me:s%40crt@example.com/?a=b@c'), {
      url: 'https://example.com/?a=b@c',
      headers: { authorization: `Basic ${Buffer.from('me:s@crt').toString('base64')}` },
    })
    assert.deepEqual(withoutUserInfo('https://example.com/@x'), { url: 'https://example.com/@x', headers: {} })
    assert.equal(withoutUserInfo('https://%zz@example.com/'), null)
  })
})
