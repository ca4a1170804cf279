import type { CarrierMinute } from '../../../../../src/contract/console/routing.ts'
import { showCount } from '../../../parts/text.tsx'

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
export const showMinute = (at: string) => clock.format(new Date(at))

const sumOf = (minutes: readonly CarrierMinute[], name: 'taken' | 'refused' | 'errors') =>
  minutes.reduce((sum, minute) => sum + minute[name], 0)

export function describeMinutes(minutes: readonly CarrierMinute[]): string {
  const [taken, refused, errors] = [sumOf(minutes, 'taken'), sumOf(minutes, 'refused'), sumOf(minutes, 'errors')]
  if (taken + refused + errors === 0) return 'Nothing was sent to it in the last hour.'
  const busiest = minutes.reduce((most, minute) => (minute.taken > most.taken ? minute : most))
  const peak =
    busiest.taken === 0
      ? ''
      : ` The busiest minute was ${showMinute(busiest.at)}, with ${showCount(busiest.taken)} taken.`
  return `${showCount(taken)} taken, ${showCount(refused)} refused, ${showCount(errors)} errors.${peak}`
}
