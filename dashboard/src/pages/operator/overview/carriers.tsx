import { Group, Paper, Progress, SimpleGrid, Stack, Text } from '@mantine/core'
import type { OverviewCarrier } from '../../../../../src/contract/console/overview.ts'
import { t } from '../../../operator-text.ts'
import { showCount, showPercent } from '../../../parts/formats.ts'
import { carrierName, explainReason } from '../../../parts/labels.ts'

import { Fact, Section } from '../../../parts/section.tsx'
import { linkTo, Note, Status, TextLink } from '../../../parts/text.tsx'
import { fill, rich } from '../../../text.ts'
import { describeState, ProviderState } from '../provider/state.tsx'
import { isNearlyFull } from './describe.ts'
import { Sparkline } from './sparkline.tsx'

export function Carriers({ carriers }: { readonly carriers: readonly OverviewCarrier[] }) {
  return (
    <Section title={t.pages.carriers} about={t.overview.carriersAbout} isBare>
      {carriers.length === 0 ? (
        <Paper withBorder p="xl">
          <Text c="dimmed" ta="center">
            {rich(t.overview.noCarriers, { link: linkTo('/operator/providers') })}
          </Text>
        </Paper>
      ) : (
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
          {carriers.map((carrier) => (
            <Carrier key={carrier.name} carrier={carrier} />
          ))}
        </SimpleGrid>
      )}
    </Section>
  )
}

function Carrier({ carrier }: { readonly carrier: OverviewCarrier }) {
  const { name, state, perSecond, minutes, binds, throttles, figures } = carrier
  const lastHour = minutes.reduce((sum, { taken }) => sum + taken, 0)
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="article" aria-label={carrierName(name)} miw={0}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {name === 'simulator' ? carrierName(name) : <TextLink to={`/operator/providers/${name}`}>{name}</TextLink>}
          </Text>
          {state === 'up' && throttles > 0 ? (
            <Status value={state} text={t.overview.isThrottled} colour="yellow" />
          ) : (
            <ProviderState state={state} />
          )}
        </Group>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {describeState(carrier)} {throttles > 0 && fill(t.overview.throttled, { count: throttles })}
        </Text>
        <Sparkline minutes={minutes} />
        <SimpleGrid component="dl" cols={{ base: 2, xs: 3 }} spacing="sm" verticalSpacing="xs" m={0}>
          <Fact name={t.overview.perSecond}>
            <span className="number">{fill(t.overview.rateNow, { count: perSecond })}</span>
          </Fact>
          <Fact name={t.overview.lastHour}>{showCount(lastHour)}</Fact>
          <Fact name={t.overview.deliveredDay}>
            {figures.deliveryRate === null ? '–' : showPercent(figures.deliveryRate / 100)}
          </Fact>
          {binds.total > 0 && <Fact name={t.carriers.bindsUp}>{fill(t.carriers.bindsOf, binds)}</Fact>}
          <Fact name={t.overview.throttles}>{showCount(throttles)}</Fact>
          <WindowUse carrier={carrier} />
        </SimpleGrid>
        <Failures carrier={carrier} />
      </Stack>
    </Paper>
  )
}

function WindowUse({ carrier }: { readonly carrier: OverviewCarrier }) {
  const { window } = carrier
  if (window === null || window.size === 0) return null
  return (
    <Fact name={t.overview.window}>
      {fill(t.overview.windowUsed, window)}
      <Progress
        value={Math.min(100, (window.used / window.size) * 100)}
        color={isNearlyFull(carrier) ? 'yellow' : 'ngoma'}
        size="sm"
        mt={4}
        aria-label={t.overview.window}
      />
    </Fact>
  )
}

/** Binds that are down, and the most frequent reasons of failed messages. */
function Failures({ carrier: { state, problems, failures } }: { readonly carrier: OverviewCarrier }) {
  // The sentence about a disconnected carrier has the problem already.
  const shown = state === 'away' ? [] : problems.filter(({ problem }) => problem !== null)
  if (shown.length + failures.length === 0) return null
  return (
    <div>
      <Note>{t.overview.lastErrors}</Note>
      <Stack gap={2} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {shown.map(({ place, problem }) => (
          <Text key={place} component="li" size="sm" style={{ overflowWrap: 'anywhere' }}>
            {fill(t.overview.bindDown, { place, problem: problem ?? '' })}
          </Text>
        ))}
        {failures.map(({ reason, text, count }) => (
          <Text key={reason} component="li" size="sm" style={{ overflowWrap: 'anywhere' }}>
            {fill(t.overview.failure, { count, reason: explainReason(reason, text) ?? reason })}
          </Text>
        ))}
      </Stack>
    </div>
  )
}
