import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeProblem } from './problem.ts'

describe('describeProblem', () => {
  const cases: readonly [problem: string, text: RegExp][] = [
    ['connect ECONNREFUSED 10.0.0.1:2775', /^Nothing accepts connections at this address.*\(connect ECONNREFUSED/],
    ['getaddrinfo ENOTFOUND smsc.example', /^The host name cannot be resolved/],
    ['read ECONNRESET', /^The carrier closed the connection/],
    ['the carrier ended the bind (unbind)', /^The carrier ended the bind \(unbind\)\.$/],
  ]
  for (const [problem, text] of cases) it(`describes ${problem}`, () => assert.match(describeProblem(problem), text))
})
