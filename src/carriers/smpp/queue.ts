import { type Lane, lanes } from '../carrier.ts'

/**
 * What waits to be sent, by lane. Both ends are open: what could not be sent after all goes back to where it came from.
 */
export interface Queue<T> {
  put(lane: Lane, item: T): void
  putBack(lane: Lane, item: T): void
  first(lane: Lane): T | undefined
  removeFirst(lane: Lane): void
  size(lane: Lane): number
  /** Takes out everything, those of the first lane first. */
  clear(): T[]
}

interface Row<T> {
  readonly items: (T | undefined)[]
  /** Where the first one is. Moving all others up for each that leaves would cost more than the sending. */
  head: number
}

/** How many places of those that left are kept before the others move up. */
const emptyMax = 1_024

export function createQueue<T>(): Queue<T> {
  const rows: Readonly<Record<Lane, Row<T>>> = {
    pin: { items: [], head: 0 },
    single: { items: [], head: 0 },
    bulk: { items: [], head: 0 },
  }

  return {
    put(lane, item) {
      rows[lane].items.push(item)
    },
    putBack(lane, item) {
      const row = rows[lane]
      if (row.head === 0) row.items.unshift(item)
      else {
        row.head -= 1
        row.items[row.head] = item
      }
    },
    first: (lane) => rows[lane].items[rows[lane].head],
    removeFirst(lane) {
      const row = rows[lane]
      if (row.head >= row.items.length) return
      row.items[row.head] = undefined
      row.head += 1
      if (row.head < row.items.length && row.head < emptyMax) return
      row.items.splice(0, row.head)
      row.head = 0
    },
    size: (lane) => rows[lane].items.length - rows[lane].head,
    clear() {
      return lanes.flatMap((lane) => {
        const row = rows[lane]
        const rest = row.items.splice(0).slice(row.head) as T[]
        row.head = 0
        return rest
      })
    },
  }
}
