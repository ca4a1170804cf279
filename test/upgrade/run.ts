/** `npm run test:upgrade`: a rolling upgrade of real processes under load, behind a proxy of packaging/. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { root } from '../ngoma.ts'
import { hasHaproxy, hasNginx } from '../proxies.ts'
import { type UpgradeOptions, upgrade } from './upgrade.ts'

const usage = `Usage: npm run test:upgrade -- --from DIRECTORY [--to DIRECTORY] [--proxy nginx|haproxy] [--rate N] [--drain SECONDS]

Serves the checkout in --from with two api processes and a worker on a PostgreSQL server of its own, sends --rate
requests a second through the proxy (30), and replaces process by process with the checkout in --to (this one). Exits with
1 if a request failed, or if an accepted message is missing or was not delivered.
`
const minutesMax = 20

process.exit(await main())

async function main(): Promise<number> {
  const options = readOptions()
  if (options === null) {
    process.stderr.write(usage)
    return 2
  }
  if (!(options.proxy === 'nginx' ? hasNginx : hasHaproxy)) {
    process.stderr.write(`${options.proxy} is not installed\n`)
    return 2
  }
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => ending.abort(new Error(`stopped by ${signal}`)))
  sleep(minutesMax * 60_000, undefined, { ref: false }).then(() =>
    ending.abort(new Error(`not finished after ${minutesMax} minutes`)),
  )
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-upgrade-'))
  try {
    return (await upgrade({ ...options, directory, signal: ending.signal })) ? 0 : 1
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    return 1
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function readOptions(): Omit<UpgradeOptions, 'directory' | 'signal'> | null {
  const text = { type: 'string' } as const
  try {
    const { values } = parseArgs({ options: { from: text, to: text, proxy: text, rate: text, drain: text } })
    const { from, to = root, proxy = 'haproxy', rate = '30', drain = '5' } = values
    const isValid = (proxy === 'nginx' || proxy === 'haproxy') && Number(rate) > 0 && Number(drain) >= 0
    if (from === undefined || !isValid) return null
    return { from: resolve(from), to: resolve(to), proxy, perSecond: Number(rate), drainSeconds: Number(drain) }
  } catch {
    return null
  }
}
