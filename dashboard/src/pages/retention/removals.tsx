import { Text } from '@mantine/core'
import type { RetentionRows, RetentionRun } from '../../../../src/contract/console/retention.ts'
import { showCount } from '../../parts/formats.ts'
import { Rows } from '../../parts/listing.tsx'
import { Status, When } from '../../parts/text.tsx'
import { fill, t, wordFor } from '../../text.ts'
import { showDays } from './limits.ts'

const nameOf = ({ rule }: { readonly rule: string }) => wordFor(t.retention.rules, rule)

const showRows = ({ rows, hasMore }: RetentionRows) =>
  hasMore ? fill(t.retention.moreThan, { count: rows }) : showCount(rows)

/** The rows that the limits remove, by kind of data. */
export function Removals({ rows, label }: { readonly rows: readonly RetentionRows[]; readonly label: string }) {
  return (
    <Rows<RetentionRows>
      label={label}
      rows={rows.filter(({ rows: count }) => count > 0)}
      keyOf={({ rule }) => rule}
      empty={t.retention.nothing}
      columns={[
        { label: t.retention.data, show: nameOf },
        { label: t.retention.kept, show: ({ days }) => showDays(days) },
        { label: t.retention.toRemove, show: showRows, right: true },
        { label: t.retention.after, show: ({ at }) => <When at={at} /> },
      ]}
    />
  )
}

/** The last run of each rule, with its progress. */
export function Runs({ runs }: { readonly runs: readonly RetentionRun[] }) {
  return (
    <Rows<RetentionRun>
      label={t.retention.lastRun}
      rows={runs}
      keyOf={({ rule }) => rule}
      empty={t.retention.neverRan}
      columns={[
        { label: t.retention.data, show: nameOf },
        { label: t.retention.ranAt, show: ({ startedAt, finishedAt }) => <When at={finishedAt ?? startedAt} /> },
        { label: t.retention.state, show: (run) => <RunState run={run} /> },
        { label: t.retention.removed, show: ({ removed }) => showCount(removed), right: true, width: 120 },
        {
          label: t.retention.removedTotal,
          show: ({ removedTotal }) => showCount(removedTotal),
          right: true,
          width: 120,
        },
      ]}
    />
  )
}

function RunState({ run: { error, finishedAt } }: { readonly run: RetentionRun }) {
  if (error === null) return <Status value={finishedAt === null ? 'running' : 'done'} />
  return (
    <>
      <Status value="failed" />
      <Text size="sm">{error}</Text>
    </>
  )
}
