import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { shareWorld } from '../shared-world.ts'
import { authorization, postgresUrl, sendBody, type World } from '../world.ts'

const invalidFormat = { code: 113, message: 'Invalid Request Format' }
const unsupported = { code: 415, message: 'Unsupported Media Type' }
const tooLarge = { code: 413, message: 'Request Body Is Too Large' }
const badRequest = { code: 400, message: 'Bad Request' }
const badKey = { code: 104, message: 'Invalid Idempotency-Key' }

const good = JSON.stringify(sendBody())
const json = 'Content-Type: application/json'
const length = (body: string | Buffer) => `Content-Length: ${body.length}`
/** A complete request with these header lines. */
const request = (lines: readonly string[], body = '') =>
  [
    'POST /v1/send HTTP/1.1',
    'Host: localhost',
    `Authorization: ${authorization}`,
    'Connection: close',
    ...lines,
    '',
    body,
  ].join('\r\n')

/** On one engine: these errors do not reach the database. */
describe('POST /v1/send, over a socket', () => {
  let world: World
  let port: number
  before(async () => {
    world = await shareWorld(postgresUrl === null ? 'embedded' : 'postgres')
    port = Number(new URL(await world.listen()).port)
  })
  after(() => world.close())

  const count = async () =>
    (
      await sql<{
        count: number
      }>`select (select count(*) from sms_requests) + (select count(*) from sms_messages) + (select count(*) from idempotency_keys) as count`.execute(
        world.db,
      )
    ).rows[0]?.count

  /**
   * A single write: the server may close before it has read everything, and a second write would fail before the answer
   * is read.
   */
  async function talk(bytes: string | Buffer): Promise<string> {
    const socket = connect(port, '127.0.0.1')
    const answer: Buffer[] = []
    socket.on('data', (data) => answer.push(data))
    // The server may reset the connection after its answer.
    socket.on('error', () => {})
    socket.write(bytes)
    await once(socket, 'close').catch(() => {})
    return Buffer.concat(answer).toString()
  }

  async function assertSaid(bytes: string | Buffer, status: number, body: unknown) {
    const before = await count()
    const answer = await talk(bytes)
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `))
    assert.match(answer, /\r\ncontent-type: application\/json; charset=utf-8\r\n/i)
    assert.match(answer, /\r\nx-request-id: [\w-]+\r\n/i)
    assert.deepEqual(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))), body)
    assert.equal(await count(), before, 'nothing is stored')
  }

  it('answers 413 to 20 MiB, with or without Content-Length', async () => {
    const body = Buffer.alloc(20 << 20, ' ')
    await assertSaid(Buffer.concat([Buffer.from(request([json, length(body)])), body]), 413, tooLarge)
    const chunk = [Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]
    await assertSaid(
      Buffer.concat([Buffer.from(request([json, 'Transfer-Encoding: chunked'])), ...chunk]),
      413,
      tooLarge,
    )
  })

  it('answers 431 to a header of 1 MB', async () => {
    const tooMuch = { code: 431, message: 'Request Header Fields Too Large' }
    await assertSaid(request([json, `X-Large: ${'x'.repeat(1 << 20)}`, length(good)], good), 431, tooMuch)
    await assertSaid(
      request([json, ...Array.from({ length: 20_000 }, (_, index) => `X-Many-${index}: x`), length(good)], good),
      431,
      tooMuch,
    )
  })

  const refused: readonly [title: string, lines: readonly string[], body: string, status: number, answer: unknown][] = [
    ['invalid JSON', [json, 'Content-Length: 2'], 'no', 400, invalidFormat],
    ['an empty body', [json, 'Content-Length: 0'], '', 400, invalidFormat],
    ['no body', [json], '', 400, invalidFormat],
    ['no body and no content type', [], '', 400, invalidFormat],
    ['no content type', [length(good)], good, 415, unsupported],
    ['plain text', ['Content-Type: text/plain', length(good)], good, 415, unsupported],
    ['an empty key', [json, 'Idempotency-Key:', length(good)], good, 400, badKey],
    ['a key of white space', [json, 'Idempotency-Key:  \t ', length(good)], good, 400, badKey],
    ['a key of 256 characters', [json, `Idempotency-Key: ${'k'.repeat(256)}`, length(good)], good, 400, badKey],
    ['an invalid Content-Length', [json, 'Content-Length: some'], good, 400, badRequest],
    ['both Content-Length and chunks', [json, length(good), 'Transfer-Encoding: chunked'], good, 400, badRequest],
    ['invalid chunks', [json, 'Transfer-Encoding: chunked'], good, 400, badRequest],
    ['a NUL in a header', [json, 'X-Nul: a\0b', length(good)], good, 400, badRequest],
  ]
  for (const [title, lines, body, status, answer] of refused) {
    it(`answers ${status} to ${title}`, async () => assertSaid(request(lines, body), status, answer))
  }

  it('answers 400 to bytes that are not HTTP', () => assertSaid('hello\r\n\r\n', 400, badRequest))

  it('accepts a valid request, whole or chunked', async () => {
    assert.match(await talk(request([json, length(good)], good)), /^HTTP\/1.1 200 OK\r\n/)
    const half = good.length >> 1
    const chunks = [good.slice(0, half), good.slice(half), '']
      .map((part) => `${part.length.toString(16)}\r\n${part}\r\n`)
      .join('')
    assert.match(await talk(request([json, 'Transfer-Encoding: chunked'], chunks)), /^HTTP\/1.1 200 OK\r\n/)
  })
})
