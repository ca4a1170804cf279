import { createRandom } from '../carriers/simulator/outcome.ts'

/** Random choices with a fixed seed: every demo has the same data. */
export interface Chance {
  /** From `min` to `max`, both included. */
  whole(min: number, max: number): number
  pick<T>(some: readonly T[]): T
  /** Picks `count` different items. */
  several<T>(some: readonly T[], count: number): T[]
  /** True with this probability in percent. */
  percent(share: number): boolean
}

export function createChance(seed: number): Chance {
  const random = createRandom(seed)
  const whole = (min: number, max: number) => min + Math.floor(random() * (max - min + 1))
  return {
    whole,
    pick: <T>(some: readonly T[]) => some[whole(0, some.length - 1)] as T,
    several<T>(some: readonly T[], count: number) {
      const left = [...some]
      return Array.from(
        { length: Math.min(count, left.length) },
        () => left.splice(whole(0, left.length - 1), 1)[0] as T,
      )
    },
    percent: (share) => random() * 100 < share,
  }
}
