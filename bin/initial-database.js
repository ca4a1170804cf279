// Creates the data directory that the first start with the embedded database copies. `npm ci` runs this. Old versions of
// Node must be able to parse this file, as with dashboard/build.js.
import { restartForMemory } from './memory.js'

restartForMemory(undefined)
import('../src/engine/db/initial-directory.ts')
  .then(({ createInitial }) => createInitial())
  .catch((error) => {
    process.stdout.write(
      `The initial database was not created, so the first start takes a few seconds longer: ${error.message}\n`,
    )
  })
