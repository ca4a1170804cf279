import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { createDatabase } from './database.ts'
import { openEmbedded } from './embedded.ts'

describe('openEmbedded', () => {
  it('lets the server answer HTTP requests between statements', { timeout: 60_000 }, async () => {
    const db = createDatabase(await openEmbedded({ directory: null }))
    const server = createServer((_request, response) => response.end('ok'))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    let statements = 0
    const work = Array.from({ length: 60 }, async () => {
      // Long enough to yield to the event loop at least after every second statement.
      await sql`select sum(sqrt(n)) from generate_series(1, 20000) n`.execute(db)
      statements += 1
    })
    const { port } = server.address() as AddressInfo
    const [response] = await once(get({ host: '127.0.0.1', port }), 'response')
    assert.equal(response.statusCode, 200)
    // A request needs a few turns of the event loop.
    assert.ok(statements < 20, `answered after ${statements} of ${work.length} statements`)
    response.resume()
    await Promise.all(work)
    await new Promise((resolve) => server.close(resolve))
    await db.close()
  })
})
