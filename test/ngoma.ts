import { cpSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Compiles the embedded database quickly and without optimization. */
const quickly = '--liftoff-only'
/** Keeps a process from connecting to other machines. */
export const staysLocal = `--import=${new URL('./local-network.ts', import.meta.url).href}`
/** Node options for test processes and the programs that they start. */
export const hurry: readonly string[] = [
  quickly,
  `--import=${new URL('./quick-imports.ts', import.meta.url).href}`,
  staysLocal,
]

/** The Node arguments that run the program in a directory. Tests add `hurry`; benches run it as users do. */
export const programIn = (root: string): readonly string[] => [
  ...(process.execArgv.includes(quickly) ? hurry : []),
  join(root, 'bin', 'ngoma.js'),
]

export const root = fileURLToPath(new URL('..', import.meta.url))
export const program = programIn(root)

/** A temporary home: the compile cache is keyed by path, and entries of a copy must not stay in the user's cache. */
export const homeIn = (directory: string) => ({ HOME: join(directory, 'home') })

/** Copies sources and migrations, which a test may change. Packages and dashboard are linked. */
export function copyProgram(target: string): void {
  for (const name of ['bin', 'migrations', 'package.json', 'src', 'tools'])
    cpSync(join(root, name), join(target, name), { recursive: true, filter: (path) => !path.endsWith('.test.ts') })
  for (const name of ['dashboard', 'node_modules']) symlinkSync(join(root, name), join(target, name))
}
