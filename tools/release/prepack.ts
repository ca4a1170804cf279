/** Writes into the tree what a package has beside the files of a checkout; `postpack.ts` removes it. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, writeFileSync } from 'node:fs'

const root = new URL('../../', import.meta.url)
const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })

// Without it the program says that its commit is unknown.
if (status === 0) writeFileSync(new URL('commit.txt', root), stdout)
// npm never packs package-lock.json. This is the same file under the name that it does pack, so npm ci works.
copyFileSync(new URL('package-lock.json', root), new URL('npm-shrinkwrap.json', root))
