import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { AnswerReader } from './answer.ts'

interface Result {
  readonly state: string
  readonly status: number
  readonly headers: object
  readonly body: string
  readonly isReusable: boolean
}

/** Reads the pieces like a connection does: bytes after the response make the connection unusable. */
function readPieces(pieces: readonly Buffer[], isClosed = true): Result {
  const body: Buffer[] = []
  const reader = new AnswerReader((bytes) => body.push(Buffer.from(bytes)))
  let hasMore = false
  for (const piece of pieces) {
    if (reader.state === 'reading') reader.read(piece)
    else hasMore ||= piece.length > 0
  }
  if (isClosed) reader.end()
  const { state, status, headers, isReusable } = reader
  const isDone = state === 'done'
  return {
    state,
    status: isDone ? status : 0,
    headers: isDone ? { ...headers } : {},
    body: isDone ? Buffer.concat(body).toString('latin1') : '',
    isReusable: isDone && isReusable && !hasMore,
  }
}

const read = (text: string, isClosed = false) => readPieces([Buffer.from(text, 'latin1')], isClosed)
const http = (...lines: readonly string[]) => lines.join('\r\n')

/** Complete responses: status, body, and whether the connection can be used again. */
const complete: readonly (readonly [what: string, text: string, status: number, body: string, isReusable: boolean])[] =
  [
    ['a body with a length', http('HTTP/1.1 200 OK', 'Content-Length: 4', '', 'okay'), 200, 'okay', true],
    ['an empty body', http('HTTP/1.1 500 Sorry', 'content-length: 0', '', ''), 500, '', true],
    ['no reason', http('HTTP/1.1 299', 'content-length: 0', '', ''), 299, '', true],
    ['an unusual status', http('HTTP/1.1 999 Denied', 'content-length: 0', '', ''), 999, '', true],
    ['status 204', http('HTTP/1.1 204 No Content', '', ''), 204, '', true],
    ['status 304 with a length', http('HTTP/1.1 304 Not Modified', 'content-length: 10', '', ''), 304, '', true],
    [
      'chunks with extensions and trailers',
      http(
        'HTTP/1.1 200 OK',
        'Transfer-Encoding: Chunked',
        '',
        '4;a=b',
        'okay',
        'A',
        '0123456789',
        '0',
        'x: y',
        '',
        '',
      ),
      200,
      'okay0123456789',
      true,
    ],
    ['no chunks', http('HTTP/1.1 200 OK', 'transfer-encoding: chunked', '', '0', '', ''), 200, '', true],
    [
      'a closing server',
      http('HTTP/1.1 200 OK', 'connection: x, Close', 'content-length: 1', '', 'a'),
      200,
      'a',
      false,
    ],
    ['HTTP/1.0', http('HTTP/1.0 200 OK', 'content-length: 1', '', 'a'), 200, 'a', false],
    [
      'HTTP/1.0 that keeps the connection',
      http('HTTP/1.0 200 OK', 'connection: Keep-Alive', 'content-length: 1', '', 'a'),
      200,
      'a',
      true,
    ],
    [
      'HTTP/1.0 with chunks',
      http('HTTP/1.0 200 OK', 'connection: keep-alive', 'transfer-encoding: chunked', '', '0', '', ''),
      200,
      '',
      false,
    ],
    [
      'informational responses',
      http(
        'HTTP/1.1 100 Continue',
        '',
        'HTTP/1.1 103 Early Hints',
        'link: </a>',
        '',
        'HTTP/1.1 201',
        'content-length: 0',
        '',
        '',
      ),
      201,
      '',
      true,
    ],
    ['more bytes than announced', http('HTTP/1.1 200 OK', 'content-length: 1', '', 'ab'), 200, 'a', false],
    [
      'another response that nobody asked for',
      http('HTTP/1.1 200 OK', 'content-length: 1', '', 'aHTTP/1.1 200 OK', 'content-length: 1', '', 'b'),
      200,
      'a',
      false,
    ],
  ]

/** Responses that could be read in two ways, or that are not HTTP. */
const invalid: readonly (readonly [what: string, text: string])[] = [
  [
    'a length and an encoding',
    http('HTTP/1.1 200', 'content-length: 1', 'transfer-encoding: chunked', '', '0', '', ''),
  ],
  ['two lengths', http('HTTP/1.1 200', 'content-length: 1', 'content-length: 2', '', 'ab')],
  ['the same length twice', http('HTTP/1.1 200', 'content-length: 1', 'Content-Length: 1', '', 'a')],
  ['a list of lengths', http('HTTP/1.1 200', 'content-length: 1, 1', '', 'a')],
  ...['+1', '-1', '0x1', '1 1', '1.0', '', ' ', '9'.repeat(16)].map(
    (length) => [`the length "${length}"`, http('HTTP/1.1 200', `content-length: ${length}`, '', 'a')] as const,
  ),
  ...['gzip', 'gzip, chunked', 'chunked, chunked', 'xchunked', 'identity', ''].map(
    (encoding) =>
      [`the encoding "${encoding}"`, http('HTTP/1.1 200', `transfer-encoding: ${encoding}`, '', '0', '', '')] as const,
  ),
  ['two encodings', http('HTTP/1.1 200', 'transfer-encoding: chunked', 'transfer-encoding: chunked', '', '0', '', '')],
  ...[
    '',
    'g',
    '-1',
    '+1',
    '0x1',
    ' 1',
    '1 ',
    '1 ;a',
    '1\t',
    '1;a\0',
    '1;a\n',
    'f'.repeat(13),
    `1;${'a'.repeat(300)}`,
  ].map(
    (line) =>
      [
        `the chunk line ${JSON.stringify(line.slice(0, 20))}`,
        http('HTTP/1.1 200', 'transfer-encoding: chunked', '', line, 'a', '0', '', ''),
      ] as const,
  ),
  ['a chunk that is too short', http('HTTP/1.1 200', 'transfer-encoding: chunked', '', '2', 'a', '0', '', '')],
  ['a chunk that is too long', http('HTTP/1.1 200', 'transfer-encoding: chunked', '', '1', 'aa', '0', '', '')],
  ['a chunk with a bare line feed', 'HTTP/1.1 200\r\ntransfer-encoding: chunked\r\n\r\n1\na\n0\n\n\r\n\r\n'],
  ['an invalid trailer', http('HTTP/1.1 200', 'transfer-encoding: chunked', '', '0', 'x y', '', '')],
  ['a continuation line', http('HTTP/1.1 200', 'x: a', ' b', 'content-length: 0', '', '')],
  ['a continuation line first', http('HTTP/1.1 200', ' x: a', 'content-length: 0', '', '')],
  ['a name with a space', http('HTTP/1.1 200', 'content-length : 0', '', '')],
  ['an empty name', http('HTTP/1.1 200', ': a', '', '')],
  ['no colon', http('HTTP/1.1 200', 'content-length', '', '')],
  ['a NUL in a header', http('HTTP/1.1 200', 'x: a\0', '', '')],
  ['a carriage return in a header', http('HTTP/1.1 200', 'x: a\rcontent-length: 0', '', '')],
  ['a line feed in a header', http('HTTP/1.1 200', 'x: a\ncontent-length: 0', '', '')],
  ['another protocol', http('SSH-2.0-OpenSSH', '')],
  ['another version', http('HTTP/2.0 200 OK', '', '')],
  ['version 1.2', http('HTTP/1.2 200 OK', 'content-length: 0', '', '')],
  ['a line before the response', http('', 'HTTP/1.1 200 OK', 'content-length: 0', '', '')],
  ...['20', '2000', '099', 'abc', ''].map(
    (status) => [`the status "${status}"`, http(`HTTP/1.1 ${status} OK`, 'content-length: 0', '', '')] as const,
  ),
  ['two spaces before the status', http('HTTP/1.1  200 OK', 'content-length: 0', '', '')],
  ['a switch of protocols', http('HTTP/1.1 101 Switching Protocols', 'upgrade: x', '', '')],
  ['endless informational responses', http('HTTP/1.1 103', '', '').repeat(17)],
]

describe('AnswerReader', () => {
  for (const [what, text, status, body, isReusable] of complete)
    it(`reads ${what}`, () => {
      const result = read(text)
      assert.deepEqual(
        [result.state, result.status, result.body, result.isReusable],
        ['done', status, body, isReusable],
      )
    })

  for (const [what, text] of invalid)
    it(`rejects ${what}`, () => {
      assert.equal(read(text).state, 'invalid')
    })

  it('reads a body without a length until the connection ends', () => {
    const text = http('HTTP/1.1 200 OK', '', 'the beginning')
    assert.equal(read(text).state, 'reading')
    assert.deepEqual(read(text, true), {
      state: 'done',
      status: 200,
      headers: {},
      body: 'the beginning',
      isReusable: false,
    })
  })

  it('is incomplete when the connection ends early', () => {
    for (const [, text] of complete.slice(0, 8))
      for (let length = 0; length < text.length; length += 1)
        assert.equal(read(text.slice(0, length), true).state, 'reading', text.slice(0, length))
  })

  it('joins repeated headers, lowers names, and trims spaces but no other bytes', () => {
    const text = http(
      'HTTP/1.1 204',
      'A: 1',
      'a:\t2 \t',
      '__proto__: x',
      'constructor: y',
      'b: \xc3\xa0',
      'empty:',
      '',
      '',
    )
    assert.deepEqual(
      Object.entries(read(text).headers),
      Object.entries({ a: '1, 2', ['__proto__']: 'x', constructor: 'y', b: '\xc3\xa0', empty: '' }),
    )
  })

  it('limits the headers to 16 KiB', () => {
    const head = (size: number) => `HTTP/1.1 204\r\nx: ${'y'.repeat(size - 21)}\r\n\r\n`
    assert.equal(head(100).length, 100)
    assert.equal(read(head(16_384)).state, 'done')
    assert.equal(read(head(16_385)).state, 'too long')
    assert.equal(read(`HTTP/1.1 200${' '.repeat(20_000)}`).state, 'too long')
    const trailers = (size: number) =>
      http('HTTP/1.1 200', 'transfer-encoding: chunked', '', '0', `x: ${'y'.repeat(size)}`, '', '')
    assert.equal(read(trailers(16_000)).state, 'done')
    assert.equal(read(trailers(17_000)).state, 'invalid')
  })

  const texts = [...complete, ...invalid].map(([, text]) => text)
  const cuts = fc.array(fc.nat(400), { maxLength: 8 })

  it('gives the same result for any split of the bytes', () => {
    for (const text of texts) {
      const bytes = Buffer.from(text, 'latin1')
      const whole = readPieces([bytes])
      assert.deepEqual(readPieces(Array.from(bytes, (byte) => Buffer.from([byte]))), whole, text)
      for (let at = 0; at <= bytes.length; at += 1)
        assert.deepEqual(readPieces([bytes.subarray(0, at), bytes.subarray(at)]), whole, text)
    }
  })

  it('gives the same result for any split of damaged bytes, and never fails', () => {
    const damage = fc.tuple(
      fc.nat(400),
      fc.constantFrom('', '\r', '\n', '\r\n', ' ', '0', '\0', ':', 'HTTP/1.1 200\r\n'),
    )
    const damaged = fc.tuple(fc.constantFrom(...texts), fc.array(damage, { maxLength: 3 })).map(([text, changes]) =>
      changes.reduce((changed, [at, put]) => {
        const place = at % (changed.length + 1)
        return changed.slice(0, place) + put + changed.slice(place + 1)
      }, text),
    )
    fc.assert(
      fc.property(damaged, cuts, (text, at) => {
        const bytes = Buffer.from(text, 'latin1')
        assert.deepEqual(readPieces(split(bytes, at)), readPieces([bytes]))
      }),
      { numRuns: 1_000 },
    )
  })

  it('returns the body that a server encoded in chunks of any size', () => {
    const chunks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 6 })
    fc.assert(
      fc.property(chunks, cuts, (bodies, at) => {
        const encoded = bodies.map((body) => {
          const size = Buffer.from(`${body.length.toString(16)}\r\n`)
          return Buffer.concat([size, body, Buffer.from('\r\n')])
        })
        const head = Buffer.from(http('HTTP/1.1 200 OK', 'transfer-encoding: chunked', '', ''))
        const bytes = Buffer.concat([head, ...encoded, Buffer.from('0\r\n\r\n')])
        const { state, body, isReusable } = readPieces(split(bytes, at), false)
        const expected = Buffer.concat(bodies).toString('latin1')
        assert.deepEqual([state, body, isReusable], ['done', expected, true])
      }),
    )
  })
})

function split(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((one, other) => one - other), bytes.length]
  return places.slice(1).map((to, index) => bytes.subarray(places[index], to))
}
