// Compiles the client to JavaScript and type declarations if it is missing or outdated. `npm ci` runs this.
// Old versions of Node must be able to parse this file, as with dashboard/build.js.
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

/** A separate package without the server, with the same import path. */
const manifest = JSON.stringify({
  name: 'ngoma',
  version,
  description: 'The Ngoma API client, without the server.',
  license,
  type: 'module',
  exports: {
    './client': { types: './index.d.ts', default: './index.js' },
    './client/v2': { types: './v2.d.ts', default: './v2.js' },
  },
  sideEffects: false,
  files: ['*.js', '*.d.ts'],
})

/** A hash of all inputs. */
function readStamp() {
  const hash = createHash('sha256').update(manifest)
  const files = readdirSync(sources).map((name) => join(sources, name))
  for (const path of [...files.sort(), join(here, 'tsconfig.json'), fileURLToPath(import.meta.url)])
    hash.update(readFileSync(path)).update('\0')
  return hash.digest('hex')
}

/** The compiler has a native package for each platform. */
const hasCompiler = () =>
  ['typescript', `@typescript/typescript-${process.platform}-${process.arch}`].every((name) =>
    existsSync(join(packages, name)),
  )

function main() {
  // An installed package contains the built files and no sources.
  if (!existsSync(sources)) return 0
  const stamp = readStamp()
  const isCurrent = () => existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stamp
  if (isCurrent()) return 0
  if (!hasCompiler()) {
    process.stdout.write('The client was not built: the compiler is not installed (run npm ci without --omit)\n')
    return 0
  }
  const { status } = spawnSync(
    process.execPath,
    [join(packages, 'typescript', 'bin', 'tsc'), '-p', here, '--outDir', draft],
    { stdio: 'inherit' },
  )
  if (status !== 0) {
    rmSync(draft, { recursive: true, force: true })
    process.stderr.write('Failed to build the client\n')
    return 1
  }
  // The compiler keeps .ts extensions in type declarations, which older compilers do not resolve.
  for (const name of readdirSync(draft).filter((one) => one.endsWith('.d.ts'))) {
    const path = join(draft, name)
    writeFileSync(path, readFileSync(path, 'utf8').replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"))
  }
  writeFileSync(join(draft, 'package.json'), manifest)
  writeFileSync(join(draft, 'stamp.txt'), stamp)
  putInPlace(draft, target, isCurrent)
  process.stdout.write('Built the client\n')
  return 0
}

process.exitCode = main()
