import assert from 'node:assert/strict'
import { describe, it, mock } from 'node:test'
import { createLog } from './log.ts'
import { createOutage } from './outage.ts'

const words = { away: 'it is away', back: 'it is back' }
const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: '08001' })

function open(options?: Parameters<typeof createOutage>[2]) {
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) })
  return { lines, said: () => lines.map(({ msg }) => msg), outage: createOutage(log, words, options) }
}

describe('createOutage', () => {
  it('logs the start and the end of an outage with duration and number of failures', () => {
    mock.timers.enable({ apis: ['setTimeout'] })
    try {
      const { lines, said, outage } = open()
      outage.works()
      for (let tries = 0; tries < 100; tries += 1) outage.failed(refused)
      assert.deepEqual(said(), ['it is away'])
      assert.deepEqual([lines[0]?.reason, lines[0]?.code, lines[0]?.err], [refused.message, '08001', undefined])
      outage.works()
      outage.works()
      mock.timers.tick(2_000)
      assert.deepEqual(said(), ['it is away', 'it is back'])
      assert.equal(lines[1]?.failures, 100)
      assert.equal(typeof lines[1]?.seconds, 'number')
    } finally {
      mock.timers.reset()
    }
  })

  it('continues an outage while failures follow successes', () => {
    mock.timers.enable({ apis: ['setTimeout'] })
    try {
      const { said, outage } = open()
      for (let tries = 0; tries < 10; tries += 1) {
        outage.failed(refused)
        outage.works()
        mock.timers.tick(1_999)
      }
      assert.deepEqual(said(), ['it is away'])
    } finally {
      mock.timers.reset()
    }
  })

  it('logs a reminder from time to time', () => {
    const { lines, outage } = open({ remindMs: 0 })
    outage.failed(refused)
    outage.failed(refused)
    assert.equal(lines.length, 2)
    assert.equal(lines[1]?.failures, 2)
  })

  it('logs the stack of an unknown error', () => {
    const { lines, outage } = open()
    outage.failed(new Error('relation "x" does not exist'))
    assert.match(JSON.stringify(lines[0]?.err), /outage\.test\.ts/)
  })
})
