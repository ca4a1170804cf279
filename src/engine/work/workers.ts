import { makeProcessName } from '../process-name.ts'
import { channel, notifyWork } from './claim.ts'
import { type Loop, type LoopOptions, startLoop } from './loop.ts'
import type { AnyWork } from './work.ts'

export interface Workers {
  /** Begins to work on it at once. */
  add(work: AnyWork): void
  /** There may be work under this topic, or anywhere: look now. */
  wake(topic?: string): void
  /** There is new work, committed: ours look now, those of other processes a moment later. */
  announce(topic: string): void
  stop(): Promise<void>
}

export interface WorkersOptions extends Omit<LoopOptions, 'owner'> {
  /** False for a process that only announces work to others: nothing can wake it. */
  readonly listens?: boolean
}

const graceMs = 10_000
/**
 * Under load there is news all the time, and a notification now and then says as much. What comes after a silence is
 * told at once.
 */
const spreadEveryMs = 50

/**
 * The workers of one process: one loop per kind of work, woken by notifications from any process, and by a moved clock.
 */
export async function startWorkers(options: WorkersOptions): Promise<Workers> {
  const owner = makeProcessName()
  const news = new Set<string>()
  let spreading: NodeJS.Timeout | undefined
  let spreadAtMs = Number.NEGATIVE_INFINITY
  const loops: { readonly topic: string; readonly loop: Loop }[] = []

  function wake(topic = '') {
    for (const one of loops)
      if (topic === '' || one.topic === topic || one.topic.startsWith(`${topic}/`)) one.loop.wake()
  }

  /** Notifications are hints, so one that can't be sent is forgotten: the others look by themselves soon. */
  function spread() {
    const topics = [...news]
    news.clear()
    spreading = undefined
    spreadAtMs = performance.now()
    for (const topic of topics) notifyWork(options.db, topic, owner).catch(() => {})
  }

  const hear = (payload: string) => {
    const [topic, from] = payload.split(' ')
    if (from !== owner) wake(topic)
  }
  const unlisten = options.listens === false ? async () => {} : await options.db.listen(channel, hear)
  if (options.eager !== false) options.clock.onMove(() => wake())
  return {
    add(work) {
      loops.push({
        topic: work.topic ?? work.table,
        loop: startLoop(work, { ...options, owner: `${owner}:${loops.length}` }),
      })
    },
    wake,
    announce(topic) {
      wake(topic)
      if (options.db.engine === 'embedded') return
      news.add(topic)
      spreading ??= setTimeout(spread, Math.max(0, spreadAtMs + spreadEveryMs - performance.now()))
    },
    async stop() {
      clearTimeout(spreading)
      await Promise.all(loops.map(({ loop }) => loop.stop(graceMs)))
      await unlisten()
    },
  }
}
