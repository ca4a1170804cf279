import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Queue } from '../../../../src/contract/console/sms.ts'
import { t } from '../../operator-text.ts'
import { carrierName } from '../../parts/carrier-name.ts'
import { Rows } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { showCount, When } from '../../parts/text.tsx'
import { fill } from '../../text.ts'
import { useQueues } from './carrier/state.tsx'

/** Pending messages by carrier and lane. */
export function QueuesPage() {
  const { data, error, refetch } = useQueues()
  return (
    <>
      <PageHead title={t.queues.title} about={t.queues.about} />
      <Rows<Queue>
        label={t.queues.title}
        rows={data?.data}
        error={error}
        retry={() => void refetch()}
        isFiltered={false}
        keyOf={({ carrier, lane }) => `${carrier} ${lane}`}
        empty={t.queues.empty}
        columns={[
          { label: t.queues.carrier, show: ({ carrier }) => <CarrierName name={carrier} /> },
          { label: t.queues.kind, show: ({ lane }) => t.routes.lanes[lane] },
          {
            label: t.queues.waiting,
            show: ({ messages, more }) =>
              more ? fill(t.queues.approximate, { count: messages }) : showCount(messages),
            right: true,
          },
          { label: t.queues.inProgress, show: ({ inHand }) => showCount(inHand), right: true },
          { label: t.queues.scheduled, show: ({ scheduled }) => showCount(scheduled), right: true },
          { label: t.queues.oldest, show: ({ oldestDueAt }) => <When at={oldestDueAt} />, width: 200 },
        ]}
      />
      <Text size="sm" c="dimmed" mt="md" maw={720}>
        {t.queues.explained}
      </Text>
    </>
  )
}

/** The simulated network has no page of its own. */
function CarrierName({ name }: { readonly name: string }) {
  if (name === 'simulator') return <>{carrierName(name)}</>
  return (
    <Anchor component={Link} to={`/operator/carriers/${name}`} inherit underline="always">
      {name}
    </Anchor>
  )
}
