import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { shareWorld } from '../shared-world.ts'
import { type Answer, onOneEngine, sendBody, type World } from '../world.ts'

const invalidFormat = { code: 113, message: 'Invalid Request Format' }
const unsupported = { code: 415, message: 'Unsupported Media Type' }
const element = (name: string, content: string) => `<${name}>${content}</${name}>`

const recipientsOf = (...numbers: readonly string[]) =>
  numbers
    .map((number, index) =>
      element('recipient', element('recipient_id', String(index + 1)) + element('dest_addr', number)),
    )
    .join('')

/** A valid request as raw XML with changed fields; null omits a field. */
function sendXml(change: Readonly<Record<string, string | null>> = {}): string {
  const fields = {
    source_addr: 'INFO',
    message: 'Hello',
    encoding: '0',
    recipients: recipientsOf('255712345678'),
    ...change,
  }
  const children = Object.entries(fields).map(([name, content]) => (content === null ? '' : element(name, content)))
  return `<?xml version="1.0" encoding="UTF-8"?>\n<send>\n${children.join('\n')}\n</send>\n`
}

onOneEngine('POST /v1/send, errors in XML', (engine) => {
  let world: World
  before(async () => {
    world = await shareWorld(engine)
  })
  after(() => world.close())

  const post = (body: string | Buffer, headers: Record<string, string | undefined> = {}) =>
    world.request('POST', '/v1/send', { body, headers: { 'content-type': 'application/xml', ...headers } })

  const countRequests = async () =>
    (await sql<{ count: number }>`select count(*) as count from sms_requests`.execute(world.db)).rows[0]?.count

  function assertAnswer({ status, body, headers }: Answer, expectedStatus: number, expected: unknown) {
    assert.deepEqual(body, expected)
    assert.equal(status, expectedStatus)
    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  }

  /** Requests with one or more errors, and the code of the first. Null omits a field. */
  const refusals: readonly [title: string, change: Readonly<Record<string, string | null>>, code: number][] = [
    ['no sender', { source_addr: null, message: null, encoding: null }, 104],
    ['elements in the sender', { source_addr: '<x/>', encoding: null }, 104],
    ['no message', { message: null, encoding: '7' }, 104],
    ['elements in the message', { message: 'Hello <b>you</b>' }, 104],
    ['no encoding', { encoding: null, recipients: null }, 118],
    ['an empty encoding', { encoding: '' }, 118],
    ['an encoding with a space', { encoding: ' 0' }, 118],
    ['no recipients', { recipients: null, message: '' }, 119],
    ['empty recipients', { recipients: '', message: '' }, 119],
    ['other elements in recipients', { recipients: '<to>255712345678</to>' }, 119],
    ['text in a recipient', { recipients: '<recipient>255712345678</recipient>', message: '' }, 115],
    ['an empty recipient', { recipients: `${recipientsOf('255712345678')}<recipient/>` }, 115],
    ['a recipient without a number', { recipients: '<recipient><recipient_id>1</recipient_id></recipient>' }, 115],
    [
      'a recipient without a reference',
      { recipients: '<recipient><dest_addr>255712345678</dest_addr></recipient>' },
      116,
    ],
    [
      'a reference that is not a number',
      { recipients: '<recipient><recipient_id>1a</recipient_id><dest_addr>255712345678</dest_addr></recipient>' },
      116,
    ],
    ['an empty message', { message: '', schedule_time: 'soon' }, 109],
    ['an invalid time', { schedule_time: 'soon', source_addr: 'NOBODY' }, 117],
    ['elements in the time', { schedule_time: '<x/>' }, 117],
    ['a time in the past', { schedule_time: '2001-01-01 00:00', source_addr: 'NOBODY' }, 112],
    ['an unknown sender', { source_addr: 'NOBODY' }, 111],
    ['a sender with a space', { source_addr: ' INFO' }, 111],
    ['elements in the job name', { job_name: '<x/>', source_addr: null }, 113],
  ]

  it('reports the errors of JSON in the same order', async (test) => {
    const before = await countRequests()
    for (const [title, change, code] of refusals) {
      await test.test(`${title}: ${code}`, async () => {
        const { status, body } = await post(sendXml(change))
        assert.deepEqual([status, body.code, Object.keys(body)], [400, code, ['code', 'message']])
      })
    }
    assertAnswer(await post('<send/>'), 400, (await world.request('POST', '/v1/send', { body: '{}' })).body)
    assert.equal(await countRequests(), before)
  })

  const good = sendXml()
  const inside = (content: string) => good.replace('Hello', content)
  const typed = (type: string, content = 'Hello') => good.replace('?>\n', `?>\n${type}\n`).replace('Hello', content)

  const laughs = Array.from(
    { length: 9 },
    (_, index) => `<!ENTITY lol${index + 1} "${`&lol${index};`.repeat(10)}">`,
  ).join('')

  const malformed: readonly [title: string, body: string | Buffer][] = [
    ['nothing', ''],
    ['white space', ' \n'],
    ['JSON', JSON.stringify(sendBody())],
    ['half of a document', good.slice(0, -8)],
    ['two roots', `${good}<send/>`],
    ['text after the root', `${good}x`],
    ['text before the root', good.replace('<send>', 'x<send>')],
    ['tags that cross', inside('<a><b></a></b>')],
    ['an ampersand alone', inside('a & b')],
    ['an entity of HTML', inside('&nbsp;')],
    ['an unknown entity', inside('&x;')],
    ['a document type', typed('<!DOCTYPE send>')],
    ['a document type with an entity', typed('<!DOCTYPE send [<!ENTITY x "y">]>', '&x;')],
    ['an unused entity', typed('<!DOCTYPE send [<!ENTITY x "y">]>')],
    ['an external document type', typed('<!DOCTYPE send SYSTEM "http://127.0.0.1/x.dtd">')],
    ['an external entity', typed('<!DOCTYPE send [<!ENTITY x SYSTEM "file:///etc/passwd">]>', '&x;')],
    ['a parameter entity', typed('<!DOCTYPE send [<!ENTITY % x SYSTEM "http://127.0.0.1/x.dtd"> %x;]>')],
    ['a billion laughs', typed(`<!DOCTYPE send [<!ENTITY lol0 "lol">${laughs}]>`, '&lol9;')],
    ['a message twice', inside('Hello</message><message>Hello')],
    ['recipients twice', good.replace('</send>', '<recipients/></send>')],
    ['a NUL', inside('\0')],
    ['a reference to NUL', inside('&#0;')],
    ['a reference to half of a character', inside('&#xD83D;')],
    ['bytes that are no UTF-8', Buffer.from(inside('é'), 'latin1')],
    ['UTF-16', Buffer.from(good, 'utf16le')],
    ['33 levels', good.replace('</send>', `${'<a>'.repeat(32)}${'</a>'.repeat(32)}</send>`)],
    ['100,000 levels', '<a>'.repeat(100_000) + '</a>'.repeat(100_000)],
  ]

  it('answers 113 to malformed XML or a document type, and stores nothing', async (test) => {
    const before = await countRequests()
    for (const [title, body] of malformed)
      await test.test(title, async () =>
        assertAnswer(await post(body, { 'idempotency-key': 'bad' }), 400, invalidFormat),
      )
    assert.equal(await countRequests(), before)
    assert.equal((await post(good.replace('</send>', `${'<a>'.repeat(31)}${'</a>'.repeat(31)}</send>`))).status, 200)
  })

  it('has the same limits as JSON', async () => {
    assertAnswer(await post(Buffer.alloc((16 << 20) + 1, ' ')), 413, {
      code: 413,
      message: 'Request Body Is Too Large',
    })
    assertAnswer(await post(good, { 'content-encoding': 'gzip' }), 415, unsupported)
    const numbers = Array.from({ length: 100_001 }, (_, index) => `2557${10_000_000 + index}`)
    assertAnswer(await post(sendXml({ recipients: recipientsOf(...numbers) })), 400, {
      code: 114,
      message: 'Recipients Exceed Maximum Of 100000',
    })
  })

  it('is rejected on other routes, with any body', async () => {
    for (const type of ['application/xml', 'Text/XML; charset=utf-8']) {
      for (const body of [good, '', Buffer.alloc((16 << 20) + 1, ' ')]) {
        const answer = await world.request('POST', '/v1/chatapi', { body, headers: { 'content-type': type } })
        const other = await world.request('POST', '/v1/chatapi', { body, headers: { 'content-type': 'text/plain' } })
        assertAnswer(answer, 415, unsupported)
        assert.deepEqual(
          [other.status, other.body, other.headers['ngoma-hint']],
          [answer.status, answer.body, answer.headers['ngoma-hint']],
        )
      }
    }
    assert.equal(
      (
        await world.request('GET', '/public/v1/delivery-reports?request_id=1', {
          headers: { 'content-type': 'application/xml' },
        })
      ).status,
      200,
    )
    assert.equal(
      (await world.request('POST', '/v1/nothing', { body: good, headers: { 'content-type': 'application/xml' } }))
        .status,
      404,
    )
  })
})
