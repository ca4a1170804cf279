import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FastifyBaseLogger } from 'fastify'
import { createLog } from '../log.ts'
import { RequestLog } from './request-log.ts'

describe('RequestLog', () => {
  const cases: readonly [title: string, say: (log: FastifyBaseLogger) => void][] = [
    ['fields and a text', (log) => log.info({ account: 1, none: undefined }, 'said')],
    ['fields alone', (log) => log.warn({ account: 1 })],
    ['a text', (log) => log.error('said %s', 'twice')],
    ['an error', (log) => log.error(new Error('fault'))],
    ['an error in a field', (log) => log.error({ err: new Error('fault') })],
    ['an error and a text', (log) => log.fatal(new Error('fault'), 'said')],
    ['a child', (log) => log.child({ part: 2 }).debug({ account: 1 }, 'said')],
    ['a level that is off', (log) => log.trace('said')],
  ]
  for (const [title, say] of cases) {
    it(`writes the same line as a child logger: ${title}`, () => {
      const lines: string[] = []
      const parent = createLog('debug', { write: (line) => void lines.push(line) })
      say(new RequestLog(parent, 'mine-1'))
      say(parent.child({ reqId: 'mine-1' }))
      const [own, expected] = lines.map(withoutTimeAndPlace)
      assert.equal(own, expected)
      assert.equal(lines.length, title === 'a level that is off' ? 0 : 2)
    })
  }

  it('has the level of its parent', () => assert.equal(new RequestLog(createLog('warn'), 'mine-1').level, 'warn'))
})

const withoutTimeAndPlace = (line: string) => line.replace(/"time":"[^"]+"/, '').replace(/"stack":"[^"]+"/, '')
