/** Writes into the tree what a package has beside the files of a checkout; `postpack.ts` removes it. */
import { copyFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readCommit } from '../../src/commit.ts'

const root = new URL('../../', import.meta.url)
const commit = readCommit(fileURLToPath(root))

if (commit !== null) writeFileSync(new URL('commit.txt', root), `${commit}\n`)
// npm never packs package-lock.json. This is the same file under the name that it does pack, so npm ci works.
copyFileSync(new URL('package-lock.json', root), new URL('npm-shrinkwrap.json', root))
