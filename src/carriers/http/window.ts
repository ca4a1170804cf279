import { type Lane, lanes } from '../carrier.ts'
import { keptPlaces } from '../pace.ts'

/** How many messages are under way at a time. Some of the places are for PINs alone, which go before all others. */
export interface Window {
  /**
   * Resolves with true when there is a place, which is to be left again, and with false when nobody waits any longer,
   * or it has waited too long.
   */
  enter(lane: Lane, patience?: AbortSignal): Promise<boolean>
  leave(): void
  waiting(lane: Lane): number
  clear(): void
}

export function createWindow(places: number): Window {
  const kept = keptPlaces(places)
  const waiting: Readonly<Record<Lane, ((entered: boolean) => void)[]>> = { pin: [], single: [], bulk: [] }
  let taken = 0

  const hasPlace = (lane: Lane) => taken < (lane === 'pin' ? places : places - kept)

  function look(): void {
    for (const lane of lanes) {
      while (waiting[lane].length > 0 && hasPlace(lane)) {
        taken += 1
        waiting[lane].shift()?.(true)
      }
    }
  }

  return {
    enter(lane, patience) {
      return new Promise((resolve) => {
        waiting[lane].push(resolve)
        patience?.addEventListener('abort', () => {
          const place = waiting[lane].indexOf(resolve)
          if (place >= 0) waiting[lane].splice(place, 1)
          resolve(false)
        })
        look()
      })
    },
    leave() {
      taken -= 1
      look()
    },
    waiting: (lane) => waiting[lane].length,
    clear() {
      for (const lane of lanes) for (const go of waiting[lane].splice(0)) go(false)
    },
  }
}
