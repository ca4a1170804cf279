import type { Clock } from '../values/time.ts'

interface Entry {
  readonly dueAt: number
  readonly run: () => void
}

/** Node.js fires a timer at once when its delay exceeds 31 bits. */
const timerMsMax = 2 ** 31 - 1

export type Agenda = ReturnType<typeof createAgenda>

/**
 * Tasks with due times, by the given clock. Starts paused. Thousands of receipts wait here at a time, so a heap holds
 * them, with a single timer for the earliest.
 */
export function createAgenda(clock: Clock) {
  const heap: Entry[] = []
  let running = false
  let timer: NodeJS.Timeout | undefined
  let timerAt = Number.POSITIVE_INFINITY

  function sleep(): void {
    clearTimeout(timer)
    timerAt = running ? (heap[0]?.dueAt ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY
    if (timerAt === Number.POSITIVE_INFINITY) return
    timer = setTimeout(runDue, Math.min(Math.max(timerAt - clock.now().getTime(), 0), timerMsMax))
  }

  function runDue(): void {
    const now = clock.now().getTime()
    while (running && heap[0] !== undefined && heap[0].dueAt <= now) takeFirst(heap)?.run()
    sleep()
  }

  // A clock cannot remove a listener, so the agenda adds a single one for its whole life.
  clock.onMove(runDue)

  return {
    at(dueAt: number, run: () => void) {
      put(heap, { dueAt, run })
      if (dueAt < timerAt) sleep()
    },
    resume() {
      running = true
      sleep()
    },
    /** Stops the timer. Entries stay for the next `resume`. */
    pause() {
      running = false
      sleep()
    },
  }
}

function put(heap: Entry[], entry: Entry): void {
  let place = heap.length
  while (place > 0) {
    const above = (place - 1) >> 1
    const parent = heap[above]
    if (parent === undefined || parent.dueAt <= entry.dueAt) break
    heap[place] = parent
    place = above
  }
  heap[place] = entry
}

function takeFirst(heap: Entry[]): Entry | undefined {
  const first = heap[0]
  const last = heap.pop()
  if (last === undefined || heap.length === 0) return first

  let place = 0
  for (;;) {
    let below = 2 * place + 1
    const right = heap[below + 1]
    let child = heap[below]
    if (child !== undefined && right !== undefined && right.dueAt < child.dueAt) {
      below += 1
      child = right
    }
    if (child === undefined || child.dueAt >= last.dueAt) break
    heap[place] = child
    place = below
  }
  heap[place] = last
  return first
}
