// Builds the dashboard if it is missing or its sources have changed. `npm ci` runs this, and the server does if there is
// no dashboard. Written for old Node versions, like bin/node-version.js; also runs with production packages only.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzipSync } from 'node:zlib'
import { putInPlace } from '../bin/put-in-place.js'

const here = dirname(fileURLToPath(import.meta.url))
const root = dirname(here)
const target = join(here, 'dist')
const draft = join(here, `dist.${process.pid}`)
const stampName = 'stamp.txt'

/** @param {string} directory @returns {string[]} */
function listFiles(directory) {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name)
    return entry.isDirectory() ? listFiles(path) : [path]
  })
}

/** All that it is made of, in one line. */
function readStamp() {
  const shared = ['values', 'catalogs', 'contract'].map((name) => join(root, 'src', name))
  const sources = [join(here, 'src'), join(here, 'public'), ...shared]
    .flatMap(listFiles)
    .filter((path) => !path.endsWith('.test.ts'))
  const files = [
    ...sources,
    join(here, 'index.html'),
    join(here, 'vite.config.ts'),
    join(root, 'package-lock.json'),
  ].sort()
  const hash = createHash('sha256')
  for (const path of files)
    hash
      .update(`${relative(root, path)}\0`)
      .update(readFileSync(path))
      .update('\0')
  return hash.digest('hex')
}

const isCurrent = () =>
  existsSync(join(target, stampName)) && readFileSync(join(target, stampName), 'utf8') === readStamp()

const toBrotli = promisify(brotliCompress)

/** Compressed once here, on all cores, so that answers need not be compressed. */
async function compress() {
  const paths = listFiles(draft).filter((path) => /\.(html|js|css|svg|txt)$/.test(path) && statSync(path).size > 1024)
  await Promise.all(
    paths.map(async (path) => {
      const content = readFileSync(path)
      writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
      writeFileSync(`${path}.br`, await toBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
    }),
  )
}

async function main() {
  if (!existsSync(join(here, 'src'))) return
  if (isCurrent()) return
  if (!existsSync(join(root, 'node_modules', 'vite'))) {
    // Better none than one that was made for another version of the server.
    rmSync(target, { recursive: true, force: true })
    process.stdout.write(
      'The dashboard is not built: what builds it is not installed (npm ci without --omit=dev installs it)\n',
    )
    return
  }
  const { build } = await import('vite')
  const began = Date.now()
  const stamp = readStamp()
  await build({ root: here, configFile: join(here, 'vite.config.ts'), logLevel: 'warn', build: { outDir: draft } })
  await compress()
  writeFileSync(join(draft, stampName), stamp)
  putInPlace(draft, target, isCurrent)
  process.stdout.write(`The dashboard was built in ${((Date.now() - began) / 1000).toFixed(1)} s\n`)
}

main().catch((error) => {
  rmSync(draft, { recursive: true, force: true })
  process.stderr.write(`The dashboard could not be built: ${error instanceof Error ? error.stack : error}\n`)
  process.exitCode = 1
})
