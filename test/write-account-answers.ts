/** Writes the answers of a server to the examples of the account API, and the tables of its page: `npm run generate:examples`. */
import { writeFileSync } from 'node:fs'
import { replayExamples } from './account-examples.ts'
import { accountPage, consolePage, consolePageWithTable, pageWithTables } from './account-tables.ts'
import { openWorld } from './world.ts'

const itemsMax = 2
const world = await openWorld('embedded', { startAt: new Date('2030-01-31T08:00:00Z') })
const { body: document } = await world.request('GET', '/openapi.json')
const answers = (await replayExamples(world, document))
  .filter(({ answer }) => answer.status < 300 && String(answer.headers['content-type']).includes('json'))
  .map(({ id, answer }) => [id, steady(answer.body)] as const)
await world.close()
writeFileSync(accountPage, pageWithTables(document))
writeFileSync(consolePage, consolePageWithTable())
// One line for each answer.
const lines = answers.toSorted(([a], [b]) => (a < b ? -1 : 1)).map((pair) => pair.map((part) => JSON.stringify(part)))
writeFileSync(
  new URL('../src/http/reference/account-answers.json', import.meta.url),
  `{\n${lines.map(([id, answer]) => `  ${id}: ${answer}`).join(',\n')}\n}\n`,
)

/** Shortens lists, and replaces values that differ in every run. */
function steady(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, itemsMax).map(steady)
  if (typeof value === 'string')
    return value
      .replace(/^[0-9a-f]{8}-[0-9a-f-]{27}$/, '0b2c2f2e-1d5b-4c6f-9d0b-6a1f3a1e2b4c')
      .replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d):.*Z$/, '$1:00.000Z')
      .replace(/^whsec_.*/, 'whsec_…')
      .replace(/http:\/\/localhost:\d+\/l\/\w+/, 'https://go.example.com/l/4kX9aQ2LmZ')
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, steady(one)]))
}
