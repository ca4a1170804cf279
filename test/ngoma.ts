import { fileURLToPath } from 'node:url'

/**
 * For processes of tests, none of which runs for long: the embedded database is compiled in a hurry, and never again
 * for speed.
 */
export const hurry = '--liftoff-only'

/** What Node is given to run the program: by tests in a hurry, and by benches as people run it. */
export const program: readonly string[] = [
  ...process.execArgv.filter((option) => option === hurry),
  fileURLToPath(new URL('../bin/ngoma.js', import.meta.url)),
]
