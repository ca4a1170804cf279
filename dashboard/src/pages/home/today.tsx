import { Group, Paper, SimpleGrid, Text } from '@mantine/core'
import type { Day } from '../../../../src/contract/account/overview.ts'
import { readPeriod } from '../../parts/days.ts'
import { showCount, showPercent } from '../../parts/formats.ts'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { Note, PageLink } from '../../parts/text.tsx'
import type { Account } from '../../session.tsx'
import { fill, t } from '../../text.ts'

/** Three figures of today, each with a link to its messages. They add up with the pending messages. */
export function Today({ account, today }: { readonly account: Account; readonly today: Day }) {
  const { messages, delivered, failed, deliveryRate: rate } = today
  const from = readPeriod(today.day, undefined).from ?? ''
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" component="section" aria-label={t.home.today}>
      <Figure
        title={t.home.messagesToday}
        count={messages}
        icon="send"
        note={messagesNote(today)}
        to={`${account.path}/messages`}
        search={{ from }}
        link={t.home.messagesLink}
      />
      <Figure
        title={t.home.deliveredToday}
        count={delivered}
        icon="check"
        note={rate === null ? t.home.deliveredNote : fill(t.home.deliveredRate, { rate: showPercent(rate / 100) })}
        to={`${account.path}/messages`}
        search={{ from, status: 'delivered' }}
        link={t.home.deliveredLink}
      />
      <Figure
        title={t.home.failedToday}
        count={failed}
        icon="warning"
        note={failed === 0 ? t.home.noFailures : t.home.failedNote}
        to={`${account.path}/messages`}
        search={{ from, status: 'undelivered' }}
        link={t.home.failedLink}
      />
    </SimpleGrid>
  )
}

function messagesNote({ messages, pending }: Day): string {
  if (messages === 0) return t.home.noMessages
  return pending === 0 ? t.home.noPending : fill(t.home.pendingNote, { count: pending })
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
        <Note>{note}</Note>
        <PageLink to={to} search={search}>
          {link}
        </PageLink>
      </Group>
    </Paper>
  )
}
