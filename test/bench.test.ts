import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { describe, it } from 'node:test'
import { findPrevious, readReleases, withFigures } from '../bench/figures.ts'
import {
  compareReadings,
  describeNoise,
  isDisturbed,
  type Reading,
  readMemory,
  startCounting,
} from '../bench/processor.ts'
import { at, describeRatio, formatTable } from '../bench/rows.ts'
import { compareSides, findProblem, type Measured, perMessage } from '../bench/smpp-report.ts'
import { divideByStage } from '../bench/smpp-stages.ts'

describe('the table of a bench', () => {
  it('shows the figures of the previous release beside the new ones, and nothing for unknown ones', () => {
    const rows = [
      { what: 'accept', value: 500, unit: 'sends/s', isDisturbed: false, note: 'p50 2 ms' },
      { what: 'new', value: 0.25, unit: '% of a core', isDisturbed: true },
    ]
    const lines = formatTable('0.2.0', '2026-11-17', [
      { title: 'PostgreSQL', rows, previous: { accept: 250, gone: 1 } },
    ]).split('\n')
    assert.deepEqual(
      lines.map((line) => line.split(/\s{2,}/).filter((cell) => cell !== '')),
      [
        ['0.2.0', '2026-11-17', 'ratio'],
        ['PostgreSQL'],
        ['accept', '250 sends/s', '500 sends/s', '2.00', 'p50 2 ms'],
        ['new *', '0.25 % of a core'],
        [],
      ],
    )
  })

  it('marks rates that fell and times that grew', () => {
    const ratio = (value: number, unit: string) => describeRatio({ what: '', value, unit }, 100)
    assert.equal(ratio(80, 'sends/s'), '0.80 (worse)')
    assert.equal(ratio(120, 'sends/s'), '1.20')
    assert.equal(ratio(120, 'ms'), '1.20 (worse)')
    assert.equal(ratio(80, 'ms'), '0.80')
    assert.equal(ratio(105, 'ms'), '1.05')
  })

  it('takes percentiles of unsorted values', () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index)
    assert.deepEqual([at(0.5, values), at(0.99, values), at(1, values), at(0.5, [])], [50, 99, 100, 0])
  })
})

describe('the figures of releases', () => {
  const releases = { '0.1.0': { machine: 'a', figures: {} }, '0.2.0': { machine: 'b', figures: { e: { x: 1, y: 2 } } } }

  it('compares with the last release that is not the measured one', () => {
    assert.equal(findPrevious(releases, null)[0], '0.2.0')
    assert.equal(findPrevious(releases, '0.2.0')[0], '0.1.0')
    assert.deepEqual(findPrevious({}, null), ['none', { machine: '', figures: {} }])
  })

  it('replaces measured rows and skips those of a busy machine', () => {
    const rows = [
      { what: 'x', value: 123.456, unit: 'ms', isDisturbed: false },
      { what: 'y', value: 9, unit: 'ms', isDisturbed: true },
    ]
    const saved = withFigures(releases, '0.2.0', 'c', [{ title: 'e', rows }])
    assert.deepEqual(saved['0.2.0'], { machine: 'c', figures: { e: { x: 123.5, y: 2 } } })
    assert.equal(saved['0.1.0'], releases['0.1.0'])
  })

  it('can read the file of the repository', () => {
    for (const { figures } of Object.values(readReleases()))
      for (const [what, value] of Object.values(figures).flatMap((rows) => Object.entries(rows)))
        assert.ok(Number.isFinite(value) && value > 0, what)
  })
})

describe('the stages of a profile', () => {
  it('gives functions of Node to their caller, or to the only stage that they call', () => {
    const frame = (functionName: string, url = '') => ({ functionName, url })
    const nodes = [
      { id: 1, callFrame: frame('(root)'), children: [2, 3, 4, 6, 9] },
      { id: 2, callFrame: frame('(idle)') },
      { id: 3, callFrame: frame('(garbage collector)') },
      { id: 4, callFrame: frame('onStreamRead', 'node:internal/stream_base_commons'), children: [5] },
      { id: 5, callFrame: frame('parse', 'file:///ngoma/node_modules/pg-protocol/dist/parser.js') },
      { id: 6, callFrame: frame('pump', 'file:///ngoma/src/carriers/outbox/outbox.ts'), children: [7] },
      { id: 7, callFrame: frame('writev', 'node:net') },
      { id: 9, callFrame: frame('processTicks', 'node:internal/process/task_queues'), children: [10, 11] },
      { id: 10, callFrame: frame('deliver', 'file:///ngoma/src/modules/webhooks/deliver.ts') },
      { id: 11, callFrame: frame('accept', 'file:///ngoma/src/modules/sms/sending/accept.ts') },
    ]
    const samples = [2, 3, 4, 5, 6, 7, 9, 10, 11]
    const timeDeltas = [1_000, 1, 4, 8, 16, 32, 64, 128, 256]
    assert.deepEqual(Object.fromEntries(divideByStage({ nodes, samples, timeDeltas })), {
      'work, batches, sms': 256,
      'callbacks out': 128,
      'garbage collection, runtime': 65,
      SMPP: 48,
      'database driver': 12,
    })
  })
})

describe('the noise of a machine', () => {
  const reading = (busyTicks: number, ticks: Readonly<Record<number, number>>): Reading => ({
    busyTicks,
    stolenTicks: busyTicks / 10,
    all: new Map(
      [
        { pid: 1, name: 'init', parent: 0 },
        { pid: 10, name: 'bench', parent: 1 },
        { pid: 11, name: 'postgres', parent: 10 },
        { pid: 20, name: 'tsc', parent: 1 },
        { pid: 21, name: 'tsc', parent: 20 },
      ].map(({ pid, ...rest }) => [pid, { ...rest, ownTicks: ticks[pid] ?? 0, ticks: ticks[pid] ?? 0 }]),
    ),
  })

  it('counts children as ours, and names the others', () => {
    const [before, after] = [reading(1_000, { 10: 100, 20: 50 }), reading(1_500, { 10: 200, 11: 100, 20: 150, 21: 50 })]
    const use = compareReadings({ bench: [10] }, before, after, 5, 2)
    assert.deepEqual(use, {
      elapsedSeconds: 5,
      seconds: { bench: 2 },
      noise: { elsewhere: 0.3, stolen: 0.05, busiest: [['tsc', 0.3]] },
    })
  })

  it('reads the counters of this machine', { skip: !existsSync('/proc/stat') && 'there is no /proc' }, () => {
    const use = startCounting({ test: [process.pid] })()
    assert.ok((use?.seconds.test ?? -1) >= 0 && use?.elapsedSeconds)
    assert.ok((readMemory(process.pid, 'VmRSS') ?? 0) > 10)
  })

  it('is too much from a tenth of the machine on, including the time that its host takes', () => {
    const noise = { elsewhere: 0.06, stolen: 0.06, busiest: [['node', 0.12]] as const }
    assert.ok(isDisturbed(noise))
    assert.ok(!isDisturbed({ ...noise, stolen: 0.01 }))
    assert.equal(
      describeNoise(noise),
      'other processes used 6% of the machine (node 12% of a core), and its host took 6%',
    )
  })
})

describe('a comparison over SMPP', () => {
  const quiet = { elsewhere: 0.02, stolen: 0, busiest: [] }
  const round = (perSecond: number, own: number, change: object = {}, noise = quiet): Measured => ({
    result: {
      accepted: 1_000,
      failed: 0,
      failure: null,
      acceptSeconds: 0.5,
      seconds: 1_000 / perSecond,
      callbacks: { distinct: 1_000, twice: 0, strange: 0 },
      ...change,
    },
    smsc: { submitted: 1_000, distinct: 1_000, duplicate: 0, receipts: 1_000 },
    // Two cores. The SMSC is not a part of the side.
    processor: perMessage(
      { elapsedSeconds: 9, seconds: { server: (own * 0.75) / 1_000, database: (own * 0.25) / 1_000, smsc: 1 }, noise },
      1_000,
      (1_000 / perSecond) * 2,
    ),
  })

  it('has ratios of processor time and of messages, and the shares of the machine', () => {
    const ours = [round(2_000, 600), round(2_100, 620), round(1_000, 900)]
    const theirs = [round(1_000, 1_240), round(800, 1_300), round(1_100, 1_200)]
    assert.deepEqual(compareSides(new Map(Object.entries({ Ngoma: ours, Kannel: theirs }))), {
      text: [
        'Ngoma compared with Kannel (a ratio above 1: Ngoma is better)',
        '  processor time a message, µs: Ngoma 620, Kannel 1,240; ratio 2.00',
        '  share of the machine: Ngoma 60%, Kannel 62%',
        '  messages/s, end to end: Ngoma 2,000, Kannel 1,000; ratio 2.00',
      ].join('\n'),
      hasVerdict: true,
    })
  })

  it('has no verdict after one round in which others used more than a tenth of the machine', () => {
    const noise = { elsewhere: 0.11, stolen: 0, busiest: [] }
    const theirs = [round(1_000, 1_240), round(1_000, 1_240, {}, noise)]
    assert.deepEqual(compareSides(new Map(Object.entries({ Ngoma: [round(2_000, 600)], Kannel: theirs }))), {
      text: 'No verdict (Kannel, round 2): other processes used 11% of the machine. Measure again on a quiet Linux machine.',
      hasVerdict: false,
    })
  })

  it('names lost, refused and duplicate messages', () => {
    assert.equal(findProblem(round(1_000, 600)), null)
    const change = { failed: 2, failure: 'HTTP/1.1 503\n\nbody', callbacks: { distinct: 999, twice: 3, strange: 0 } }
    assert.equal(
      findProblem(round(1_000, 600, change)),
      '2 were not accepted, the first with HTTP/1.1 503, 1 callbacks never came, 3 callbacks came twice',
    )
  })
})
