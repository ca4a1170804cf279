import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** How long the event loop of a server was blocked. */
export interface Stall {
  readonly ms: number
  /** Less than `ms` if the process waited for a processor. */
  readonly cpuMs: number
}

const probe = pathToFileURL(fileURLToPath(new URL('stall-probe.ts', import.meta.url))).href

/** Records the stalls of a server that is started with `settings`. */
export function watchStalls() {
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-stalls-'))
  const file = join(directory, 'stalls')
  writeFileSync(file, '')
  return {
    settings: { NODE_OPTIONS: `--import=${probe}`, NGOMA_TEST_STALLS: file },
    /** The longest stall, by CPU time, since the last call. */
    takeLongest(): Stall {
      const stalls = readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line): Stall => JSON.parse(line))
      writeFileSync(file, '')
      return stalls.reduce((longest, one) => (one.cpuMs > longest.cpuMs ? one : longest), { ms: 0, cpuMs: 0 })
    },
    remove: () => rmSync(directory, { recursive: true }),
  }
}
