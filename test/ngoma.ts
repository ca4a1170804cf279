import { cpSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * For processes of tests, none of which runs for long: the embedded database is compiled in a hurry, and never again
 * for speed.
 */
export const hurry = '--liftoff-only'

/** What Node is given to run the program in a directory: by tests in a hurry, and by benches as people run it. */
export const programIn = (root: string): readonly string[] => [
  ...process.execArgv.filter((option) => option === hurry),
  join(root, 'bin', 'ngoma.js'),
]

export const root = fileURLToPath(new URL('..', import.meta.url))
export const program = programIn(root)

/** The cache of compiled files goes by path: that of a copy must not stay in the cache of whoever runs the tests. */
export const homeIn = (directory: string) => ({ HOME: join(directory, 'home') })

/** A copy of the program that a test may change: of its sources and migrations; packages and dashboard are shared. */
export function copyProgram(target: string): void {
  for (const name of ['bin', 'migrations', 'package.json', 'src', 'tools'])
    cpSync(join(root, name), join(target, name), { recursive: true, filter: (path) => !path.endsWith('.test.ts') })
  for (const name of ['dashboard', 'node_modules']) symlinkSync(join(root, name), join(target, name))
}
