import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { openLine } from '../../../test/line.ts'
import { openTestDatabase, openUrl, postgresUrl, until } from '../../../test/world.ts'
import { createDatabase } from './database.ts'
import {
  isConflict,
  isOutage,
  isValuesError,
  markConnectionError,
  markEngineCrash,
  mayBeFaultOfRow,
  mayHaveCommitted,
} from './errors.ts'
import { withLockTimeoutRetries } from './lock-wait.ts'
import { openPostgres } from './postgres.ts'

const coded = (code: string, message = 'something') => Object.assign(new Error(message), { code })

const named = (name: string) => Object.assign(new Error('something'), { name })

const meaningOf = (error: unknown) =>
  isOutage(error) ? 'outage' : isConflict(error) ? 'conflict' : isValuesError(error) ? 'values' : 'statement'

describe('database error classes', () => {
  const table: Readonly<Record<string, readonly (readonly [title: string, error: unknown])[]>> = {
    outage: [
      ['connection exception', coded('08006')],
      ['read-only transaction', coded('25006')],
      ['idle transaction timeout', coded('25P03')],
      ['statement completion unknown', coded('40003')],
      ['insufficient resources', coded('53000')],
      ['disk full', coded('53100')],
      ['out of memory', coded('53200')],
      ['too many connections', coded('53300')],
      ['configuration limit exceeded', coded('53400')],
      ['recovery in progress', coded('55000')],
      ['statement cancelled', coded('57014')],
      ['shutdown by the administrator', coded('57P01')],
      ['crashed', coded('57P02')],
      ['starting', coded('57P03')],
      ['system error', coded('58000')],
      ['input/output error', coded('58030')],
      ['missing file', coded('58P01')],
      ['internal error', coded('XX000')],
      ['corrupted data', coded('XX001')],
      ['pg: connection terminated', new Error('Connection terminated unexpectedly')],
      ['pg: terminated while connecting', new Error('Connection terminated due to connection timeout')],
      ['pg: connection timeout', new Error('timeout exceeded when trying to connect')],
      [
        'pg: client of a broken connection',
        new Error('Client has encountered a connection error and is not queryable'),
      ],
      ['refused connection to the database', markConnectionError(coded('ECONNREFUSED'))],
      ['lost connection to the database', markConnectionError(coded('ECONNRESET'))],
      ['unknown host of the database', markConnectionError(coded('ENOTFOUND'))],
      [
        'refused by every address of the database',
        markConnectionError(new AggregateError([coded('ECONNREFUSED'), coded('ENETUNREACH')])),
      ],
      ['crash of the embedded engine', markEngineCrash(named('RuntimeError'))],
      ['file system error of the embedded engine', markEngineCrash(named('ErrnoError'))],
    ],
    conflict: [
      ['deadlock', coded('40P01')],
      ['serialization failure', coded('40001')],
      ['lock not available', coded('55P03')],
      ['object in use', coded('55006')],
    ],
    values: [
      ['invalid byte sequence', coded('22021')],
      ['unique violation', coded('23505')],
    ],
    statement: [
      ['refused connection to another host', coded('ECONNREFUSED')],
      ['lost connection to another host', coded('ECONNRESET')],
      ['missing file of another program', coded('ENOENT')],
      ['file system error elsewhere', named('ErrnoError')],
      ['wrong password', markConnectionError(coded('28P01'))],
      ['undefined column', coded('42703')],
      ['raised by a function', coded('P0001')],
      ['error with a numeric code', Object.assign(new Error('something'), { code: 53100 })],
      ['bug in the program', new TypeError('x is not a function')],
      ['thrown string', 'ECONNREFUSED'],
      ['undefined', undefined],
    ],
  }
  for (const [meaning, errors] of Object.entries(table))
    for (const [title, error] of errors) it(`${title}: ${meaning}`, () => assert.equal(meaningOf(error), meaning))

  it('blames a row only for outages that a single row can cause', () => {
    for (const code of ['53200', '57014', '58030', 'XX000', 'XX001'])
      assert.equal(mayBeFaultOfRow(coded(code)), true, code)
    for (const code of ['08006', '25006', '40P01', '53100', '53300', '57P01'])
      assert.equal(mayBeFaultOfRow(coded(code)), false, code)
  })

  it('knows which outages may have happened after the commit', () => {
    for (const code of ['08006', '40003', '57P01']) assert.equal(mayHaveCommitted(coded(code)), true, code)
    assert.equal(mayHaveCommitted(new Error('Connection terminated unexpectedly')), true)
    for (const code of ['25006', '53100', '57014', '58030', 'XX000', '40P01', '23505'])
      assert.equal(mayHaveCommitted(coded(code)), false, code)
  })
})

/** A server that does not speak PostgreSQL. */
async function listen(serve: (socket: Socket) => void): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer(serve)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  return {
    url: `postgres://ngoma@127.0.0.1:${address.port}/ngoma`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => assert.fail('it worked'),
    (error: unknown) => error,
  )

describe('connection errors', () => {
  it('refused: an outage in a statement and in a transaction', async () => {
    const { url, close } = await listen(() => {})
    await close()
    const db = openUrl(url)
    assert.ok(isOutage(await errorOf(sql`select 1`.execute(db))))
    assert.ok(isOutage(await errorOf(db.transaction((tx) => sql`select 1`.execute(tx)))))
    await db.close()
  })

  it('reset while connecting: an outage', async () => {
    const { url, close } = await listen((socket) => socket.resetAndDestroy())
    const db = openUrl(url)
    assert.ok(isOutage(await errorOf(sql`select 1`.execute(db))))
    await db.close()
    await close()
  })

  const skip = postgresUrl === null && 'PostgreSQL is not installed'

  it('closed in a transaction: an outage, and the next statement works', {
    skip,
  }, async () => {
    const test = await openTestDatabase('postgres')
    const ended = test.db.transaction((tx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx))
    assert.ok(isOutage(await errorOf(ended)))
    assert.deepEqual((await sql`select 1 as one`.execute(test.db)).rows, [{ one: 1 }])
    await test.drop()
  })

  it('reset during a statement: an outage, and the next statement works', { skip }, async () => {
    const { hostname, port, pathname } = new URL(postgresUrl ?? '')
    const sockets: Socket[] = []
    const proxy = await listen((socket) => {
      sockets.push(socket)
      const server = connect(Number(port), hostname)
      socket.pipe(server).on('error', () => {})
      server.pipe(socket).on('error', () => server.destroy())
      socket.on('close', () => server.destroy())
    })
    const url = new URL(proxy.url)
    url.pathname = pathname
    const db = openUrl(url.href)
    const running = errorOf(db.transaction((tx) => sql`select pg_sleep(60)`.execute(tx)))
    await until('the statement runs', async () => {
      const { rows } =
        await sql`select 1 from pg_stat_activity where query = 'select pg_sleep(60)' and state = 'active'`.execute(db)
      return rows.length > 0
    })
    sockets[0]?.resetAndDestroy()
    assert.ok(isOutage(await running))
    assert.deepEqual((await sql`select 1 as one`.execute(db)).rows, [{ one: 1 }])
    await db.close()
    await proxy.close()
  })

  it('pool exhausted: an outage that startup waits out', { skip }, async () => {
    const db = createDatabase(openPostgres({ url: postgresUrl ?? '', connectionsMax: 1, connectMsMax: 1_000 }))
    const release = Promise.withResolvers<void>()
    const isHeld = Promise.withResolvers<void>()
    const held = db.transaction(async (tx) => {
      await sql`select 1`.execute(tx)
      isHeld.resolve()
      await release.promise
    })
    await isHeld.promise
    const waiting = withLockTimeoutRetries(() => sql`select 1 as one`.execute(db))
    const error = await errorOf(sql`select 1`.execute(db))
    assert.match(String(error), /^PoolExhausted: no database connection became free .*pool size 1/)
    assert.ok(isOutage(error))
    assert.equal(mayHaveCommitted(error), false)
    release.resolve()
    await held
    assert.deepEqual((await waiting).rows, [{ one: 1 }])
    await db.close()
  })

  it('silent host: an outage that startup waits out', { skip }, async () => {
    const url = new URL(postgresUrl ?? '')
    const line = await openLine(url.href)
    url.host = line.host
    const db = createDatabase(openPostgres({ url: url.href, connectionsMax: 1, connectMsMax: 1_000 }))
    line.freeze()
    const waiting = withLockTimeoutRetries(() => sql`select 1 as one`.execute(db))
    assert.ok(isOutage(await errorOf(sql`select 1`.execute(db))))
    line.mend()
    assert.deepEqual((await waiting).rows, [{ one: 1 }])
    await db.close()
    await line.close()
  })

  it('missing database: not an outage, because waiting does not help', { skip }, async () => {
    const url = new URL(postgresUrl ?? '')
    url.pathname = '/no_such_database'
    const db = openUrl(url.href)
    const error = await errorOf(sql`select 1`.execute(db))
    assert.equal(isOutage(error), false)
    assert.match(String(error), /no_such_database/)
    await db.close()
  })
})
