/**
 * `node tools/wording/check.ts [path …]` finds phrases that are hard to read in comments, texts, test titles and docs.
 * `npm run check` runs it on all files.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { findPhrases } from './find-phrases.ts'
import { exceptions } from './rules.ts'

const paths = process.argv.slice(2)
const files = execFileSync('git', ['ls-files', '-z', '--', ...paths], { encoding: 'utf8' })
  .split('\0')
  .filter((path) => /\.(ts|tsx|js|md)$/.test(path))

const used = new Set<number>()
let findings = 0
for (const path of files)
  for (const { line, phrase, advice } of findPhrases(path, readFileSync(path, 'utf8'), (index) => used.add(index))) {
    findings += 1
    process.stdout.write(`${path}:${line}  ${phrase}\n    ${advice}\n`)
  }

const unused = paths.length > 0 ? [] : exceptions.filter((_, index) => !used.has(index))
for (const { path, text } of unused) process.stdout.write(`${path}  the exception "${text}" is not needed any more\n`)
if (findings + unused.length > 0) {
  process.stdout.write(`Phrases to rewrite: ${findings}\n`)
  process.exitCode = 1
}
