/** Checks the lock file: `npm run check` fails on missing checksums, disallowed licences or install scripts. */
import { readFileSync } from 'node:fs'
import { checkLock } from './lock.ts'

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'))

const problems = checkLock(read('package-lock.json'), read('package.json'))
for (const problem of problems) process.stderr.write(`package-lock.json: ${problem}\n`)
if (problems.length > 0) process.exitCode = 1
