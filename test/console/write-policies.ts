/** Writes the policies of all routes: `npm run generate:policies`. */
import { writeFileSync } from 'node:fs'
import { openWorld } from '../world.ts'
import { policiesFile, policiesOf } from './policies.ts'

const world = await openWorld('embedded')
const lines = policiesOf(world.app.http.listRoutes())
await world.close()
writeFileSync(
  policiesFile,
  `# The policy of every route of a staging server. npm run generate:policies writes this file; review its diff.\n${lines.join('\n')}\n`,
)
