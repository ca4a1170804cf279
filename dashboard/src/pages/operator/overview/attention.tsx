import { Group, Stack, Text } from '@mantine/core'
import type { OperatorOverview } from '../../../../../src/contract/console/overview.ts'
import { t } from '../../../operator-text.ts'
import { Icon } from '../../../parts/icon.tsx'
import { carrierName } from '../../../parts/labels.ts'
import { Section } from '../../../parts/section.tsx'
import { TextLink } from '../../../parts/text.tsx'
import { fill } from '../../../text.ts'
import { describeState } from '../provider/state.tsx'
import { showDuration } from '../simulator.ts'
import { describeCause } from './describe.ts'

interface Entry {
  readonly text: string
  readonly to: string
  readonly link: string
  readonly isUrgent: boolean
}

/** Accounts without credit that are named; the table has the others. */
const accountsMax = 3

/** Everything that somebody should look at, with links to the pages. */
export function Attention({ overview }: { readonly overview: OperatorOverview }) {
  const entries = [
    ...listCarriers(overview),
    ...listProviders(overview),
    ...listQueues(overview),
    ...listApprovals(overview),
    ...listAccounts(overview),
  ]
  return (
    <Section title={t.overview.attention}>
      {entries.length === 0 ? (
        <Group gap="xs" wrap="nowrap" c="dimmed">
          <Icon name="check" />
          <Text>{t.overview.noAttention}</Text>
        </Group>
      ) : (
        <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {entries.map(({ text, to, link, isUrgent }) => (
            <Group key={`${to} ${text}`} component="li" gap="xs" wrap="nowrap" align="flex-start">
              <Text
                component="span"
                c={`var(--mantine-color-${isUrgent ? 'red' : 'yellow'}-light-color)`}
                lh={1}
                mt={3}
              >
                <Icon name="warning" />
              </Text>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {text} <TextLink to={to}>{link}</TextLink>
              </Text>
            </Group>
          ))}
        </Stack>
      )}
    </Section>
  )
}

/** A paused carrier is intended, so only its waiting messages are listed. */
function listCarriers({ carriers }: OperatorOverview): Entry[] {
  return carriers.flatMap((carrier): Entry[] => {
    const { name, state, throttles } = carrier
    const link = { to: `/operator/providers/${name}`, link: t.overview.openCarrier }
    if (['away', 'flapping', 'out', 'unusable'].includes(state))
      return [{ text: named(name, describeState(carrier)), ...link, isUrgent: true }]
    if (throttles === 0 || name === 'simulator') return []
    return [{ text: named(name, fill(t.overview.throttled, { count: throttles })), ...link, isUrgent: false }]
  })
}

const named = (name: string, text: string) => fill(t.overview.named, { name, text })

function listProviders({ providers }: OperatorOverview): Entry[] {
  return providers
    .filter(({ state }) => state === 'away' || state === 'unusable')
    .map((provider) => ({
      text: named(provider.name, describeState(provider)),
      to: `/operator/providers/${provider.name}`,
      link: t.overview.openProvider,
      isUrgent: true,
    }))
}

/** One entry for each carrier that messages wait for. */
function listQueues({ queues, carriers, at }: OperatorOverview): Entry[] {
  const waiting = Map.groupBy(
    queues.filter(({ cause }) => cause !== null),
    ({ carrier }) => carrier,
  )
  return [...waiting].flatMap(([name, own]) => {
    const [first] = own
    if (first === undefined) return []
    const due = own.flatMap(({ oldestDueAt }) => (oldestDueAt === null ? [] : [Date.parse(oldestDueAt)]))
    const seconds = Math.max(0, Math.floor((Date.parse(at) - Math.min(...due)) / 1_000))
    const text = fill(t.overview.waiting, {
      count: own.reduce((sum, { messages }) => sum + messages, 0),
      carrier: carrierName(name),
      time: showDuration(seconds),
      reason: describeCause(first, carriers) ?? '',
    })
    return [{ text, to: '/operator/queues', link: t.overview.openQueues, isUrgent: first.cause === 'unclaimed' }]
  })
}

function listApprovals({ approvals: { count, more } }: OperatorOverview): Entry[] {
  if (count === 0) return []
  const text = fill(more ? t.overview.manyApprovals : t.overview.approvals, { count })
  return [{ text, to: '/operator/approvals', link: t.overview.openApprovals, isUrgent: false }]
}

function listAccounts({ accounts }: OperatorOverview): Entry[] {
  const out = accounts.filter(({ state }) => state === 'credit_used_up')
  const rest = out.length - accountsMax
  return [
    ...out.slice(0, accountsMax).map(({ id, name }) => ({
      text: fill(t.overview.creditUsedUp, { name }),
      to: `/operator/accounts/${id}`,
      link: t.overview.openAccount,
      isUrgent: false,
    })),
    ...(rest > 0
      ? [
          {
            text: fill(t.overview.moreUsedUp, { count: rest }),
            to: '/operator/accounts',
            link: t.overview.openAccounts,
            isUrgent: false,
          },
        ]
      : []),
  ]
}
