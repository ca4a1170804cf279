import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { slowness } from '../pace.ts'
import { startPostgres, type ThrowAwayPostgres } from '../postgres.ts'
import { findPostgres, missingPostgres } from '../postgres-programs.ts'
import { authorization, until } from '../world.ts'
import { type Sent, startLoad, untilDelivered } from './load.ts'
import { type Server, startServer } from './server.ts'

const perSecond = 200
/** Nobody waits longer for an answer, whatever the database does. */
const answerSecondsMax = 10 * slowness

type Probe = Pick<Sent, 'status' | 'code' | 'retryAfter'>

describe('A PostgreSQL restart under load', {
  skip: findPostgres() === null && missingPostgres(),
}, () => {
  let postgres: ThrowAwayPostgres
  let server: Server
  before(async () => {
    postgres = await startPostgres()
    server = await startServer({ DATABASE_URL: postgres.url, NGOMA_STAGING: 'true', NGOMA_SIMULATOR_DELAY_MS: '500' })
  })
  after(async () => {
    await server?.kill('SIGKILL')
    await postgres?.stop()
  })

  for (const [mode, phone] of [
    ['fast', '255712345601'],
    ['immediate', '255712345602'],
  ] as const) {
    it(`loses no accepted message (${mode}), and answers 503 until the database is back`, async (context) => {
      const load = startLoad(server.address, perSecond, phone)
      await load.goOn(1, 150)
      const probes: Probe[] = []
      await postgres.restart(mode, async () => void probes.push(...(await probeUntilRefused(server.address))))
      // It serves again.
      await load.goOn(1, 100)
      const rates = await load.stop()

      const refused = load.sent.filter(({ status }) => status === 503)
      const slowest = Math.max(...load.sent.map(({ milliseconds }) => milliseconds))
      context.diagnostic(
        `${rates}; ${load.accepted()} were promised, ${refused.length} refused; the slowest answer took ${Math.round(slowest)} ms`,
      )
      assert.ok(server.isRunning(), 'the program goes on')
      assert.deepEqual(
        kinds([...probes, ...load.sent].map(({ status }) => status).filter((status) => status !== 200)),
        [503],
      )
      assert.equal(
        load.accepted() + refused.length,
        load.sent.length,
        `answers were ${kinds(load.sent.map(({ status }) => status))}`,
      )
      for (const { status, code, retryAfter } of [...refused, ...probes]) {
        if (status !== 503) continue
        assert.equal(code, 103)
        assert.match(retryAfter ?? '', /^[1-9]\d*$/)
      }
      assert.ok(slowest < answerSecondsMax * 1_000, `the slowest answer took ${slowest} ms`)

      await untilDelivered(server.address, phone, load.sent, 60)
      assert.ok(server.isRunning(), 'the program still goes on')
    })
  }
})

const kinds = <T>(values: readonly T[]) => [...new Set(values)].sort()

/**
 * Reads delivery reports until it gets an error: writes wait over a short restart, reads do not.
 */
async function probeUntilRefused(address: string): Promise<Probe[]> {
  const probes: Probe[] = []
  await until('a question is refused', async () => {
    const response = await fetch(`${address}/public/v1/delivery-reports?request_id=1`, { headers: { authorization } })
    const body = (await response.json()) as { code?: number }
    probes.push({ status: response.status, code: body.code ?? null, retryAfter: response.headers.get('retry-after') })
    return response.status === 503
  })
  return probes
}
