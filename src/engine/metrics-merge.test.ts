import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mergeMetrics } from './metrics-merge.ts'

describe('mergeMetrics', () => {
  it('keeps the samples of all processes apart, below one description of each metric', () => {
    const one = `# HELP sent_total Sent messages.\n# TYPE sent_total counter\nsent_total{carrier="a} 1"} 3\n\n# HELP up Up.\n# TYPE up gauge\nup 1\n`
    const two = `# HELP up Up.\n# TYPE up gauge\nup 0\n\n# HELP sent_total Sent messages.\n# TYPE sent_total counter\nsent_total{carrier="a} 1"} 4\nsent_total{carrier="b"} 5\n\n# HELP runs Runs.\n# TYPE runs counter\n`
    assert.equal(
      mergeMetrics([
        { process: 1, text: one },
        { process: 2, text: two },
      ]),
      [
        '# HELP sent_total Sent messages.',
        '# TYPE sent_total counter',
        'sent_total{carrier="a} 1",process="1"} 3',
        'sent_total{carrier="a} 1",process="2"} 4',
        'sent_total{carrier="b",process="2"} 5',
        '',
        '# HELP up Up.',
        '# TYPE up gauge',
        'up{process="1"} 1',
        'up{process="2"} 0',
        '',
        '# HELP runs Runs.',
        '# TYPE runs counter',
        '',
      ].join('\n'),
    )
  })

  it('is empty without processes', () => assert.equal(mergeMetrics([]), ''))
})
