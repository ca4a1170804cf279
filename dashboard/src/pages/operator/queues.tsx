import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Queue } from '../../../../src/contract/console/sms.ts'
import { Rows } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { showCount, When } from '../../parts/text.tsx'
import { useQueues } from './carrier/state.tsx'
import { showLane } from './route/words.tsx'

/** What waits to be sent, by carrier and kind of message. */
export function QueuesPage() {
  const { data, error, refetch } = useQueues()
  return (
    <>
      <PageHead
        title="Queues"
        about="What waits to be sent, by carrier and kind of message. Kinds never wait for each other: PINs overtake what is sent to many. It is counted again every few seconds."
      />
      <Rows<Queue>
        label="Queues"
        rows={data?.data}
        error={error}
        retry={() => void refetch()}
        isFiltered={false}
        keyOf={({ carrier, lane }) => `${carrier} ${lane}`}
        empty="Nothing waits: everything that was to be sent has been handed to a carrier."
        columns={[
          { label: 'Carrier', show: ({ carrier }) => <CarrierName name={carrier} /> },
          { label: 'Kind', show: ({ lane }) => showLane(lane) },
          {
            label: 'Waiting now',
            show: ({ messages, more }) => `${more ? 'about ' : ''}${showCount(messages)}`,
            right: true,
          },
          { label: 'In hand', show: ({ inHand }) => showCount(inHand), right: true },
          { label: 'Scheduled for later', show: ({ scheduled }) => showCount(scheduled), right: true },
          { label: 'Oldest due', show: ({ oldestDueAt }) => <When at={oldestDueAt} />, width: 200 },
        ]}
      />
      <Text size="sm" c="dimmed" mt="md" maw={720}>
        In hand is what a process is sending at this moment; it is part of what waits. When something waits long, look
        at its carrier: it may be paused, away, or slower than what you send.
      </Text>
    </>
  )
}

/** The simulated network is no carrier that was set up, and has no page. */
function CarrierName({ name }: { readonly name: string }) {
  if (name === 'simulator') return <>Simulated network</>
  return (
    <Anchor component={Link} to={`/operator/carriers/${name}`} inherit underline="always">
      {name}
    </Anchor>
  )
}
