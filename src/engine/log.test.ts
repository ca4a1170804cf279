import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import fs, { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { adminPassword, ask, signInAdmin } from '../../test/console/people.ts'
import { apiKey, basic, onOneEngine, openWorld, until, type World } from '../../test/world.ts'
import { createLog, flushLog, openLog, openOutput } from './log.ts'

function logged(fields: Record<string, unknown>, level = 'debug'): Record<string, unknown> {
  const lines: string[] = []
  createLog(level, { write: (line) => void lines.push(line) }).error(fields, 'said')
  assert.equal(lines.length, level === 'silent' ? 0 : 1)
  return JSON.parse(lines[0] ?? '{}')
}

describe('createLog', () => {
  it('writes JSON with level, ISO time and message', () => {
    const { level, time, msg, ...rest } = logged({ count: 3 })
    assert.deepEqual({ level, msg, rest }, { level: 50, msg: 'said', rest: { count: 3 } })
    assert.match(String(time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  it('writes nothing below its level', () => assert.deepEqual(logged({}, 'silent'), {}))

  it('logs name, message and code of an error and its causes', () => {
    const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', address: '10.0.0.1' })
    const { err } = logged({ err: new TypeError('no connection', { cause }) }) as { err: Record<string, unknown> }
    const { stack, cause: because, ...named } = err
    assert.deepEqual(named, { name: 'TypeError', message: 'no connection' })
    assert.match(String(stack), /^TypeError: no connection\n\s+at /)
    const { stack: _, ...causeNamed } = because as Record<string, unknown>
    assert.deepEqual(causeNamed, { name: 'Error', message: 'refused', code: 'ECONNREFUSED' })
  })

  it('leaves out the values of a database error', () => {
    const error = Object.assign(new Error('new row violates check constraint "short"'), {
      code: '23514',
      table: 'sms_requests',
      constraint: 'short',
      detail: 'Failing row contains (1, hunter2)',
      where: 'SQL function with hunter2',
      query: `insert into sms_requests values ('hunter2')`,
      params: ['hunter2'],
    })
    const line = logged({ err: error })
    assert.doesNotMatch(JSON.stringify(line), /hunter2/)
    const { code, table, constraint } = line.err as Record<string, unknown>
    assert.deepEqual({ code, table, constraint }, { code: '23514', table: 'sms_requests', constraint: 'short' })
  })

  it('leaves out a database message that contains the value', () => {
    const error = Object.assign(new Error('invalid input syntax for type integer: "hunter2"'), { code: '22P02' })
    const line = logged({ err: new Error('the send failed', { cause: error }) })
    assert.doesNotMatch(JSON.stringify(line), /hunter2/)
    assert.match(JSON.stringify(line), /22P02/)
  })

  it('logs thrown values that are not Error objects', () =>
    assert.deepEqual(logged({ err: 'a text' }).err, { message: 'a text' }))
})

describe('openLog', () => {
  const formats = [
    ['auto', true, 'text'],
    ['auto', false, 'json'],
    ['json', true, 'json'],
    ['text', false, 'text'],
  ] as const
  for (const [format, isTTY, expected] of formats) {
    it(`writes ${expected} with format ${format} ${isTTY ? 'on a terminal' : 'without a terminal'}`, () => {
      let written = ''
      const stream = { isTTY, write: (text: string) => (written += text) } as unknown as NodeJS.WriteStream
      openLog('info', format, stream).info('said')
      assert.equal(written.startsWith('{') ? 'json' : 'text', expected)
      assert.match(written, /said/)
    })
  }
})

describe('openOutput', () => {
  const logInChild = (code: string) => {
    const script = `import { createLog } from ${JSON.stringify(new URL('./log.ts', import.meta.url).href)}
      const log = createLog('info')
      ${code}`
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' })
    return stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line).msg)
  }

  it('writes lines together that are logged at the same time', async (context) => {
    const path = join(tmpdir(), `ngoma-log-${randomUUID()}`)
    const file = openSync(path, 'w')
    const write = context.mock.method(fs, 'write')
    const log = createLog('info', openOutput(file))
    const linesIn = (text: string) => text.split('\n').length - 1
    for (const text of ['one', 'two', 'three']) log.info(text)
    await until('the lines are written', () => linesIn(readFileSync(path, 'utf8')) === 3)
    const texts = write.mock.calls.flatMap(({ arguments: [to, text] }) => (to === file ? [String(text)] : []))
    assert.deepEqual(texts.map(linesIn), [3])
    log.info('four')
    await flushLog(log)
    assert.equal(linesIn(readFileSync(path, 'utf8')), 4)
    closeSync(file)
    rmSync(path)
  })

  it('writes all lines, also those logged just before the process ends', () => {
    assert.deepEqual(logInChild(`log.info('one'); setTimeout(() => log.info('two'), 1)`), ['one', 'two'])
    assert.deepEqual(logInChild(`log.info('one'); process.exit(0)`), ['one'])
    assert.deepEqual(logInChild(`setImmediate(() => { log.info('one'); throw new Error('fault') })`), ['one'])
  })
})

const secrets = /hunter2|aHVudGVyM|(255|0)700(%20)?000(%20)?077|owner(@|%40)ngoma/

onOneEngine('the log of a server', (engine) => {
  let world: World
  before(async () => {
    world = await openWorld(engine, { config: { adminPassword } })
  })
  after(() => world.close())

  const lines = () => world.logs.map((line): Record<string, unknown> => JSON.parse(line))
  const faults = () => lines().filter(({ msg }) => msg === 'request failed')
  const send = (text: string) =>
    world.send({ message: text, recipients: [{ recipient_id: 1, dest_addr: '255700000077' }] })

  /** Sends a text that causes an internal error, and returns the log lines. */
  async function failingSend(text: string): Promise<Record<string, unknown>> {
    const known = faults().length
    const { status, body, headers } = await send(text)
    assert.equal(status, 500)
    assert.deepEqual(body, { code: 103, message: 'Internal Error' })
    const [line, ...more] = faults().slice(known)
    assert.ok(line)
    assert.deepEqual(more, [])
    assert.equal(line.reqId, headers['x-request-id'])
    assert.match(JSON.stringify(line.err), /"stack":"/)
    return line.err as Record<string, unknown>
  }

  it('contains the request id in every line of a request', async () => {
    const known = world.logs.length
    await world.request('GET', '/public/v1/delivery-reports?dest_addr=255700000077', {
      headers: { 'x-request-id': 'mine-1' },
    })
    await world.request('GET', '/v1/nothing', { headers: { 'x-request-id': 'mine-2' } })
    assert.deepEqual(
      lines()
        .slice(known)
        .filter(({ work }) => work === undefined)
        .map(({ reqId, path, msg }) => ({ reqId, path, msg })),
      [
        { reqId: 'mine-1', path: '/public/v1/delivery-reports', msg: 'request completed' },
        { reqId: 'mine-2', path: '/v1/nothing', msg: 'request rejected' },
      ],
    )
  })

  it('contains the full error of a missing table, while the response is bare', async () => {
    await sql`alter table senders rename to senders_elsewhere`.execute(world.db)
    const { code, message } = await failingSend('hunter2').finally(() =>
      sql`alter table senders_elsewhere rename to senders`.execute(world.db),
    )
    assert.deepEqual({ code, message }, { code: '42P01', message: 'relation "senders" does not exist' })
    assert.equal((await send('hunter2')).status, 200)
  })

  it('contains no message text of a rejected row', async () => {
    await sql`alter table sms_requests add constraint no_poison check (text not like '%poison%')`.execute(world.db)
    const { code, constraint } = await failingSend('hunter2 poison')
    assert.deepEqual({ code, constraint }, { code: '23514', constraint: 'no_poison' })
  })

  it('contains no message text that the database repeats in its error', async () => {
    await sql`alter table sms_requests add constraint number_only check (text not like '%number%' or text::int > 0)`.execute(
      world.db,
    )
    const { code } = await failingSend('hunter2 number')
    assert.equal(code, '22P02')
  })

  it('contains no message text, phone number, secret or token for any response', async () => {
    const { body } = await send('hunter2')
    await until(
      'it is delivered',
      async () => (await world.statuses(body.request_id)).get('255700000077') === 'DELIVERED',
    )
    await world.request('GET', '/public/v1/delivery-reports?dest_addr=255700000077')
    await world.request('GET', '/public/v1/delivery-reports#255700000077')
    await world.send({ source_addr: 'hunter2' })
    await world.request('POST', '/v1/send', { body: '{"message":"hunter2' })
    await world.request('POST', '/v1/send', { body: 'hunter2', headers: { 'content-type': 'text/plain' } })
    await world.send({}, { 'idempotency-key': 'hunter2'.repeat(100) })
    for (const authorization of [
      basic(apiKey, 'hunter2'),
      basic('hunter2', 'hunter2'),
      'hunter2',
      'Bearer hunter2',
      basic('hunter2\0', 'hunter2'),
    ]) {
      assert.equal((await world.send({}, { authorization })).status, 401)
    }
    const admin = await signInAdmin(world)
    for (const path of [
      '/accounts/1/phones/255700000077/messages',
      '/accounts/1/optouts/255700000077',
      '/inbound/numbers/255700000077',
      '/nothing/255700000077',
      '/nothing/owner%40ngoma.local',
    ]) {
      await ask(world, 'GET', path)
      await admin.ask('GET', path)
    }
    await world.request('DELETE', '/public/v1/contacts/255700000077')
    // Pages of the dashboard.
    for (const number of ['255700000077', '0700000077', '0700%20000%20077'])
      await world.app.http.inject(`/accounts/1/numbers/${number}`)
    assert.equal(lines().filter(({ path }) => path === '/accounts/:account/numbers/:phone').length, 3)
    assert.deepEqual(
      world.logs.filter((line) => secrets.test(line)),
      [],
    )
  })
})
