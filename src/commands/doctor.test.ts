import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ok, problem, warning } from './doctor/finding.ts'
import { describeFindings } from './doctor.ts'

describe('describeFindings', () => {
  it('prints a line for each finding with its advice below, and a summary', () => {
    const plain = (_style: unknown, text: string) => text
    assert.equal(
      describeFindings(
        [ok('node', 'Node 24'), warning('host', 'open', 'Close it.'), problem('port', 'taken', 'Take another.')],
        plain,
      ),
      `ok       node  Node 24
warning  host  open
               -> Close it.
problem  port  taken
               -> Take another.

1 problem, 1 warning in 3 checks.`,
    )
    assert.equal(
      describeFindings([ok('node', 'Node 24')], plain),
      'ok       node  Node 24\n\nNo problems found in 1 check.',
    )
  })
})
