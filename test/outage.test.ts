import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openApp } from '../src/app.ts'
import { openConfigured } from '../src/commands/open.ts'
import { readConfig } from '../src/config.ts'
import { createClock } from '../src/engine/clock.ts'
import { createLog } from '../src/engine/log.ts'
import { openLine } from './line.ts'
import { openTestDatabase, postgresUrl, secret, until } from './world.ts'

const attempts = 60

describe('log of a database outage', { skip: postgresUrl === null && 'PostgreSQL is not installed' }, () => {
  it('has one line when a connection is lost and one when it is restored', async () => {
    const test = await openTestDatabase('postgres')
    const [line, listenLine] = [await openLine(test.url ?? ''), await openLine(test.url ?? '')]
    const lines: string[] = []
    const log = createLog('info', { write: (text: string) => void lines.push(text) })
    const through = (host: string) => Object.assign(new URL(test.url ?? ''), { host }).href
    const config = readConfig({
      DATABASE_URL: through(line.host),
      NGOMA_DATABASE_LISTEN_URL: through(listenLine.host),
      NGOMA_STAGING: 'true',
      NGOMA_SECRET: secret,
    })
    const db = await openConfigured(config, log)
    const app = await openApp({ config, db, clock: createClock(), log, role: 'worker' })
    await app.start()
    lines.length = 0

    for (const one of [line, listenLine]) one.cut()
    await until('many attempts have failed', () => line.refused() >= attempts && listenLine.refused() > 2)
    for (const one of [line, listenLine]) one.mend()
    await until(
      'the log reports that both connections are restored',
      () => lines.filter((text) => /available again|reconnected/.test(text)).length === 2,
    )
    // On a slow machine, work may also have to wait for a free connection.
    const entries = lines.map((text) => JSON.parse(text)).filter(({ reason }) => !/became free/.test(reason))
    await app.close()
    await db.close()
    await Promise.all([line.close(), listenLine.close()])
    await test.drop()

    assert.deepEqual(entries.map(({ msg }) => msg).toSorted(), [
      'lost the connection to NGOMA_DATABASE_LISTEN_URL: background work may start up to two seconds later',
      'reconnected to NGOMA_DATABASE_LISTEN_URL',
      'the database is available again',
      'the database is unavailable',
    ])
    const back = entries.find(({ msg }) => msg === 'the database is available again')
    assert.ok(back.failures >= attempts && back.seconds > 0, JSON.stringify(back))
    assert.doesNotMatch(JSON.stringify(entries), /"stack"/)
  })
})
