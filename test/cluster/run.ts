/** Kills the primary of a real Patroni cluster under load: npm run test:cluster -- [--runs N] [--through hosts|haproxy]. */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startCluster } from './patroni.ts'
import { type Trial, tryFailover } from './trial.ts'

const minutesPerRun = 6

const columns: readonly (readonly [title: string, value: (trial: Trial) => string | number])[] = [
  ['accepted', ({ accepted }) => accepted],
  ['lost', ({ lost }) => lost],
  ['duplicates (bound)', ({ duplicates, duplicatesMax }) => `${duplicates} (${duplicatesMax})`],
  ['accepted again', ({ acceptedAfter }) => `${acceptedAfter.toFixed(1)} s`],
  ['sent again', ({ submittedAfter }) => `${submittedAfter.toFixed(1)} s`],
  ['webhooks again', ({ calledAfter }) => `${calledAfter.toFixed(1)} s`],
  ['without webhook', ({ untold }) => untold],
  ['log lines', ({ logLines }) => logLines],
]

process.exit(await main())

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { runs: { type: 'string' }, through: { type: 'string' } } })
  const runs = Number(values.runs ?? 1)
  const ways = values.through === undefined ? (['hosts', 'haproxy'] as const) : [values.through]
  if (!Number.isInteger(runs) || runs < 1 || !ways.every((way) => way === 'hosts' || way === 'haproxy')) {
    process.stderr.write('Usage: npm run test:cluster -- [--runs N] [--through hosts|haproxy]\n')
    return 2
  }
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => ending.abort(new Error(`ended by ${signal}`)))
  const minutesMax = minutesPerRun * (runs * ways.length + 1)
  const limit = sleep(minutesMax * 60_000, undefined, { ref: false }).then(() => {
    throw new Error(`the cluster test took over ${minutesMax} minutes`)
  })
  const ended = new Promise<never>((_, reject) =>
    ending.signal.addEventListener('abort', () => reject(ending.signal.reason)),
  )
  try {
    return await Promise.race([runAll(runs, ways), limit, ended])
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    return 1
  }
}

async function runAll(runs: number, ways: readonly string[]): Promise<number> {
  const rows: string[][] = []
  let isWell = true
  const cluster = await startCluster()
  try {
    for (let run = 1; run <= runs; run += 1)
      for (const way of ways) {
        const url = way === 'hosts' ? cluster.hostsUrl : cluster.proxyUrl
        const trial = await tryFailover(cluster, (database) => url.replace('DATABASE', database))
        isWell &&= trial.lost === 0 && trial.untold === 0 && trial.duplicates <= trial.duplicatesMax
        rows.push([String(run), way, ...columns.map(([, value]) => String(value(trial)))])
        process.stdout.write(`${rows.at(-1)?.join('  ')}\n`)
      }
  } finally {
    await cluster.stop()
  }
  const titles = ['run', 'through', ...columns.map(([title]) => title)]
  const table = [titles, titles.map(() => '---'), ...rows]
  process.stdout.write(`\n${table.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`)
  return isWell ? 0 : 1
}
