/** Properties of the queue: how long messages wait, in which order they go, and what the metric says about it. */
import type { FaultRecord, History, Send } from './history.ts'
import type { Limits } from './limits.ts'

/** A message that was accepted: when, and when the message centre had it. */
interface Wait {
  readonly phone: string
  readonly lane: Send['lane']
  readonly from: number
  readonly to: number
}

function waitsIn({ sends, taken }: History): Wait[] {
  return sends.flatMap(({ phones, lane, answeredAt }) =>
    answeredAt === null
      ? []
      : phones.map((phone) => ({
          phone,
          lane,
          from: answeredAt,
          to: taken.get(phone)?.[0] ?? Number.POSITIVE_INFINITY,
        })),
  )
}

const overlap = (from: number, to: number, { beganAt, endedAt, recoverySeconds }: FaultRecord) =>
  Math.max(0, Math.min(to, endedAt + (recoverySeconds ?? Number.POSITIVE_INFINITY)) - Math.max(from, beganAt))

/** Time in faults and until they are recovered from does not count: nothing could be sent then. */
export function checkWaits(history: History, { waitSeconds }: Limits): string[] {
  return waitsIn(history).flatMap(({ phone, from, to }) => {
    if (to === Number.POSITIVE_INFINITY) return []
    const waited = to - from - history.faults.reduce((sum, fault) => sum + overlap(from, to, fault), 0)
    return waited > waitSeconds
      ? [
          `${phone}, accepted at ${from.toFixed(1)} s, was sent at ${to.toFixed(1)} s, after ${waited.toFixed(1)} s beside all faults`,
        ]
      : []
  })
}

/** A request is sent when its last message is. Workers send several batches at once, so some overtake others. */
export function checkOrder({ sends, taken }: History, { overtakenMax }: Limits): string[] {
  const done = sends
    .flatMap((send) => {
      const times = send.phones.map((phone) => taken.get(phone)?.[0] ?? Number.POSITIVE_INFINITY)
      return send.lane === 'bulk' && send.answeredAt !== null
        ? [{ id: send.requestId, from: send.answeredAt, to: Math.max(...times) }]
        : []
    })
    .sort((a, b) => a.from - b.from)
  return done.flatMap(({ id, from, to }, index) => {
    const overtaken = done.slice(index + 1).filter((later) => later.to < to).length
    return overtaken > overtakenMax
      ? [
          `request ${id}, accepted at ${from.toFixed(1)} s, was sent at ${to.toFixed(1)} s, after ${overtaken} later requests`,
        ]
      : []
  })
}

/** The age of the oldest accepted message that the message centre does not have, against the highest age of the processes. */
export function checkAges(history: History, { ageSeconds }: Limits): string[] {
  const waits = waitsIn(history)
  return history.ages.flatMap(({ name, at, seconds }) =>
    (['single', 'bulk'] as const).flatMap((lane) => {
      const said = seconds[lane]
      if (said === undefined) return []
      const oldest = Math.min(
        ...waits.filter((one) => one.lane === lane && one.from <= at && one.to > at).map((one) => one.from),
      )
      const age = at - oldest
      return age - said > ageSeconds
        ? [
            `at ${at.toFixed(1)} s ${name} said ${said.toFixed(1)} s for ${lane}, and the oldest message had waited ${age.toFixed(1)} s`,
          ]
        : []
    }),
  )
}
