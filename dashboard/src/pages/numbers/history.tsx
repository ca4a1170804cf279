import { Button, Center, Chip, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import type { TimelineEntry } from '../../../../src/contract/account/timeline.ts'
import { useEndless } from '../../data.ts'
import { splitScheduled } from '../../parts/entry-state.ts'
import { useFilters } from '../../parts/filters.ts'
import { withPlus } from '../../parts/numbers.ts'
import { Problem } from '../../parts/problem.tsx'
import type { Account } from '../../session.tsx'
import { t } from '../../text.ts'
import { Entry } from './entry.tsx'
import classes from './numbers.module.css'

const kinds = Object.entries(t.numberHistory.kinds)

/** The events of a number, newest first, after its scheduled messages. The filter is in the address. */
export function History({ account, phone }: { readonly account: Account; readonly phone: string }) {
  const [{ kind }, setFilters] = useFilters()
  const chosen = kind === undefined ? [] : kind.split(',')
  const { items, error, retry, loadMore, isLoadingMore } = useEndless(
    'GET /v2/numbers/:phone/timeline',
    { path: { account: account.id, phone: withPlus(phone) }, query: { kind } },
    { keep: true },
  )
  return (
    <Stack gap="md">
      <Group gap="xs" role="group" aria-label={t.numberHistory.filter}>
        <Chip size="sm" checked={chosen.length === 0} onChange={() => setFilters({ kind: undefined })}>
          {t.numberHistory.all}
        </Chip>
        <Chip.Group multiple value={chosen} onChange={(values) => setFilters({ kind: values.join(',') || undefined })}>
          {kinds.map(([name, label]) => (
            <Chip key={name} size="sm" value={name}>
              {label}
            </Chip>
          ))}
        </Chip.Group>
      </Group>
      <Problem error={error} onRetry={retry} />
      {items === undefined && error === null && <Loading />}
      {items?.length === 0 && (
        <Paper withBorder p="xl">
          <Center>
            <Text c="dimmed" ta="center">
              {chosen.length === 0 ? t.numberHistory.empty : t.numberHistory.noMatches}
            </Text>
          </Center>
        </Paper>
      )}
      {items !== undefined && items.length > 0 && (
        <Paper withBorder component="ol" className={classes.history} aria-label={t.numberHistory.history}>
          {newestFirst(items).map((entry) => (
            <Entry key={entry.id} account={account} phone={phone} entry={entry} />
          ))}
        </Paper>
      )}
      {loadMore !== null && (
        <Center>
          <Button variant="default" loading={isLoadingMore} onClick={loadMore}>
            {t.numberHistory.more}
          </Button>
        </Center>
      )}
    </Stack>
  )
}

function newestFirst(entries: readonly TimelineEntry[]): readonly TimelineEntry[] {
  const { past, scheduled } = splitScheduled(entries, Date.now())
  return [...past, ...scheduled].toReversed()
}

function Loading() {
  return (
    <Stack gap="xs" role="status" aria-label={t.numberHistory.loading}>
      {[1, 2, 3, 4].map((place) => (
        <Skeleton key={place} height={56} />
      ))}
    </Stack>
  )
}
