/**
 * `npm run test:alerts`: runs Prometheus with the shipped rules and a server. Cuts off a carrier with a waiting message,
 * then kills the server; each must raise its alert. Takes about five minutes.
 */
import { spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClock } from '../src/engine/clock.ts'
import { startSmsc } from '../tools/smsc/smsc.ts'
import { run } from './commands/program.ts'
import { startServer } from './e2e/server.ts'
import { endWithUs } from './watchdog.ts'
import { authorization, sendBody, until } from './world.ts'

const startSecondsMax = 60
/** Alerts fire up to three minutes after their condition. */
const alertSecondsMax = 300

const say = (text: string) => process.stdout.write(`${text}\n`)

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Starts Prometheus with the shipped rules and one target. Scrapes every 5 s, because an answer may take 1 s. */
async function startPrometheus(directory: string, target: string) {
  const rules = fileURLToPath(new URL('../packaging/prometheus/ngoma.rules.yml', import.meta.url))
  copyFileSync(rules, join(directory, 'ngoma.rules.yml'))
  writeFileSync(
    join(directory, 'prometheus.yml'),
    `global: { scrape_interval: 5s, evaluation_interval: 1s }
rule_files: [ngoma.rules.yml]
scrape_configs:
  - job_name: ngoma
    static_configs: [{ targets: ['${target}'] }]
`,
  )
  const port = await findFreePort()
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(directory, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(directory, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  endWithUs(child)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  const query = async <T>(path: string): Promise<T> => ((await (await ask(path)).json()) as { data: T }).data
  await until(
    'Prometheus is ready',
    () => {
      if (child.exitCode !== null) throw new Error(`Prometheus exited:\n${output}`)
      return ask('/-/ready').then(
        ({ ok }) => ok,
        () => false,
      )
    },
    startSecondsMax,
  )
  return {
    async firing(): Promise<string[]> {
      const { alerts } = await query<{ alerts: { state: string; labels: { alertname: string } }[] }>('/api/v1/alerts')
      return alerts.flatMap(({ state, labels }) => (state === 'firing' ? [labels.alertname] : []))
    },
    async isScraped(): Promise<boolean> {
      const path = `/api/v1/query?query=${encodeURIComponent('up{job="ngoma"}')}`
      const { result } = await query<{ result: { value: [number, string] }[] }>(path)
      return result[0]?.value[1] === '1'
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

const directory = mkdtempSync(join(tmpdir(), 'ngoma-alerts-'))
mkdirSync(join(directory, 'data'))
const smsc = await startSmsc({ clock: createClock() })
const server = await startServer({ DATABASE_URL: '', NGOMA_STAGING: 'true' })
const ngoma = async (...words: readonly string[]) => {
  const { code, out, err } = await run(words, { NGOMA_DATA: server.dataDirectory })
  if (code !== 0) throw new Error(`ngoma ${words.join(' ')} exited with ${code}: ${out}${err}`)
  return out
}
const prometheus = await startPrometheus(directory, new URL(server.address).host)

try {
  const password = join(directory, 'password')
  writeFileSync(password, 'secret\n')
  await ngoma(
    ...['carrier', 'create', 'north', '--host', '127.0.0.1', '--port', String(smsc.port), '--system-id', 'ngoma'],
    ...['--password-file', password, '--failover-seconds', '86400'],
  )
  await ngoma('route', 'add', '--carrier', 'north')
  await until('Prometheus scrapes the metrics', () => prometheus.isScraped(), startSecondsMax)
  say(`Healthy; firing: ${(await prometheus.firing()).join(', ') || 'nothing'}`)

  await smsc.close()
  const cutAt = performance.now()
  await fetch(`${server.address}/v1/send`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(sendBody()),
  })
  say('The carrier is cut off, and a message waits for it.')
  await untilFiring('NgomaCarrierDown', cutAt)
  await untilFiring('NgomaQueueOld', cutAt)
  say(await ngoma('queue'))

  await server.kill('SIGKILL')
  const killedAt = performance.now()
  say('The server is killed.')
  await untilFiring('NgomaDown', killedAt)
} finally {
  await prometheus.stop()
  await server.kill('SIGKILL')
  await smsc.close().catch(() => {})
  rmSync(directory, { recursive: true, force: true })
}

async function untilFiring(alert: string, since: number): Promise<void> {
  await until(`${alert} fires`, async () => (await prometheus.firing()).includes(alert), alertSecondsMax)
  say(`${alert} fires after ${Math.round((performance.now() - since) / 1_000)} s`)
}
