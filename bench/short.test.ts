/** Every bench in its short form: the same code on tiny data, whose figures mean nothing. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { browserMissing } from '../test/browser.ts'
import { hurry, root } from '../test/ngoma.ts'
import { findPostgres, missingPostgres } from '../test/postgres-programs.ts'

const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
)
const benches = Object.entries(scripts).filter(([name]) => /^bench(:|$)/.test(name))
const skip = findPostgres() === null ? missingPostgres() : browserMissing

describe('the short form of a bench', { skip, concurrency: availableParallelism() }, () => {
  for (const [name, script] of benches)
    it(`${name} gives figures, and loses and duplicates nothing`, async () => {
      const [, file = ''] = /^node (\S+)$/.exec(script) ?? []
      const { stdout, stderr } = await promisify(execFile)(process.execPath, [...hurry, file, '--short'], { cwd: root })
      assert.match(stdout, /^[1-9]\d* figures$/m, stderr)
    })
})
