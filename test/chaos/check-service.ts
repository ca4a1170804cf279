/** Properties of what clients and monitoring see. */
import type { FaultRecord, History, Life } from './history.ts'
import type { Limits } from './limits.ts'
import { describeFault } from './plan.ts'

/** A send is accepted, or must be retried later. */
const expected = new Set([200, 503])

export function checkAnswers({ sends }: History): string[] {
  return sends.flatMap(({ key, tries }) =>
    tries.flatMap(({ at, status, server, text }) =>
      status === null || expected.has(status)
        ? []
        : [`${status} from ${server} at ${at.toFixed(1)} s for the send ${key}: ${text.slice(0, 120)}`],
    ),
  )
}

/** A balancer goes by /ready: while a process refuses every send, it must say so. Failing statements are no outage. */
export function checkReady({ sends, ready, faults }: History, { unreadySeconds }: Limits): string[] {
  const tries = sends.flatMap((send) => send.tries).filter(({ status }) => status !== null)
  return [...new Set(tries.map(({ server }) => server))].flatMap((server) => {
    const own = tries.filter((one) => one.server === server).sort((a, b) => a.at - b.at)
    const accepted = own.filter(({ status }) => status === 200).map(({ at }) => at)
    return faults.flatMap(({ fault, beganAt, endedAt }) => {
      if (fault.kind === 'sqlstate') return []
      const within = (at: number) => at >= beganAt && at <= endedAt
      const from = Math.max(beganAt, ...accepted.filter((at) => at <= endedAt))
      const refused = own.filter(({ at }) => at > from && within(at))
      const isSaid = ready.some((one) => one.server === server && one.at > from && within(one.at) && !one.isReady)
      return refused.length === 0 || endedAt - from <= unreadySeconds || isSaid
        ? []
        : [
            `${server} refused all ${refused.length} sends from ${from.toFixed(1)} s to ${endedAt.toFixed(1)} s, and said it was ready`,
          ]
    })
  })
}

/** Answers of a process end silences; being frozen or ended excuses them. */
export function checkHealth({ lives, health }: History, { silenceSeconds }: Limits): string[] {
  const [first, last] = [health[0]?.at ?? 0, health.at(-1)?.at ?? 0]
  return lives.flatMap((life) => {
    const until = life.endedAt ?? last
    if (life.servedAt === null || until <= first) return []
    const answers = health.filter(
      ({ name, at, isOk }) => isOk && name === life.name && at >= life.startedAt && at <= until,
    )
    // Nobody asked before the first question.
    const marks = [Math.max(first, life.servedAt), ...answers.map(({ at }) => at), until].sort((a, b) => a - b)
    return marks.slice(1).flatMap((mark, index) => {
      const from = marks[index] ?? 0
      const silence = mark - from - frozenBetween(life, from, mark)
      return silence > silenceSeconds
        ? [`${life.name} did not answer for ${silence.toFixed(1)} s from ${from.toFixed(1)} s on`]
        : []
    })
  })
}

function frozenBetween({ frozen }: Life, from: number, to: number): number {
  return frozen.reduce((sum, one) => sum + Math.max(0, Math.min(one.to ?? to, to) - Math.max(one.from, from)), 0)
}

/** A process that never served may end, as when the database is away at its start: it is started again. */
export function checkExits({ lives }: History): string[] {
  return lives.flatMap(({ name, servedAt, endedAt, wasKilled, stopCode }) => [
    ...(servedAt === null || endedAt === null || wasKilled
      ? []
      : [`${name} served from ${servedAt.toFixed(1)} s and ended by itself at ${endedAt.toFixed(1)} s`]),
    ...(stopCode === 0 ? [] : [`${name} was stopped at the end and exited with ${stopCode}`]),
  ])
}

export function checkRecovery({ faults }: History, { recoverySeconds }: Limits): string[] {
  return faults.flatMap((record) =>
    record.recoverySeconds !== null && record.recoverySeconds <= recoverySeconds ? [] : [describeSlow(record)],
  )
}

const describeSlow = ({ fault, beganAt, recoverySeconds }: FaultRecord) =>
  `${describeFault(fault)} at ${beganAt.toFixed(1)} s: ${recoverySeconds === null ? 'no recovery' : `${recoverySeconds.toFixed(1)} s until it was over`}`
