import type { Route, TriedRoute } from '../../../../../src/contract/console/routing.ts'
import type { Lane } from '../../../../../src/values/lane.ts'
import { When } from '../../../parts/text.tsx'
import { HealthWords } from '../carrier/state.tsx'

const laneWords: Readonly<Record<Lane, string>> = { pin: 'PINs', single: 'Single messages', bulk: 'Bulk messages' }
export const laneChoices = Object.entries(laneWords).map(([value, label]) => ({ value, label }))
export const showLane = (lane: Lane) => laneWords[lane]

/** What a route is for. */
export function describeRoute({ prefix, accountId, sender, lane }: Route): string {
  const whose = accountId === null ? 'all accounts' : `account ${accountId}`
  const kind = lane === null ? '' : `, ${laneWords[lane].toLowerCase().replace('pins', 'PINs')} only`
  return `${prefix === '' ? 'all numbers' : `numbers that begin with ${prefix}`}, of ${whose}${sender === null ? '' : `, from ${sender}`}${kind}`
}

/** How the carrier of a step is, as far as the choice is concerned. */
export function StandingWords({ step }: { readonly step: TriedRoute }) {
  const { carrier, paused, awaySince, failoverSeconds, health, isAvailable } = step
  if (paused) return <>{carrier} is paused.</>
  if (health !== null && health.state !== 'in') return <HealthWords health={health} />
  if (awaySince === null) return <>{carrier} is up.</>
  return (
    <>
      {carrier} is away since <When at={awaySince} />,{' '}
      {isAvailable ? `and is waited for up to ${failoverSeconds} s.` : `longer than its ${failoverSeconds} s.`}
    </>
  )
}
