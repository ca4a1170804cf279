import assert from 'node:assert/strict'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { planGroups, runGroups } from './groups.ts'
import { readWeights, type Weights } from './weights.ts'

const all = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'])

describe('test files in groups', () => {
  const good = `import { it } from 'node:test'\nit('is good', () => {})\n`
  const bad = `import { describe, it } from 'node:test'\ndescribe('a suite', () => {\n  it('is bad', () => {\n    throw new Error('for a reason')\n  })\n})\n`

  it('are all there, each once, in an order that does not depend on how they were found', () => {
    const weights = readWeights()
    const groups = planGroups(all, weights)
    assert.deepEqual(groups.flat().toSorted(), all.toSorted())
    for (const group of groups) assert.deepEqual(group, group.toSorted())
    assert.deepEqual(planGroups(all.toReversed(), weights), groups)
    assert.ok(groups.length > 4 && groups.length <= 14, String(groups.length))
  })

  it('share a process when they are few', () => {
    assert.deepEqual(planGroups(['b.test.ts', 'a.test.ts'], { 'a.test.ts': 1, 'b.test.ts': 2 }), [
      ['a.test.ts', 'b.test.ts'],
    ])
  })

  it('begin with the group that takes longest', () => {
    const weights = { 'a.test.ts': 15, 'b.test.ts': 60, 'c.test.ts': 30 }
    assert.deepEqual(planGroups(Object.keys(weights), weights), [['b.test.ts'], ['c.test.ts'], ['a.test.ts']])
  })

  it('are measured file by file, also where a helper defines the suite', async (context) => {
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

  it('succeed together', async (context) => {
    const { isWell, said } = await run(context, [{ 'a.test.ts': good, 'b.test.ts': good }, { 'c.test.ts': good }])
    assert.equal(isWell, true)
    assert.match(said, /All files: tests 3, passed 3, failed 0, cancelled 0, skipped 0, todo 0/)
    assert.doesNotMatch(said, /Failed:|Its files:|Not run:/)
  })

  it('fail with one test, which is named at the end with its file, its line and its reason', async (context) => {
    const { isWell, said } = await run(context, [{ 'a.test.ts': bad, 'b.test.ts': good }, { 'c.test.ts': good }])
    assert.equal(isWell, false)
    assert.match(said, /All files: tests 3, passed 2, failed 1,/)
    assert.match(said, /Failed:\n {2}\S*a\.test\.ts:3 {2}a suite > is bad\n {4}for a reason\n$/)
  })

  it('say what failed in a process that did not come to its end', async (context) => {
    // As soon as the failure is written down.
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
    const { isWell, said } = await run(context, [{ 'a.test.ts': bad, 'b.test.ts': killed }])
    assert.equal(isWell, false)
    const [, report = ''] = said.split('All files:')
    assert.match(report, /Failed:\n {2}\S*a\.test\.ts:3 {2}a suite > is bad\n {4}for a reason\n/)
    assert.match(report, /A process was ended by SIGKILL\. Its files:\n/)
  })

  const crashes: readonly (readonly [title: string, text: string, reason: RegExp])[] = [
    [
      'is killed',
      `import { it } from 'node:test'\nit('kills', () => process.kill(process.pid, 'SIGKILL'))\n`,
      /was ended by SIGKILL/,
    ],
    [
      'ends itself as if all were well',
      `import { it } from 'node:test'\nit('exits', () => process.exit(0))\n`,
      /ended before its tests did/,
    ],
    [
      'leaves something open',
      `import { it } from 'node:test'\nit('stays', () => void setInterval(() => {}, 1_000))\n`,
      /ended with code 1/,
    ],
    [
      'throws when its tests are over',
      `import { it } from 'node:test'\nit('throws', () => void setTimeout(() => { throw new Error('late') }, 50))\n`,
      /ended with code \d+/,
    ],
  ]
  for (const [title, text, reason] of crashes) {
    it(`fail when a process ${title}, and say which files were in it`, async (context) => {
      const { isWell, said } = await run(context, [{ 'a.test.ts': good, 'b.test.ts': text }, { 'c.test.ts': good }])
      assert.equal(isWell, false)
      const [, report = ''] = said.split('All files:')
      assert.match(report, reason)
      assert.match(report, /Its files:\n {2}\S+a\.test\.ts\n {2}\S+b\.test\.ts\n$/)
    })
  }
})

/** Runs groups of files with these texts. */
async function run(
  context: TestContext,
  groups: readonly Readonly<Record<string, string>>[],
): Promise<{ isWell: boolean; said: string; measured: Weights }> {
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-groups-'))
  context.after(() => rmSync(directory, { recursive: true, force: true }))
  for (const group of groups)
    for (const [name, text] of Object.entries(group)) writeFileSync(join(directory, name), text)
  const planned = groups.map((group) =>
    Object.keys(group)
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => join(directory, name)),
  )
  // Node's runner tells a process of tests that it is one, and such a process would start no tests of its own.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  let said = ''
  let measured: Weights = {}
  const isWell = await runGroups(planned, {
    options: [],
    env: { ...env, NGOMA_TEST_GRACE_MS: '1000' },
    print: (text) => (said += text),
    onMeasured: (weights) => {
      measured = weights
    },
  }).done
  return { isWell, said, measured }
}
