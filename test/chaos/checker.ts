/** Checks the properties of a recorded history. Pure: the same history gives the same verdict. */
import { checkAges, checkGaps, checkOrder, checkWaits } from './check-queue.ts'
import { checkAnswers, checkExits, checkHealth, checkReady, checkRecovery } from './check-service.ts'
import type { History, Send } from './history.ts'
import type { Limits } from './limits.ts'

export interface Violation {
  readonly property: string
  readonly count: number
  readonly evidence: readonly string[]
}

export type Check = (history: History, limits: Limits) => string[]

/** Accepted sends with their phones, which identify messages. */
export const acceptedIn = ({ sends }: Pick<History, 'sends'>) =>
  sends.flatMap((send) => (send.answeredAt === null ? [] : send.phones.map((phone) => ({ phone, send }))))

const at = (seconds: number | null) => `${seconds?.toFixed(1)} s`
const named = ({ requestId, answeredAt }: Send) => `request ${requestId}, accepted at ${at(answeredAt)}`

const checkLost: Check = (history) => {
  const { stock, taken } = history
  if (stock === null) return ['the run ended before the database could be read']
  const statuses = new Map(stock.messages.map(({ phone, status }) => [phone, status]))
  return acceptedIn(history).flatMap(({ phone, send }) => {
    const status = statuses.get(phone)
    if (status === undefined) return [`${phone} is not in the database (${named(send)})`]
    if (!taken.has(phone)) return [`${phone} never reached the message centre and is ${status} (${named(send)})`]
    return status === 'PENDING' ? [`${phone} is still PENDING (${named(send)})`] : []
  })
}

/** Two rows for one phone: a repeated send was accepted twice. */
const checkAcceptedOnce: Check = ({ stock }) => {
  const seen = new Set<string>()
  return (stock?.messages ?? []).flatMap(({ phone }) => {
    if (seen.has(phone)) return [`${phone} is in the database twice`]
    seen.add(phone)
    return []
  })
}

/** The duplicates that faults explain: the windows of all binds at the start of each fault. */
export const duplicatesBound = ({ faults }: History, { window, binds }: Limits) =>
  faults.filter(({ fault }) => fault.losesWindows).length * window * binds

export const countDuplicates = ({ taken }: History) =>
  [...taken.values()].reduce((sum, times) => sum + times.length - 1, 0)

const checkDuplicates: Check = (history, limits) => {
  const { taken, faults } = history
  const bound = duplicatesBound(history, limits)
  const duplicates = countDuplicates(history)
  const losses = faults.filter(({ fault }) => fault.losesWindows)
  const unexplained = [...taken].flatMap(([phone, times]) => {
    const [first = 0] = times
    // A window that is lost is sent again only after the fault began, and the first copy came before its recovery.
    const explained = losses.filter(({ endedAt, recoverySeconds }) => endedAt + (recoverySeconds ?? 0) > first).length
    return times.length - 1 > explained
      ? [`${phone} reached the message centre ${times.length} times: at ${times.map(at).join(', ')}`]
      : []
  })
  return duplicates > bound
    ? [`${duplicates} duplicates, and the faults explain ${bound} at most`, ...unexplained]
    : unexplained
}

const checkDelivered: Check = ({ taken, stock }) =>
  (stock?.messages ?? []).flatMap(({ phone, status }) =>
    taken.has(phone) && status !== 'DELIVERED'
      ? [
          `${phone} was delivered by the message centre (taken at ${taken.get(phone)?.map(at).join(', ')}) and is ${status} here`,
        ]
      : [],
  )

const checkEvents: Check = ({ stock, reported }) =>
  (stock?.messages ?? []).flatMap(({ phone, status }) =>
    status === 'PENDING' || reported.get(phone)?.includes(status)
      ? []
      : [`${phone} is ${status}, and the webhook endpoint was not told`],
  )

const checkPushes: Check = ({ pushes, sends }) => {
  const places = new Map(sends.flatMap(({ phones }) => phones.map((phone, index) => [phone, index + 1] as const)))
  const events = new Map<string, string>()
  return pushes.flatMap(({ phone, recipientId, eventId, isSigned }) => {
    const first = events.get(phone) ?? eventId
    events.set(phone, first)
    return [
      ...(isSigned ? [] : [`the event ${eventId} about ${phone} has no valid signature`]),
      ...(first === eventId ? [] : [`${phone} was told under the ids ${first} and ${eventId}`]),
      ...(places.get(phone) === recipientId ? [] : [`${phone} was told as recipient ${recipientId}`]),
    ]
  })
}

/** Exactly the messages that the message centre accepted are charged. */
const checkMoney: Check = ({ stock, taken }, { price }) => {
  if (stock === null) return []
  const { messages, credited, left, held, ledger } = stock
  const paid = messages.filter(({ phone }) => taken.has(phone)).length
  return [
    ...(ledger === null ? [] : [`ngoma ledger check: ${ledger}`]),
    ...(held === 0 ? [] : [`${held} is still held`]),
    ...(Math.abs(credited - left - held - paid * price) < 0.001
      ? []
      : [`${credited - left - held} was charged for ${paid} messages of ${price}`]),
  ]
}

const checkStuck: Check = ({ stock }) => [
  ...(stock?.stuck ?? []).map(({ table, rows }) => `${rows} rows of ${table} are due, and nobody has them`),
  ...(stock !== null && stock.receiptsWaiting > 0
    ? [`${stock.receiptsWaiting} receipts wait at the message centre, and nobody takes them`]
    : []),
]

const checkKept: Check = ({ stock }) => [...(stock?.retention?.missing ?? [])]

const checkRemoved: Check = ({ stock }) => (stock?.retention?.old ?? []).map((rows) => `${rows} are past their limit`)

/** By name, as the report has them. */
export const properties: Readonly<Record<string, Check>> = {
  'nothing answered is lost': checkLost,
  'a repeated send is accepted once': checkAcceptedOnce,
  'copies are at most 1 plus the windows lost': checkDuplicates,
  'DELIVRD at the centre means DELIVERED here': checkDelivered,
  'every event is delivered at least once': checkEvents,
  'a repeated event keeps its id, and all are signed': checkPushes,
  'money is conserved': checkMoney,
  'no row is stuck': checkStuck,
  'nothing pending, held or within its limit is removed': checkKept,
  'data past its limit is removed': checkRemoved,
  'sending continues while a worker is frozen': checkGaps,
  'the oldest message waits no longer than the limit': checkWaits,
  'older requests are sent first': checkOrder,
  'the queue age metric tells the truth': checkAges,
  'clients get 503 in an outage, never 500': checkAnswers,
  '/health always answers': checkHealth,
  '/ready says when no send is accepted': checkReady,
  'no process ends by itself': checkExits,
  'recovery within the limit': checkRecovery,
}

export const check = (history: History, limits: Limits): Violation[] =>
  Object.entries(properties).flatMap(([property, find]) => {
    const evidence = find(history, limits)
    return evidence.length === 0 ? [] : [{ property, count: evidence.length, evidence }]
  })
