/** Properties of the queue: how long messages wait, in which order they go, and what the metric says about it. */
import type { FaultRecord, History, Send } from './history.ts'
import type { Limits } from './limits.ts'

/** A message that was accepted: when, and when the message centre had it, or first answered it with an error. */
interface Wait {
  readonly phone: string
  readonly lane: Send['lane']
  readonly from: number
  readonly to: number
}

/** The wait of a message ends with its first answer: after an error it waits for its retry, by design. */
const firstAnswer = ({ taken, refused }: History, phone: string) =>
  Math.min(...[taken, refused].map((answers) => answers.get(phone)?.[0] ?? Number.POSITIVE_INFINITY))

function waitsIn(history: History): Wait[] {
  return history.sends.flatMap(({ phones, lane, answeredAt }) =>
    answeredAt === null
      ? []
      : phones.map((phone) => ({
          phone,
          lane,
          from: answeredAt,
          to: firstAnswer(history, phone),
        })),
  )
}

/** Single messages that waited this long have a backlog of their own, which goes before bulk. */
const backlogSeconds = 2

/**
 * Seconds in which a message waited for no reason. Faults and their recoveries are reasons, and so are older messages
 * that go out, and a backlog of single messages for bulk: a backlog takes as long as it takes, if the oldest go first.
 */
export function checkWaits(history: History, { waitSeconds }: Limits): string[] {
  const waits = waitsIn(history).filter(({ to }) => Number.isFinite(to))
  const isExcused = excusesIn(history.faults)
  const oldestSent = { single: new Map<number, number>(), bulk: new Map<number, number>() }
  const singlesFirst = new Set<number>()
  for (const { lane, from, to } of waits) {
    const second = Math.floor(to)
    if (lane === 'single' && to - from > backlogSeconds) singlesFirst.add(second)
    oldestSent[lane].set(second, Math.min(from, oldestSent[lane].get(second) ?? from))
  }
  return waits.flatMap(({ phone, lane, from, to }) => {
    let waited = 0
    for (let second = Math.ceil(from); second < Math.floor(to); second += 1)
      if (
        !isExcused(second) &&
        !(lane === 'bulk' && singlesFirst.has(second)) &&
        (oldestSent[lane].get(second) ?? to) > from
      )
        waited += 1
    return waited > waitSeconds
      ? [
          `${phone}, accepted at ${from.toFixed(1)} s, was sent at ${to.toFixed(1)} s, and waited ${waited} s for no reason`,
        ]
      : []
  })
}

const excusesIn = (faults: readonly FaultRecord[]) => (second: number) =>
  faults.some(
    ({ beganAt, endedAt, recoverySeconds }) =>
      second + 1 > beganAt && second < endedAt + (recoverySeconds ?? Number.POSITIVE_INFINITY),
  )

/** A request is sent when its last message is answered. Workers send several batches at once, so some overtake others. */
export function checkOrder(history: History, { overtakenMax }: Limits): string[] {
  const done = history.sends
    .flatMap((send) => {
      const times = send.phones.map((phone) => firstAnswer(history, phone))
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

/**
 * The age of the oldest accepted message that waited all the time from the question to the answer, against the highest
 * age of the processes.
 */
export function checkAges(history: History, { ageSeconds }: Limits): string[] {
  const waits = waitsIn(history)
  return history.ages.flatMap(({ name, askedAt, answeredAt, seconds }) =>
    (['single', 'bulk'] as const).flatMap((lane) => {
      const said = seconds[lane]
      if (said === undefined) return []
      const oldest = Math.min(
        ...waits
          .filter((one) => one.lane === lane && one.from <= askedAt && one.to > answeredAt)
          .map(({ from }) => from),
      )
      const age = askedAt - oldest
      return age - said > ageSeconds
        ? [
            `at ${askedAt.toFixed(1)} s ${name} said ${said.toFixed(1)} s for ${lane}, and the oldest message had waited ${age.toFixed(1)} s`,
          ]
        : []
    }),
  )
}

export interface Gap {
  readonly seconds: number
  readonly from: number
  /** The frozen worker. */
  readonly target: string
}

/** The times without any submit while a worker was frozen and another one served. */
export const gapsIn = ({ faults, lives, taken }: History): Gap[] => {
  const times = [...taken.values()].flat()
  return faults.flatMap(({ fault: { kind, target }, beganAt, endedAt }) => {
    if (kind !== 'freeze-worker') return []
    // A fault before may have killed it, so that it serves only some time later.
    const servedAt = lives.flatMap(({ name, servedAt: at, endedAt: ended }) =>
      name.startsWith('worker') &&
      name !== target &&
      at !== null &&
      at < endedAt &&
      (ended === null || ended >= endedAt)
        ? [at]
        : [],
    )
    if (servedAt.length === 0) return []
    const start = Math.max(beganAt, Math.min(...servedAt))
    const marks = [start, ...times.filter((at) => at > start && at < endedAt), endedAt].sort((a, b) => a - b)
    return marks.slice(1).map((mark, index) => {
      const from = marks[index] ?? mark
      return { seconds: mark - from, from, target }
    })
  })
}

/** A frozen worker must not stop another one: new messages go on through its connections. */
export const checkGaps = (history: History, { gapSeconds }: Limits): string[] =>
  gapsIn(history).flatMap(({ seconds, from, target }) =>
    seconds > gapSeconds
      ? [`nothing was sent for ${seconds.toFixed(1)} s from ${from.toFixed(1)} s on, while ${target} was frozen`]
      : [],
  )
