import assert from 'node:assert/strict'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { nextGroup, planGroups, type RunOptions, runAsGiven, runGroups } from './groups.ts'
import { kindOf } from './kinds.ts'
import { readWeights, type Weights } from './weights.ts'

const all = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'])

describe('test groups', () => {
  const good = `import { it } from 'node:test'\nit('is good', () => {})\n`
  const bad = `import { describe, it } from 'node:test'\ndescribe('a suite', () => {\n  it('is bad', () => {\n    throw new Error('for a reason')\n  })\n})\n`

  it('contain every file once, independent of the input order', () => {
    const weights = readWeights()
    const groups = planGroups(all, weights)
    assert.deepEqual(groups.flatMap(({ files }) => files).toSorted(), all.toSorted())
    for (const { files } of groups) assert.deepEqual(files, files.toSorted())
    assert.deepEqual(planGroups(all.toReversed(), weights), groups)
    assert.ok(groups.length > 4 && groups.length <= 26, String(groups.length))
  })

  it('put a few files into one process', () => {
    assert.deepEqual(planGroups(['b.test.ts', 'a.test.ts'], { 'a.test.ts': 1, 'b.test.ts': 2 }), [
      { kind: 'in-process', files: ['a.test.ts', 'b.test.ts'] },
    ])
  })

  it('put a last file without weight into the last group', () => {
    const weights = Object.fromEntries(
      [...'abcz'].map((name) => [`test/browser/${name}.test.ts`, name === 'z' ? 0 : 30]),
    )
    const groups = planGroups(Object.keys(weights), weights).map(({ files }) => files.length)
    assert.deepEqual(groups.toSorted(), [1, 1, 2])
  })

  it('have files of one kind', () => {
    for (const { kind, files } of planGroups(all, readWeights()))
      assert.deepEqual(new Set(files.map(kindOf)), new Set([kind]))
  })

  it('run one group with a browser and one with real processes at a time', () => {
    const browser = { kind: 'browser', files: ['test/browser/a.test.ts'] } as const
    const processes = { kind: 'processes', files: ['test/e2e/a.test.ts'] } as const
    const inProcess = { kind: 'in-process', files: ['a.test.ts'] } as const
    assert.equal(nextGroup([browser, processes, inProcess], []), browser)
    assert.equal(nextGroup([browser, processes, inProcess], [browser]), processes)
    assert.equal(nextGroup([browser, processes, inProcess], [browser, processes]), inProcess)
    assert.equal(nextGroup([inProcess], [inProcess, inProcess]), inProcess)
    assert.equal(nextGroup([browser, processes], [browser, processes]), undefined)
  })

  it('start with the slowest group', () => {
    const weights = { 'a.test.ts': 15, 'b.test.ts': 60, 'c.test.ts': 30 }
    const groups = planGroups(Object.keys(weights), weights)
    assert.deepEqual(
      groups.flatMap(({ files }) => files),
      ['b.test.ts', 'c.test.ts', 'a.test.ts'],
    )
  })

  it('start with the kinds that run one group at a time', () => {
    const weights = { 'a.test.ts': 60, 'test/browser/b.test.ts': 10, 'test/e2e/c.test.ts': 20 }
    const groups = planGroups(Object.keys(weights), weights)
    assert.deepEqual(
      groups.map(({ kind }) => kind),
      ['processes', 'browser', 'in-process'],
    )
  })

  it('measure each file, also if a helper defines the suite', async (context) => {
    const helper = `import { describe } from 'node:test'\nexport const suite = (define) => describe('suite', define)\n`
    const slow = `
      import { it } from 'node:test'
      import { setTimeout as sleep } from 'node:timers/promises'
      import { suite } from './helper.ts'
      suite(() => it('sleeps', () => sleep(50)))
    `
    const { measured } = await run(context, [{ 'a.test.ts': good, 'b.test.ts': slow, 'helper.ts': helper }])
    const byName = Object.fromEntries(Object.entries(measured).map(([file, seconds]) => [basename(file), seconds]))
    assert.deepEqual(Object.keys(byName), ['a.test.ts', 'b.test.ts'])
    assert.ok(Number(byName['b.test.ts']) >= 0.04, String(byName['b.test.ts']))
  })

  it('measure nothing without a file, when a helper defines all tests', async (context) => {
    const helper = `import { it } from 'node:test'\nexport const define = () => it('is good', () => {})\n`
    const first = `import { define } from './helper.ts'\ndefine()\n`
    const { measured } = await run(context, [{ 'a.test.ts': first, 'b.test.ts': good, 'helper.ts': helper }])
    assert.deepEqual(
      Object.keys(measured).map((file) => basename(file)),
      ['b.test.ts'],
    )
  })

  it('load the guard of connections also in one process per file', async (context) => {
    const directory = mkdtempSync(join(tmpdir(), 'ngoma-groups-'))
    context.after(() => rmSync(directory, { recursive: true, force: true }))
    const file = join(directory, 'a.test.ts')
    const lookup = `import { lookup } from 'node:dns/promises'`
    writeFileSync(
      file,
      `${lookup}\nimport { it } from 'node:test'\nimport assert from 'node:assert/strict'
      it('is guarded', () => assert.rejects(lookup('shop.example'), /tests stay on this machine/))\n`,
    )
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    assert.equal(await runAsGiven([file], { options: ['--test-reporter=dot'], env, slowness: 1 }).done, true)
  })

  it('succeed if all tests pass', async (context) => {
    const { hasPassed, output } = await run(context, [{ 'a.test.ts': good, 'b.test.ts': good }, { 'c.test.ts': good }])
    assert.equal(hasPassed, true)
    assert.match(output, /All files: tests 3, passed 3, failed 0, cancelled 0, skipped 0, todo 0/)
    assert.doesNotMatch(output, /Failed:|Its files:|Not run:/)
  })

  it('fail if one test fails, and report its file, line and error at the end', async (context) => {
    const { hasPassed, output } = await run(context, [{ 'a.test.ts': bad, 'b.test.ts': good }, { 'c.test.ts': good }])
    assert.equal(hasPassed, false)
    assert.match(output, /All files: tests 3, passed 2, failed 1,/)
    assert.match(output, /Failed:\n {2}\S*a\.test\.ts:3 {2}a suite > is bad\n {4}for a reason\n$/)
  })

  it('report the failures of a killed process', async (context) => {
    // Killed as soon as the failure is recorded.
    const killed = `
      import { existsSync, readFileSync } from 'node:fs'
      import { it } from 'node:test'
      import { setTimeout as sleep } from 'node:timers/promises'
      const [tally] = process.execArgv.flatMap((one) => one.match(/^--test-reporter-destination=(\\/.*)$/)?.[1] ?? [])
      it('is killed', async () => {
        while (!existsSync(tally) || !readFileSync(tally, 'utf8').includes('is bad')) await sleep(5)
        process.kill(process.pid, 'SIGKILL')
      })
    `
    const { hasPassed, output } = await run(context, [{ 'a.test.ts': bad, 'b.test.ts': killed }])
    assert.equal(hasPassed, false)
    const [, report = ''] = output.split('All files:')
    assert.match(report, /Failed:\n {2}\S*a\.test\.ts:3 {2}a suite > is bad\n {4}for a reason\n/)
    assert.match(report, /A process was terminated by SIGKILL\. Its files:\n/)
  })

  it('stop a stuck file alone, name it, and run the files after it', async (context) => {
    const stuck = `import { it } from 'node:test'\nit('never ends', () => { for (;;); })\n`
    const { hasPassed, output } = await run(context, [{ 'a.test.ts': good, 'b.test.ts': stuck, 'c.test.ts': good }], {
      stuckSeconds: 1,
      // The others get minutes, because a busy machine is slow to start a process.
      weightOf: (name) => (name === 'b.test.ts' ? 0 : 100),
    })
    assert.equal(hasPassed, false)
    const [, report = ''] = output.split('All files:')
    assert.match(report, /A process was stopped: \S+b\.test\.ts took over \d+ s\. Its files:\n {2}\S+b\.test\.ts\n$/)
    assert.equal(report.match(/A process/g)?.length, 1)
    assert.match(report, /^ tests 1, passed 1,/)
  })

  it('show the progress and failures on a terminal, but not each test', async (context) => {
    const { output } = await run(context, [{ 'a.test.ts': bad, 'b.test.ts': good }], { isTerminal: true })
    assert.match(output, /\[KFailed: \S*a\.test\.ts:3 {2}a suite > is bad\n {4}for a reason\n/)
    assert.match(output, /2 of 2 files, 0:\d\d, about 0:00 left\r/)
    assert.doesNotMatch(output, /✔/)
  })

  it('name the slowest files at the end', async (context) => {
    const files = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`${index}.test.ts`, good]))
    const { output } = await run(context, [files])
    assert.equal(
      output
        .match(/Slowest files:\n((?: +[\d.]+ s {2}\S+\n)+)/)?.[1]
        ?.trimEnd()
        .split('\n').length,
      10,
    )
  })

  const crashes: readonly (readonly [title: string, text: string, reason: RegExp])[] = [
    [
      'is killed',
      `import { it } from 'node:test'\nit('kills', () => process.kill(process.pid, 'SIGKILL'))\n`,
      /was terminated by SIGKILL/,
    ],
    [
      'exits with code 0',
      `import { it } from 'node:test'\nit('exits', () => process.exit(0))\n`,
      /exited before its tests finished/,
    ],
    [
      'leaves something open',
      `import { it } from 'node:test'\nit('stays', () => void setInterval(() => {}, 1_000))\n`,
      /exited with code 1/,
    ],
    [
      'throws after its tests',
      `import { it } from 'node:test'\nit('throws', () => void setTimeout(() => { throw new Error('late') }, 50))\n`,
      /exited with code \d+/,
    ],
  ]
  for (const [title, text, reason] of crashes) {
    it(`fail if a process ${title}, and list its files`, async (context) => {
      const { hasPassed, output } = await run(context, [
        { 'a.test.ts': good, 'b.test.ts': text },
        { 'c.test.ts': good },
      ])
      assert.equal(hasPassed, false)
      const [, report = ''] = output.split('All files:')
      assert.match(report, reason)
      assert.match(report, /Its files:\n {2}\S+a\.test\.ts\n {2}\S+b\.test\.ts\n$/)
    })
  }
})

/** Runs groups of files with these contents. */
async function run(
  context: TestContext,
  groups: readonly Readonly<Record<string, string>>[],
  { weightOf = () => 3, ...options }: Partial<RunOptions> & { readonly weightOf?: (name: string) => number } = {},
): Promise<{ hasPassed: boolean; output: string; measured: Weights }> {
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-groups-'))
  context.after(() => rmSync(directory, { recursive: true, force: true }))
  for (const group of groups)
    for (const [name, text] of Object.entries(group)) writeFileSync(join(directory, name), text)
  const planned = groups.map((group) => ({
    kind: 'in-process' as const,
    files: Object.keys(group)
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => relative('', join(directory, name))),
  }))
  // With this variable of Node's test runner, a process would not run tests of its own.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  let output = ''
  let measured: Weights = {}
  const hasPassed = await runGroups(planned, {
    options: [],
    weights: Object.fromEntries(planned.flatMap(({ files }) => files.map((file) => [file, weightOf(basename(file))]))),
    slowness: 1,
    ...options,
    env: { ...env, NGOMA_TEST_GRACE_MS: '1000' },
    print: (text) => (output += text),
    onMeasured: (weights) => {
      measured = weights
    },
  }).done
  return { hasPassed, output, measured }
}
