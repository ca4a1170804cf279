import type { Clock } from '../values/time.ts'

/** What is to be done and when, by the given clock. Made paused. */
export interface Agenda {
  at(dueAt: number, run: () => void): void
  resume(): void
  /** Nothing runs and no timer is left; what was noted stays for the next `resume`. */
  pause(): void
}

interface Entry {
  readonly dueAt: number
  readonly run: () => void
}

/** Node fires a timer at once when its delay does not fit in 31 bits. */
const timerMsMax = 2 ** 31 - 1

/** Thousands of receipts wait here at a time, so there is one timer, for the earliest of them, and a heap behind it. */
export function createAgenda(clock: Clock): Agenda {
  const heap: Entry[] = []
  let running = false
  let timer: NodeJS.Timeout | undefined
  let timerAt = Number.POSITIVE_INFINITY

  function sleep(): void {
    clearTimeout(timer)
    timerAt = running ? (heap[0]?.dueAt ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY
    if (timerAt === Number.POSITIVE_INFINITY) return
    timer = setTimeout(look, Math.min(Math.max(timerAt - clock.now().getTime(), 0), timerMsMax))
  }

  function look(): void {
    const now = clock.now().getTime()
    while (running && heap[0] !== undefined && heap[0].dueAt <= now) takeFirst(heap)?.run()
    sleep()
  }

  // A clock has no way to take a listener back, so it is given one for the whole life of the agenda.
  clock.onMove(look)

  return {
    at(dueAt, run) {
      put(heap, { dueAt, run })
      if (dueAt < timerAt) sleep()
    },
    resume() {
      running = true
      sleep()
    },
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
