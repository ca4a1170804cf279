import { Anchor, Group, Paper, SimpleGrid, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Day } from '../../../../src/contract/console/overview.ts'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { showCount } from '../../parts/text.tsx'
import type { Account } from '../../session.tsx'
import { rateOf } from './figures.ts'

/** Today in three figures, each with a way to the messages behind it. */
export function Today({ account, today }: { readonly account: Account; readonly today: Day }) {
  const rate = rateOf(today)
  // The day of the figures is one of GMT, whatever day it is where one looks at them.
  const from = `${today.day}T00:00:00Z`
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" component="section" aria-label="Today">
      <Figure
        title="Sent today (GMT)"
        count={today.sent}
        icon="send"
        note="given to a carrier"
        to={`${account.path}/messages`}
        search={{ from }}
        link="See messages"
      />
      <Figure
        title="Delivered today (GMT)"
        count={today.delivered}
        icon="check"
        note={rate === null ? 'arrived on a phone' : `${rate} of what has ended`}
        to={`${account.path}/messages`}
        search={{ from, status: 'delivered' }}
        link="See delivered"
      />
      <Figure
        title="Failed today (GMT)"
        count={today.failed}
        icon="warning"
        note={today.failed === 0 ? 'nothing went wrong' : 'did not arrive'}
        to={`${account.path}/messages`}
        search={{ from, status: 'undelivered' }}
        link="See failed"
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
