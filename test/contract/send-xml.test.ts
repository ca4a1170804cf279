import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { createToken } from '../../src/modules/accounts/index.ts'
import { shareWorld } from '../shared-world.ts'
import { type Answer, onOneEngine, until, type World } from '../world.ts'

const unsupported = { code: 415, message: 'Unsupported Media Type' }

const escaped = (text: string) => text.replace(/[&<>"'\r]/g, (character) => `&#${character.charCodeAt(0)};`)
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

onOneEngine('POST /v1/send, in XML', (engine) => {
  let world: World
  before(async () => {
    world = await shareWorld(engine)
  })
  after(() => world.close())

  const post = (body: string | Buffer, headers: Record<string, string | undefined> = {}) =>
    world.request('POST', '/v1/send', { body, headers: { 'content-type': 'application/xml', ...headers } })
  const countRequests = async () =>
    (await sql<{ count: number }>`select count(*) as count from sms_requests`.execute(world.db)).rows[0]?.count
  const stored = async ({ status, body }: Answer) => {
    assert.equal(status, 200, JSON.stringify(body))
    const { rows } = await sql<{
      text: string
      segments: number
      encoding: string
      recipients: string[]
      phones: string[]
      job: string | null
    }>`
      select r.text, r.segments, r.encoding, r.job_name as job,
             array_agg(m.recipient_id order by m.id) as recipients, array_agg(m.phone order by m.id) as phones
        from sms_requests r
        join sms_messages m on m.request_id = r.id
       where r.id = ${body.request_id}
       group by r.id
    `.execute(world.db)
    return rows[0] ?? assert.fail('nothing was stored')
  }

  function assertAnswer({ status, body, headers }: Answer, expectedStatus: number, expected: unknown) {
    assert.deepEqual(body, expected)
    assert.equal(status, expectedStatus)
    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  }

  it('accepts one recipient, answers in JSON, and delivers', async () => {
    const answer = await post(sendXml())
    const { request_id, ...rest } = answer.body
    assert.match(request_id, /^\d+$/)
    const counts = { valid: 1, invalid: 0, duplicates: 0, opted_out: 0, total_validated: 1 }
    assertAnswer({ ...answer, body: rest }, 200, {
      successful: true,
      code: 100,
      message: 'Message Submitted Successfully',
      ...counts,
    })
    await until(
      'the message is delivered',
      async () => (await world.statuses(request_id)).get('255712345678') === 'DELIVERED',
    )
  })

  it('accepts and classifies many recipients', async () => {
    const numbers = Array.from({ length: 700 }, (_, index) => `25571300${1_000 + index}`)
    const { status, body } = await post(
      sendXml({ recipients: `\n${recipientsOf(...numbers, '255713001000', '+255713009999', ' 255713009998')}\n` }),
    )
    assert.deepEqual([status, body.valid, body.invalid, body.duplicates, body.total_validated], [200, 700, 2, 1, 703])
  })

  it('accepts any root, unknown elements, attributes, comments and a byte order mark', async () => {
    const children = sendXml().replace(/^.*<send>|<\/send>\n$/gs, '')
    const bodies = [
      `<x>${children}</x>`,
      `<message>${children}</message>`,
      `<s:Envelope xmlns:s="urn:x" a='1'>${children}<s:message>other</s:message><unknown><deep/></unknown></s:Envelope>`,
      `\ufeff<!-- one --><r>${children}<!-- two --><?three?></r><!-- four -->`,
      `<r>${children}<__proto__><message>x</message></__proto__><constructor/><hasOwnProperty>1</hasOwnProperty></r>`,
    ]
    for (const body of bodies) assert.equal((await stored(await post(body))).text, 'Hello', body)
    assert.equal(({} as Record<string, unknown>).message, undefined)
  })

  it('accepts every spelling of its type', async () => {
    for (const type of [
      'application/xml',
      'text/xml',
      'text/xml; charset=utf-8',
      'application/xml;charset="UTF-8"',
      'Application/XML',
      'TEXT/Xml ; charset=UTF-8',
    ])
      assert.equal((await post(sendXml(), { 'content-type': type })).status, 200, type)
    for (const type of ['application/xhtml+xml', 'text/xmlx', 'application/soap+xml', 'xml'])
      assertAnswer(await post(sendXml(), { 'content-type': type }), 415, unsupported)
  })

  const texts: readonly [title: string, content: string, text: string, segments: number][] = [
    ['entities', 'A &lt; B &amp;&amp; C &gt; D &quot;x&quot; &apos;y&apos;', `A < B && C > D "x" 'y'`, 1],
    ['character references', '&#72;&#x69; &#x20AC;', 'Hi €', 1],
    ['references that look like markup', '&lt;b&gt;&amp;amp;', '<b>&amp;', 1],
    ['raw text', '<![CDATA[<b>1 & 2</b>]]>', '<b>1 & 2</b>', 1],
    ['white space', ' \n\tHello  \n', ' \n\tHello  \n', 1],
    ['line ends of Windows', 'a\r\nb', 'a\r\nb', 1],
    ['white space that makes a second segment', `${'x'.repeat(158)}   `, `${'x'.repeat(158)}   `, 2],
    ['only white space', '   ', '   ', 1],
    ['text that looks like a number', '0012.50', '0012.50', 1],
    ['text that looks like a boolean', 'true', 'true', 1],
    ['a text cut by a comment', 'Hel<!-- x -->lo', 'Hello', 1],
    ['characters beyond the first plane', '😀&#x1F600;', '😀😀', 1],
  ]
  for (const [title, content, text, segments] of texts) {
    it(`stores text unchanged: ${title}`, async () => {
      const kept = await stored(await post(sendXml({ message: content, job_name: content })))
      assert.deepEqual([kept.text, kept.job, kept.segments], [text, text, segments])
    })
  }

  it('stores any text that XML can carry', async () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
      .filter((said) => !/[^\t\n\r\x20-\ufffd]/.test(said) && said.isWellFormed())
    await fc.assert(
      fc.asyncProperty(text, async (said) =>
        assert.equal((await stored(await post(sendXml({ message: escaped(said) })))).text, said),
      ),
      { numRuns: 40 },
    )
  })

  it('reads numbers like digit strings in JSON, and keeps leading zeros', async () => {
    const recipients = '<recipient><recipient_id>007</recipient_id><dest_addr>255712345678</dest_addr></recipient>'
    const kept = await stored(await post(sendXml({ encoding: '08', recipients, job_name: '007' })))
    assert.deepEqual([kept.encoding, kept.recipients, kept.job], ['ucs2', ['7'], '007'])
    const inJson = await world.send({
      encoding: '08',
      recipients: [{ recipient_id: '007', dest_addr: '255712345678' }],
      job_name: '007',
    })
    assert.deepEqual(await stored(inJson), kept)
  })

  it('is as lenient as JSON with lenient credentials', async () => {
    const { token } = await world.db.transaction((tx) =>
      createToken(tx, world.accountId, 'lenient', new Date(), { lenient: true }),
    )
    const recipients = '<recipient><recipient_id>0x-7 </recipient_id><dest_addr>+255712345678</dest_addr></recipient>'
    const answer = await post(sendXml({ encoding: null, recipients }), { authorization: token })
    assert.equal(typeof answer.body.request_id, 'number')
    const kept = await stored(answer)
    assert.deepEqual([kept.recipients, kept.phones, kept.encoding], [['0x-7 '], ['255712345678'], 'gsm'])
  })

  it('sends now if the time is empty, and later otherwise', async () => {
    const due = async ({ body }: Answer) =>
      (
        await sql<{ at: Date }>`select due_at as at from sms_requests where id = ${body.request_id}`.execute(world.db)
      ).rows[0]?.at.toISOString()
    assert.ok(((await due(await post(sendXml({ schedule_time: '' })))) ?? '') <= world.clock.now().toISOString())
    assert.equal(await due(await post(sendXml({ schedule_time: '2099-01-01 00:00' }))), '2099-01-01T00:00:00.000Z')
  })

  const good = sendXml()
  it('supports Idempotency-Key', async () => {
    const before = (await countRequests()) ?? 0
    const first = await post(good, { 'idempotency-key': 'xml' })
    const again = await post(good, { 'idempotency-key': 'xml' })
    assert.deepEqual([again.status, again.text, again.headers['idempotent-replayed']], [200, first.text, 'true'])
    assert.equal((await post(`${good}\n`, { 'idempotency-key': 'xml' })).status, 409)
    assert.equal((await world.send({}, { 'idempotency-key': 'xml' })).status, 409)
    assert.equal(await countRequests(), before + 1)
  })
})
