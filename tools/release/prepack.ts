/** Writes the files that a package has in addition to a checkout; `postpack.ts` removes them. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, writeFileSync } from 'node:fs'

const root = new URL('../../', import.meta.url)
const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })

// Without this file the program reports an unknown commit.
if (status === 0) writeFileSync(new URL('commit.txt', root), stdout)
// npm never packs package-lock.json, but it packs the same file under this name, so that npm ci works.
copyFileSync(new URL('package-lock.json', root), new URL('npm-shrinkwrap.json', root))
