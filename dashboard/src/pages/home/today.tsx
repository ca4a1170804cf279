import { Anchor, Group, Paper, SimpleGrid, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Day } from '../../../../src/contract/account/overview.ts'
import { showCount, showPercent } from '../../parts/formats.ts'
import { Icon, type IconName } from '../../parts/icon.tsx'
import type { Account } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { rateOf } from './figures.ts'

/** Three figures of today, each with a link to its messages. */
export function Today({ account, today }: { readonly account: Account; readonly today: Day }) {
  const rate = rateOf(today)
  // The server counts days in GMT, whatever the user’s time zone.
  const from = `${today.day}T00:00:00Z`
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" component="section" aria-label={t.home.today}>
      <Figure
        title={t.home.sentToday}
        count={today.sent}
        icon="send"
        note={t.home.sentNote}
        to={`${account.path}/messages`}
        search={{ from }}
        link={t.home.sentLink}
      />
      <Figure
        title={t.home.deliveredToday}
        count={today.delivered}
        icon="check"
        note={rate === null ? t.home.deliveredNote : fill(t.home.deliveredRate, { rate: showPercent(rate) })}
        to={`${account.path}/messages`}
        search={{ from, status: 'delivered' }}
        link={t.home.deliveredLink}
      />
      <Figure
        title={t.home.failedToday}
        count={today.failed}
        icon="warning"
        note={today.failed === 0 ? t.home.noFailures : t.home.failedNote}
        to={`${account.path}/messages`}
        search={{ from, status: 'undelivered' }}
        link={t.home.failedLink}
      />
    </SimpleGrid>
  )
}

interface FigureProps {
  readonly title: string
  readonly count: number
  readonly icon: IconName
  readonly note: string
  readonly to: string
  readonly search: Readonly<Record<string, string>>
  readonly link: string
}

function Figure({ title, count, icon, note, to, search, link }: FigureProps) {
  return (
    <Paper withBorder py="md" px={{ base: 'md', sm: 'lg' }} role="group" aria-label={title}>
      <Group gap={6} c="dimmed" wrap="nowrap">
        <Icon name={icon} size={16} />
        <Text size="sm">{title}</Text>
      </Group>
      <Text fz={30} fw={650} lh={1.3} className="number">
        {showCount(count)}
      </Text>
      <Group justify="space-between" gap={4}>
        <Text size="sm" c="dimmed">
          {note}
        </Text>
        <Anchor size="sm" component={Link} to={to} search={search as never}>
          {link}
        </Anchor>
      </Group>
    </Paper>
  )
}
