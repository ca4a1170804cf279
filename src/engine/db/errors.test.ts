import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { openTestDatabase, openUrl, postgresUrl, until } from '../../../test/world.ts'
import { isDatabaseAway, markConnectionError } from './errors.ts'

const coded = (code: string, message = 'something') => Object.assign(new Error(message), { code })

describe('what counts as a database that is away', () => {
  const table: readonly (readonly [title: string, error: unknown, away: boolean])[] = [
    ['the administrator stops it', coded('57P01', 'terminating connection due to administrator command'), true],
    ['it crashed', coded('57P02'), true],
    ['it is starting', coded('57P03', 'the database system is starting up'), true],
    ['it has too many connections', coded('53300'), true],
    ['it became a standby', coded('25006', 'cannot execute UPDATE in a read-only transaction'), true],
    ['a connection exception', coded('08006'), true],
    ['pg: the connection ended', new Error('Connection terminated unexpectedly'), true],
    ['pg: it ended while connecting', new Error('Connection terminated due to connection timeout'), true],
    ['pg: no connection within the time', new Error('timeout exceeded when trying to connect'), true],
    [
      'pg: after the connection broke',
      new Error('Client has encountered a connection error and is not queryable'),
      true,
    ],
    ['a refused connection to the database', markConnectionError(coded('ECONNREFUSED')), true],
    ['a lost connection to the database', markConnectionError(coded('ECONNRESET')), true],
    ['a database whose name is not found', markConnectionError(coded('ENOTFOUND')), true],
    [
      'every address of the database refused',
      markConnectionError(new AggregateError([coded('ECONNREFUSED'), coded('ENETUNREACH')])),
      true,
    ],
    ['a refused connection to somebody else', coded('ECONNREFUSED'), false],
    ['a lost connection to somebody else', coded('ECONNRESET'), false],
    ['a file that is missing', coded('ENOENT'), false],
    ['a wrong password', markConnectionError(coded('28P01')), false],
    ['a unique violation', coded('23505'), false],
    ['a deadlock', coded('40P01'), false],
    ['a statement that was cancelled', coded('57014'), false],
    ['a full disk', coded('53100'), false],
    ['a fault of our own', new TypeError('x is not a function'), false],
    ['no error at all', 'ECONNREFUSED', false],
    ['nothing', undefined, false],
  ]
  for (const [title, error, away] of table) it(`${title}: ${away}`, () => assert.equal(isDatabaseAway(error), away))
})

/** A port where nobody answers as PostgreSQL would. */
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

describe('errors of real connections', () => {
  it('nobody listens: away, in a statement and in a transaction', async () => {
    const { url, close } = await listen(() => {})
    await close()
    const db = openUrl(url)
    assert.ok(isDatabaseAway(await errorOf(sql`select 1`.execute(db))))
    assert.ok(isDatabaseAway(await errorOf(db.transaction((tx) => sql`select 1`.execute(tx)))))
    await db.close()
  })

  it('the connection is reset before it is made: away', async () => {
    const { url, close } = await listen((socket) => socket.resetAndDestroy())
    const db = openUrl(url)
    assert.ok(isDatabaseAway(await errorOf(sql`select 1`.execute(db))))
    await db.close()
    await close()
  })

  const skip = postgresUrl === null && 'PostgreSQL is not installed'

  it('the connection is ended in the middle of a transaction: away, and the next statement works', {
    skip,
  }, async () => {
    const test = await openTestDatabase('postgres')
    const ended = test.db.transaction((tx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx))
    assert.ok(isDatabaseAway(await errorOf(ended)))
    assert.deepEqual((await sql`select 1 as one`.execute(test.db)).rows, [{ one: 1 }])
    await test.drop()
  })

  it('the connection is reset while a statement runs: away, and the next statement works', { skip }, async () => {
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
    assert.ok(isDatabaseAway(await running))
    assert.deepEqual((await sql`select 1 as one`.execute(db)).rows, [{ one: 1 }])
    await db.close()
    await proxy.close()
  })

  it('the database does not exist: not away, waiting would not help', { skip }, async () => {
    const url = new URL(postgresUrl ?? '')
    url.pathname = '/no_such_database'
    const db = openUrl(url.href)
    const error = await errorOf(sql`select 1`.execute(db))
    assert.equal(isDatabaseAway(error), false)
    assert.match(String(error), /no_such_database/)
    await db.close()
  })
})
