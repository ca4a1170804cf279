import { showCount } from '../../../parts/text.tsx'

/** What came back from a carrier within a minute. */
export interface Minute {
  readonly at: string
  readonly taken: number
  /** For good. */
  readonly refused: number
  /** Of its own; such a message is tried again. */
  readonly errors: number
}

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
export const showMinute = (at: string) => clock.format(new Date(at))

const sumOf = (minutes: readonly Minute[], name: 'taken' | 'refused' | 'errors') =>
  minutes.reduce((sum, minute) => sum + minute[name], 0)

export function describeMinutes(minutes: readonly Minute[]): string {
  const [taken, refused, errors] = [sumOf(minutes, 'taken'), sumOf(minutes, 'refused'), sumOf(minutes, 'errors')]
  if (taken + refused + errors === 0) return 'Nothing was sent to it in the last hour.'
  const busiest = minutes.reduce((most, minute) => (minute.taken > most.taken ? minute : most))
  const peak =
    busiest.taken === 0
      ? ''
      : ` The busiest minute was ${showMinute(busiest.at)}, with ${showCount(busiest.taken)} taken.`
  return `${showCount(taken)} taken, ${showCount(refused)} refused, ${showCount(errors)} errors.${peak}`
}
