import { Idle } from '../../engine/flow/idle.ts'
import type { Clock } from '../../values/time.ts'
import { createAgenda } from '../agenda.ts'

const offerAgainMs = 1_000

/**
 * The results and replies of a simulated provider. Those that are not due yet are in memory only and are lost with the
 * process. A due one is offered until it is committed, even after a stop and a new start.
 */
export function createOffers<Events>(clock: Clock) {
  const agenda = createAgenda(clock)
  const outstanding = new Idle()
  let events: Events | null = null

  function offer(report: (events: Events) => Promise<void>): void {
    const reported = events === null ? Promise.reject(new Error('stopped')) : report(events)
    const again = () => agenda.at(clock.now().getTime() + offerAgainMs, () => offer(report))
    void outstanding.during(reported.catch(again))
  }

  return {
    isRunning: () => events !== null,
    async start(listener: Events) {
      events = listener
      agenda.resume()
    },
    /** Offers it as often as given. */
    at(dueAt: number, times: number, report: (events: Events) => Promise<void>) {
      for (let time = 0; time < times; time += 1) agenda.at(dueAt, () => offer(report))
    },
    async stop() {
      events = null
      agenda.pause()
      await outstanding.wait()
    },
  }
}
