// Builds the client to JavaScript and types when it is not built, or its sources have changed; `npm ci` runs this once.
// Written for an old Node to read, as dashboard/build.js is.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { putInPlace } from '../bin/put-in-place.js'

const here = dirname(fileURLToPath(import.meta.url))
const packages = join(dirname(here), 'node_modules')
const sources = join(here, 'src')
const target = join(here, 'dist')
const draft = join(here, `dist.${process.pid}`)
const stampPath = join(target, 'stamp.txt')
const { version, license } = JSON.parse(readFileSync(join(dirname(here), 'package.json'), 'utf8'))

/** A package of its own, for those who want nothing of the server, under the same name to import. */
const manifest = JSON.stringify({
  name: 'ngoma',
  version,
  description: 'The client of Ngoma, without the server.',
  license,
  type: 'module',
  exports: { './client': { types: './index.d.ts', default: './index.js' } },
  files: ['*.js', '*.d.ts'],
})

/** All that it is made of, in one line. */
function readStamp() {
  const hash = createHash('sha256').update(manifest)
  const files = readdirSync(sources).map((name) => join(sources, name))
  for (const path of [...files.sort(), join(here, 'tsconfig.json'), fileURLToPath(import.meta.url)])
    hash.update(readFileSync(path)).update('\0')
  return hash.digest('hex')
}

/** What compiles is a program of its own for each kind of machine. */
const isCompilerThere = () =>
  ['typescript', `@typescript/typescript-${process.platform}-${process.arch}`].every((name) =>
    existsSync(join(packages, name)),
  )

function main() {
  // In a package that was installed there is what was built, and nothing to build it from.
  if (!existsSync(sources)) return 0
  const stamp = readStamp()
  const isCurrent = () => existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stamp
  if (isCurrent()) return 0
  if (!isCompilerThere()) {
    process.stdout.write(
      'The client is not built: what builds it is not installed (npm ci without --omit installs it)\n',
    )
    return 0
  }
  const { status } = spawnSync(
    process.execPath,
    [join(packages, 'typescript', 'bin', 'tsc'), '-p', here, '--outDir', draft],
    { stdio: 'inherit' },
  )
  if (status !== 0) {
    rmSync(draft, { recursive: true, force: true })
    process.stderr.write('The client could not be built\n')
    return 1
  }
  // The compiler leaves the names of sources in its types, which older compilers do not look for.
  for (const name of readdirSync(draft).filter((one) => one.endsWith('.d.ts'))) {
    const path = join(draft, name)
    writeFileSync(path, readFileSync(path, 'utf8').replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"))
  }
  writeFileSync(join(draft, 'package.json'), manifest)
  writeFileSync(join(draft, 'stamp.txt'), stamp)
  putInPlace(draft, target, isCurrent)
  process.stdout.write('The client was built\n')
  return 0
}

process.exitCode = main()
