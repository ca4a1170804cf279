/** Asks every process for its health, its readiness and its queue age all the time, as a monitoring system does. */
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { AgeSample, History, Now } from './history.ts'
import type { Program } from './program.ts'

const everyMs = 500
/** Everything but /health is asked for at every n-th turn. */
const othersEvery = 4
const answerMsMax = 5_000
const ageLine = /^ngoma_sms_queue_age_seconds\{(?<labels>[^}]*)\} (?<value>[\d.e+-]+)/gm

/** Stops with the function that is returned. */
export function startProbes(programs: readonly Program[], history: History, now: Now): () => void {
  const agent = new Agent({ keepAlive: false })
  const asking = new Set<string>()
  let turns = 0
  let lastAt = now()

  async function askHealth({ name, address }: Program): Promise<void> {
    // One question at a time: a process that does not answer is not asked more often for it.
    if (asking.has(name)) return
    asking.add(name)
    const isOk = (await get(agent, `${address}/health`)) !== null
    history.health.push({ name, at: now(), isOk })
    asking.delete(name)
  }

  async function askReady({ address }: Program): Promise<void> {
    const at = now()
    history.ready.push({ server: address, at, isReady: (await get(agent, `${address}/ready`)) !== null })
  }

  async function askAge({ name, address }: Program): Promise<void> {
    const askedAt = now()
    const metrics = await get(agent, `${address}/metrics`)
    if (metrics !== null) history.ages.push({ name, askedAt, answeredAt: now(), seconds: readAges(metrics) })
  }

  const timer = setInterval(() => {
    history.stallSeconds = Math.max(history.stallSeconds, now() - lastAt - everyMs / 1_000)
    lastAt = now()
    for (const program of programs) {
      if (program.servedAt() === null) continue
      void askHealth(program)
      if (turns % othersEvery !== 0) continue
      void askAge(program)
      if (program.role !== 'worker') void askReady(program)
    }
    turns += 1
  }, everyMs)
  return () => {
    clearInterval(timer)
    agent.destroy()
  }
}

function readAges(metrics: string): AgeSample['seconds'] {
  const seconds: Record<string, number> = {}
  for (const { groups: { labels = '', value = '' } = {} } of metrics.matchAll(ageLine)) {
    const lane = /lane="(\w+)"/.exec(labels)?.[1] ?? ''
    seconds[lane] = Math.max(seconds[lane] ?? 0, Number(value))
  }
  return seconds
}

/** The body of a 200; null otherwise. */
function get(agent: Agent, url: string): Promise<string | null> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(answerMsMax)
    const asked = request(url, { agent, signal }, (response) => {
      text(response).then(
        (body) => resolve(response.statusCode === 200 ? body : null),
        () => resolve(null),
      )
    })
    asked.on('error', () => resolve(null))
    asked.end()
  })
}
