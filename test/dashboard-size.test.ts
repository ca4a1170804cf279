import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

/** The files that a browser loads, in the compressed form that the server sends. */

const dist = fileURLToPath(new URL('../dashboard/dist/', import.meta.url))
const mantine = fileURLToPath(new URL('../node_modules/@mantine/core/styles.css', import.meta.url))

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
  readonly assets?: readonly string[]
}

const chunks = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>

const firstLoadMax = 300_000
const pageMax = 60_000

/** The files that these modules need before they run. */
function filesOf(modules: readonly string[]): ReadonlySet<string> {
  const files = new Set<string>()
  const seen = new Set<string>()
  const add = (key: string) => {
    if (seen.has(key)) return
    seen.add(key)
    const chunk = chunks[key]
    if (chunk === undefined) throw new Error(`no chunk for ${key}`)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const imported of chunk.imports ?? []) add(imported)
  }
  for (const one of modules) add(one)
  return files
}

function sizeOf(files: Iterable<string>): number {
  return [...files].reduce((sum, file) => {
    const path = join(dist, file)
    return sum + statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size
  }, 0)
}

const pages = Object.keys(chunks).filter((key) => key.startsWith('src/pages/'))
/** Loaded by the styles of the first page. */
const assets = readdirSync(join(dist, 'assets'))
  .filter((name) => /^(figtree-latin-wght.*woff2|lacing.*svg)$/.test(name))
  .map((name) => `assets/${name}`)
const first = new Set([
  'index.html',
  'scheme.js',
  'favicon.svg',
  ...assets,
  ...filesOf(['index.html', 'src/catalogs/en/index.ts', 'src/pages/home/home.tsx']),
])

describe('the built dashboard', () => {
  it(`loads the first page with less than ${firstLoadMax / 1000} KB`, () => {
    const size = sizeOf(first)
    assert.ok(size < firstLoadMax, `${(size / 1000).toFixed(1)} KB`)
  })

  it(`loads each other page with less than ${pageMax / 1000} KB more`, () => {
    const sizes = pages.map((page) => {
      const more = [...filesOf([page])].filter((file) => !first.has(file))
      return [page, sizeOf(more)] as const
    })
    assert.ok(sizes.length > 50, `${sizes.length} pages`)
    const large = sizes.filter(([, size]) => size >= pageMax)
    assert.deepEqual(large, [])
  })

  it('has the styles of every Mantine component in it', () => {
    const read = (ending: string) =>
      readdirSync(join(dist, 'assets'))
        .filter((name) => name.endsWith(ending))
        .map((name) => readFileSync(join(dist, 'assets', name), 'utf8'))
        .join('\n')
    const classesIn = (text: string) => new Set(text.match(/\bm_[0-9a-f]{6,8}\b/g))
    const known = classesIn(readFileSync(mantine, 'utf8'))
    const styled = classesIn(read('.css'))
    const missing = [...classesIn(read('.js'))].filter((name) => known.has(name) && !styled.has(name))
    assert.deepEqual(missing, [], 'add the styles of these classes to dashboard/src/mantine.css')
  })
})
