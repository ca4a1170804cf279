import type { Provider, ProviderState as State } from '../../../../../src/contract/console/providers.ts'
import { t } from '../../../operator-text.ts'
import { showTime } from '../../../parts/formats.ts'
import { Status } from '../../../parts/text.tsx'
import { fill } from '../../../text.ts'

const stateOf = ({ paused, health }: Provider): State | 'paused' => (paused ? 'paused' : health.state)

const colourOf = {
  up: 'green',
  away: 'red',
  out: 'red',
  trial: 'yellow',
  unusable: 'red',
  paused: 'yellow',
} as const

export function ProviderState({ provider }: { readonly provider: Provider }) {
  const state = stateOf(provider)
  return <Status value={state} text={t.providers.states[state]} colour={colourOf[state]} />
}

/** The reasons of the state, in sentences; empty while it is up. */
export function describeState(provider: Provider): string {
  const { paused, secretsUnreadable, health } = provider
  const { state, since, problem } = health
  const sentences = [
    ...(paused ? [t.providers.pausedAbout] : []),
    ...(state === 'unusable' ? [secretsUnreadable ? t.providers.secretsUnreadable : t.providers.unusableAbout] : []),
    ...(state === 'away' && since !== null ? [fill(t.providers.awaySince, { time: showTime(new Date(since)) })] : []),
    ...(problem === null ? [] : [fill(t.providers.problem, { problem: problem.replace(/\.$/, '') })]),
  ]
  return sentences.join(' ')
}

export const accountText = ({ product, accountId }: Provider): string =>
  product === 'sms'
    ? t.providers.byRoute
    : accountId === null
      ? t.providers.allAccounts
      : fill(t.providers.accountNumbered, { id: accountId })
