import { Text } from '@mantine/core'
import type { Carrier, CarrierHealth } from '../../../../../src/contract/console/routing.ts'
import type { Queue } from '../../../../../src/contract/console/sms.ts'
import { useAsk } from '../../../data.ts'
import { Status, showCount, When } from '../../../parts/text.tsx'

/** How carriers are, in a word and in a sentence. */

const isUp = ({ downSince }: { readonly downSince: string | null }) => downSince === null
const bindsUp = ({ connections }: Carrier) => connections.filter(isUp).length

/** None of them has a problem to tell yet. */
const isConnecting = ({ awaySince, connections, secretsUnreadable }: Carrier) =>
  awaySince !== null &&
  !secretsUnreadable &&
  connections.length > 0 &&
  connections.every(({ problem, owner }) => problem === null && owner !== null)

type State = 'ready' | 'connecting' | 'paused' | 'away' | 'out' | 'on trial'

function stateOf(carrier: Carrier): State {
  if (carrier.paused) return 'paused'
  if (carrier.health.state === 'out') return 'out'
  if (isConnecting(carrier)) return 'connecting'
  if (carrier.awaySince !== null) return 'away'
  return carrier.health.state === 'trial' ? 'on trial' : 'ready'
}

const colourOf = {
  ready: 'green',
  connecting: 'blue',
  paused: 'yellow',
  away: 'red',
  out: 'red',
  'on trial': 'yellow',
} as const

export function CarrierState({ carrier }: { readonly carrier: Carrier }) {
  const state = stateOf(carrier)
  return <Status value={state} colour={colourOf[state]} />
}

/** Why it is so, and what that means. */
export function CarrierWords({ carrier }: { readonly carrier: Carrier }) {
  const { connections, awaySince, health, throttles, secretsUnreadable } = carrier
  const state = stateOf(carrier)
  const problem = connections.find((one) => one.problem !== null)?.problem ?? null
  const isUnowned = connections.length > 0 && connections.every(({ owner }) => owner === null)
  const away = secretsUnreadable
    ? 'Secret unreadable: set the password again under “Settings”.'
    : connections.length === 0
      ? 'It can’t be reached, or does not let us in.'
      : isUnowned
        ? 'No process has it: does one run that sends?'
        : problem === null
          ? 'It is being connected.'
          : `${problem}.`
  return (
    <>
      {state === 'ready' && 'It gets the messages that routes lead to it.'}
      {state === 'connecting' && 'It is being connected.'}
      {state === 'paused' &&
        `It gets no messages until it is resumed.${awaySince === null ? ' It stays connected, so that receipts still come.' : ''}`}
      {(state === 'out' || state === 'on trial') && <HealthWords health={health} />}
      {awaySince !== null && (state === 'away' || state === 'paused' || state === 'out') && (
        <>
          {' '}
          Away since <When at={awaySince} />. {away}
        </>
      )}
      {throttles > 0 && ` It throttled ${showCount(throttles)} messages in the last 5 minutes.`}
    </>
  )
}

/** Why a carrier is not chosen as usual. */
export function HealthWords({ health: { state, reason, until } }: { readonly health: CarrierHealth }) {
  if (state === 'in') return <>It is well.</>
  if (state === 'trial') return <>It is tried with a few messages, because {reason}.</>
  return (
    <>
      Taken out of the choice, because {reason}. It is tried again at <When at={until} />.
    </>
  )
}

export function Binds({ carrier }: { readonly carrier: Carrier }) {
  if (carrier.connections.length === 0)
    return (
      <Text span inherit c="dimmed">
        –
      </Text>
    )
  return (
    <>
      {bindsUp(carrier)} of {carrier.connections.length}
    </>
  )
}

export const useQueues = () => useAsk('GET /queues', {}, { everySeconds: 5 })

/** How many messages wait for a carrier; null while nobody knows. */
export function waitingFor(queues: readonly Queue[] | undefined, carrier: string): string | null {
  if (queues === undefined) return null
  const own = queues.filter((queue) => queue.carrier === carrier)
  return `${own.some(({ more }) => more) ? 'about ' : ''}${showCount(own.reduce((sum, { messages }) => sum + messages, 0))}`
}
