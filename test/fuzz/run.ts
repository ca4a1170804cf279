/** `npm run fuzz -- --seed 7 --requests 50000`: sends malformed requests to a server and prints a summary. */
import { parseArgs } from 'node:util'
import { startPostgres } from '../postgres.ts'
import { findPostgres } from '../postgres-programs.ts'
import { fuzz } from './fuzz.ts'

const stallMsMax = 200

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, requests: { type: 'string', default: '50000' } },
})
const postgres = findPostgres() === null ? null : await startPostgres({})
try {
  const { requests, routes, pdus, connections, statuses, failures, stalls } = await fuzz({
    seed: Number(values.seed),
    requests: Number(values.requests),
    databaseUrl: postgres?.url,
  })
  const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
  process.stdout.write(
    `seed ${values.seed}: ${requests} requests to ${routes} routes, ${pdus} PDUs, ${connections} SMPP connections\n` +
      `answers by status (0: connection closed): ${counts.join(', ')}\n` +
      `answers of 500: ${statuses.get(500) ?? 0}\n` +
      Object.entries(stalls)
        .map(
          ([when, { cpuMs, ms }]) =>
            `longest stall of the ${when} requests: ${Math.round(cpuMs)} ms of CPU time, ${Math.round(ms)} ms elapsed\n`,
        )
        .join(''),
  )
  for (const failure of failures.slice(0, 20)) process.stdout.write(`${failure}\n`)
  if (failures.length > 0 || Object.values(stalls).some(({ cpuMs }) => cpuMs >= stallMsMax)) process.exitCode = 1
} finally {
  await postgres?.stop()
}
