import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createAccount, createKey } from '../../src/modules/accounts/index.ts'
import { insertSender } from '../../src/modules/senders/index.ts'
import { command } from '../console/people.ts'
import { type Answer, basic, onOneEngine, openWorld, sendBody, type World } from '../world.ts'

const entry = { recipient_id: 1, dest_addr: '255712345678' }
const entries = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ recipient_id: index, dest_addr: `2557123${10_000 + index}` }))

const invalidId = 'Invalid Recipient ID'
const missing = (name: string) => `Missing Required Parameter: ${name}`
const texts: ReadonlyMap<number, string> = new Map([
  [113, 'Invalid Request Format'],
  [118, 'Missing Or Invalid Encoding'],
  [119, 'Missing Recipients'],
  [114, 'Recipients Exceed Maximum Of 3'],
  [115, 'Destination Address Missing'],
  [116, 'Missing Recipient ID'],
  [109, 'Invalid Message'],
  [117, 'Invalid Schedule Time'],
  [112, 'Schedule Time Is In The Past'],
  [111, 'Invalid Sender ID'],
  [106, 'No Route'],
])

/** Without staging there is no carrier: a valid request gets 106, the last error of the order. */
onOneEngine('POST /v1/send, errors', (engine) => {
  let world: World
  let strangers: string
  before(async () => {
    world = await openWorld(engine, {
      config: { staging: false, recipientsMax: 3 },
      startAt: new Date('2030-06-15T10:30:00Z'),
    })
    const now = world.clock.now()
    await command(world, 'POST', '/accounts/1/senders/1/approve')
    strangers = await world.db.transaction(async (tx) => {
      for (const status of ['pending', 'rejected', 'inactive'] as const)
        await insertSender(tx, 1, { sender: status.toUpperCase(), sampleContent: '', status }, now)
      await insertSender(tx, 1, { sender: 'SHOP', sampleContent: '', status: 'active' }, now)
      await insertSender(tx, 1, { sender: '2557123456789', sampleContent: '', status: 'active' }, now)
      await insertSender(tx, 1, { sender: 'TWELVE CHARS', sampleContent: '', status: 'active' }, now)
      const other = await createAccount(tx, { name: 'Other', parentId: null }, [], now)
      await insertSender(tx, other, { sender: 'THEIRS', sampleContent: '', status: 'pending' }, now)
      const { apiKey, secret } = await createKey(tx, other, 'key', now)
      return basic(apiKey, secret)
    })
  })
  after(() => world.close())

  const count = async () =>
    (
      await sql<{
        count: number
      }>`select (select count(*) from sms_requests) + (select count(*) from idempotency_keys) as count`.execute(
        world.db,
      )
    ).rows[0]?.count

  async function assertRefused({ status, body, headers }: Answer, code: number, message = texts.get(code)) {
    assert.deepEqual(body, { code, message })
    assert.equal(status, 400)
    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
    assert.equal(await count(), 0, 'nothing is stored')
  }

  const rows: readonly [code: number, title: string, change: Record<string, unknown>, message?: string][] = [
    [113, 'a job_name that is not a string', { job_name: 5 }],
    [113, 'a campaign_title that is not a string', { campaign_title: ['x'] }],
    [104, 'no source_addr', { source_addr: undefined }, missing('source_addr')],
    [104, 'a source_addr that is null', { source_addr: null }, missing('source_addr')],
    [104, 'a source_addr that is a number', { source_addr: 15_000 }, missing('source_addr')],
    [104, 'no message', { message: undefined }, missing('message')],
    [104, 'a message that is a list', { message: ['Hello'] }, missing('message')],
    [118, 'no encoding', { encoding: undefined }],
    [118, 'an unknown encoding', { encoding: 1 }],
    [118, 'an encoding that is a fraction', { encoding: 0.5 }],
    [118, 'an encoding in words', { encoding: 'UCS-2' }],
    [119, 'no recipients', { recipients: undefined }],
    [119, 'recipients that are no list', { recipients: entry }],
    [119, 'an empty list of recipients', { recipients: [] }],
    [114, 'one recipient too many', { recipients: entries(4) }],
    [115, 'an entry that is not an object', { recipients: [entry, '255712345678'] }],
    [115, 'an entry without dest_addr', { recipients: [entry, { recipient_id: 2 }] }],
    [115, 'a dest_addr that is a number', { recipients: [{ recipient_id: 2, dest_addr: 255712345678 }] }],
    [116, 'an entry without recipient_id', { recipients: [entry, { dest_addr: '255712345678' }] }],
    [116, 'a recipient_id that is a fraction', { recipients: [{ ...entry, recipient_id: 1.5 }] }, invalidId],
    [116, 'a recipient_id that is not a number', { recipients: [{ ...entry, recipient_id: 'one' }] }, invalidId],
    [109, 'an empty message', { message: '' }],
    [109, 'a message of 256 segments', { message: 'a'.repeat(255 * 153 + 1) }],
    [109, 'a message of 256 segments in UCS-2', { message: 'я'.repeat(255 * 67 + 1) }],
    [117, 'a schedule_time that is not a calendar date', { schedule_time: '2026-13-45 99:99' }],
    [117, 'a schedule_time that is a number', { schedule_time: 1_900_000_000 }],
    [112, 'a schedule_time in the past', { schedule_time: '2030-06-15 10:29' }],
    [106, 'a valid request without a configured carrier', {}],
    [106, 'the maximum number of recipients', { recipients: entries(3) }],
    [106, 'a message of the maximum length', { message: 'a'.repeat(255 * 153) }],
    [106, 'a request without valid recipients', { recipients: [{ ...entry, dest_addr: '+1' }] }],
    [106, 'a numeric sender of any length', { source_addr: '2557123456789' }],
  ]
  for (const [code, title, change, message] of rows) {
    it(`answers ${code} to ${title}`, async () => assertRefused(await world.send(change), code, message))
  }

  it('reports the first of several errors, in the specified order', async () => {
    const steps: readonly [change: Record<string, unknown>, code: number, message?: string][] = [
      [
        {
          job_name: 1,
          campaign_title: 1,
          source_addr: null,
          message: null,
          encoding: 5,
          recipients: [],
          schedule_time: 'soon',
        },
        113,
      ],
      [{ job_name: 'June' }, 113],
      [{ campaign_title: 'Offers' }, 104, missing('source_addr')],
      [{ source_addr: 'NOBODY' }, 104, missing('message')],
      [{ message: '' }, 118],
      [{ encoding: 0 }, 119],
      [{ recipients: [0, 0, 0, 0] }, 114],
      [{ recipients: [{}] }, 115],
      [{ recipients: [{ dest_addr: 'x' }] }, 116],
      [{ recipients: [{ recipient_id: 1, dest_addr: 'x' }] }, 109],
      [{ message: 'Hello' }, 117],
      [{ schedule_time: '2030-06-15 10:29' }, 112],
      [{ schedule_time: '2030-06-15 11:00' }, 111],
      [{ source_addr: 'INFO' }, 106],
    ]
    let body: Record<string, unknown> = {}
    for (const [change, code, message] of steps) {
      body = { ...body, ...change }
      await assertRefused(await world.request('POST', '/v1/send', { body }), code, message)
    }
  })

  describe('sender', () => {
    const active = 'active sender IDs of this account: 2557123456789, INFO, SHOP, TWELVE CHARS'
    const hints: readonly [sender: string, what: string][] = [
      ['', 'the sender ID is empty'],
      ['NOBODY', 'unknown sender ID "NOBODY"'],
      ['THEIRS', 'unknown sender ID "THEIRS"'],
      ['TWELVELETTER', 'the sender ID is longer than 11 characters, or 20 digits'],
      ['TWELVE CHARS', 'the sender ID is longer than 11 characters, or 20 digits'],
      ['x'.repeat(100_000), 'the sender ID is longer than 11 characters, or 20 digits'],
      ['255712345678', 'unknown sender ID "255712345678"'],
      ['PENDING', 'sender ID "PENDING" is pending: the operator has to approve it'],
      ['REJECTED', 'sender ID "REJECTED" is rejected: ask the operator to approve it'],
      ['INACTIVE', 'sender ID "INACTIVE" is inactive: ask the operator to approve it'],
      ['é\r\n\u{7f}😀', 'unknown sender ID "??????"'],
    ]
    for (const [sender, what] of hints) {
      it(`answers 111 with a hint about ${what}: ${JSON.stringify(sender.slice(0, 20))}`, async () => {
        const answer = await world.send({ source_addr: sender })
        await assertRefused(answer, 111)
        assert.equal(answer.headers['ngoma-hint'], `${what}; ${active}`)
      })
    }

    it('says that the account has no active sender', async () => {
      const answer = await world.send({ source_addr: 'THEIRS' }, { authorization: strangers })
      await assertRefused(answer, 111)
      assert.equal(
        answer.headers['ngoma-hint'],
        'sender ID "THEIRS" is pending: the operator has to approve it; this account has no active sender IDs',
      )
    })
  })

  it('adds details to the hint', async () => {
    const hintOf = async (change: Record<string, unknown>) => String((await world.send(change)).headers['ngoma-hint'])
    assert.match(await hintOf({ message: '' }), /empty/)
    assert.match(await hintOf({ message: 'a'.repeat(255 * 153 + 1) }), /more than 255 segments/)
    assert.match(await hintOf({ schedule_time: 'soon' }), /yyyy-mm-dd hh:mm/)
    assert.match(await hintOf({}), /no carrier/)
  })

  it('does not store an error under an Idempotency-Key', async () => {
    await assertRefused(await world.send({ source_addr: 'NOBODY' }, { 'idempotency-key': 'same' }), 111)
    await assertRefused(await world.send({ message: '' }, { 'idempotency-key': 'same' }), 109)
    await assertRefused(
      await world.request('POST', '/v1/send', { body: sendBody(), headers: { 'idempotency-key': 'same' } }),
      106,
    )
  })
})
