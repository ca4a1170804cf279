import { fileURLToPath } from 'node:url'

/** For processes of tests, none of which runs for long: the embedded database is compiled in a hurry, and never again for speed. */
export const hurry = '--liftoff-only'

/** What Node is given to run the program. */
export const program: readonly string[] = [hurry, fileURLToPath(new URL('../bin/ngoma.js', import.meta.url))]
