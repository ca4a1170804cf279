import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  checkLinkUrl,
  codeLength,
  codeToId,
  createCodes,
  idToCode,
  isRobot,
  linkBase,
  parseCode,
  shortUrl,
} from './rules.ts'

describe('codes of links', () => {
  const codes = createCodes(100_000)

  it('are distinct and have ten characters of base 62', () => {
    assert.equal(new Set(codes).size, 100_000)
    assert.ok(codes.every((code) => /^[0-9A-Za-z]{10}$/.test(code) && parseCode(code) === code))
  })

  it('are uniform in every character', () => {
    for (let place = 0; place < codeLength; place += 1) {
      const counts = new Map<string, number>()
      for (const code of codes) counts.set(code.charAt(place), (counts.get(code.charAt(place)) ?? 0) + 1)
      assert.equal(counts.size, 62)
      const expected = codes.length / 62
      const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
      // Chance does not reach 200 with 61 degrees of freedom. A biased choice, such as byte % 62, is above 600.
      assert.ok(chiSquare < 200, `${place}: ${chiSquare}`)
    }
  })

  it('are created in any number', () => {
    for (const count of [0, 1, 2, 4_097]) assert.equal(createCodes(count).length, count)
  })

  const known: readonly (readonly [code: string, id: string])[] = [
    ['0000000000', '0'],
    ['0000000001', '1'],
    ['000000000z', '61'],
    ['0000010000', '14776336'],
    ['0000100000', '916132832'],
    ['zzzzzzzzzz', '839299365868340223'],
  ]
  for (const [code, id] of known)
    it(`${code} is ${id}`, () => assert.deepEqual([codeToId(code), idToCode(id)], [id, code]))

  it('survive the conversion', () => {
    for (const code of codes.slice(0, 1_000)) assert.equal(idToCode(codeToId(code)), code)
  })

  for (const text of [
    '',
    '123456789',
    '12345678901',
    '123456789-',
    '12345 7890',
    '123456789\n',
    '１234567890',
    '../../etc/',
  ])
    it(`are not ${JSON.stringify(text)}`, () => assert.equal(parseCode(text), null))
})

describe('the URL of a link', () => {
  const cases: readonly (readonly [url: string, normalized: string | null])[] = [
    ['https://example.com', 'https://example.com/'],
    ['HTTP://EXAMPLE.com:80/A?b=c#d', 'http://example.com/A?b=c#d'],
    ['https://example.com/ä', 'https://example.com/%C3%A4'],
    ['https://münchen.example/', 'https://xn--mnchen-3ya.example/'],
    ['https://example.com\\@evil.example', 'https://example.com/@evil.example'],
    [`https://example.com/${'a'.repeat(1_980)}`, `https://example.com/${'a'.repeat(1_980)}`],
    [`https://example.com/${'a'.repeat(1_981)}`, null],
    [`https://example.com/${'ä'.repeat(1_000)}`, null],
    ['https://user@example.com', null],
    ['https://user:pass@example.com', null],
    ['https://:pass@example.com', null],
    ['https:example.com', null],
    ['//example.com', null],
    ['/path', null],
    ['example.com', null],
    ['https://', null],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['ftp://example.com', null],
    ['https://example.com/a b', null],
    [' https://example.com', null],
    ['https://example.com/\r\nSet-Cookie: a=b', null],
    ['https://example.com/\0', null],
    ['https://example.com/\u00a0', null],
    ['', null],
  ]
  for (const [url, normalized] of cases)
    it(`${JSON.stringify(url.slice(0, 40))} is ${normalized === null ? 'rejected' : 'normalized'}`, () =>
      assert.equal(checkLinkUrl(url), normalized))
})

describe('robots', () => {
  const agents: readonly (readonly [agent: string | undefined, robot: boolean])[] = [
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', true],
    ['facebookexternalhit/1.1 Facebot Twitterbot/1.0', true],
    ['TelegramBot (like TwitterBot)', true],
    ['WhatsApp/2.23.20.0 A', true],
    ['Slackbot-LinkExpanding 1.0', true],
    ['Slack-ImgProxy', true],
    ['Mozilla/5.0 (Windows NT 6.1) SkypeUriPreview Preview/0.5', true],
    ['Mozilla/5.0 (compatible; Baiduspider/2.0)', true],
    ['python-requests/2.31', true],
    ['Mozilla/5.0 (Linux; Android 10; CUBOT X30) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36', false],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Mobile Safari/604.1',
      false,
    ],
    ['Opera/9.80 (J2ME/MIDP; Opera Mini/7.1) Presto/2.12', false],
    ['', false],
    [undefined, false],
  ]
  for (const [agent, robot] of agents)
    it(`${agent} ${robot ? 'is one' : 'is not one'}`, () => assert.equal(isRobot(agent), robot))
})

describe('the address of short links', () => {
  const none = { publicUrl: null, hostLinks: null, staging: false, port: 8080 }
  const cases = [
    [{ ...none, publicUrl: 'https://ngoma.example' }, 'https://ngoma.example/l/'],
    [{ ...none, hostLinks: ['go.example', 'to.example'] }, 'https://go.example/l/'],
    [{ ...none, publicUrl: 'https://ngoma.example', hostLinks: ['go.example'] }, 'https://go.example/l/'],
    [{ ...none, publicUrl: 'http://ngoma.example:8443', hostLinks: ['go.example'] }, 'http://go.example:8443/l/'],
    [{ ...none, publicUrl: 'https://to.example', hostLinks: ['go.example', 'to.example'] }, 'https://to.example/l/'],
    [{ ...none, staging: true }, 'http://localhost:8080/l/'],
    [none, null],
  ] as const
  for (const [config, base] of cases)
    it(`is ${base} for ${JSON.stringify(config)}`, () => assert.equal(linkBase(config), base))

  it('ends with the code', () =>
    assert.equal(shortUrl('https://go.example/l/', '0123456789'), 'https://go.example/l/0123456789'))
})
