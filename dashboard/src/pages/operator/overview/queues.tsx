import type { OverviewCarrier } from '../../../../../src/contract/console/overview.ts'
import type { Queue } from '../../../../../src/contract/console/sms.ts'
import { t } from '../../../operator-text.ts'
import { showCount } from '../../../parts/formats.ts'
import { carrierName } from '../../../parts/labels.ts'
import { Rows } from '../../../parts/listing.tsx'
import { Section } from '../../../parts/section.tsx'
import { fill } from '../../../text.ts'
import { describeCause, showAge } from './describe.ts'

interface QueuesProps {
  readonly queues: readonly Queue[]
  readonly carriers: readonly OverviewCarrier[]
  /** When they were read. */
  readonly at: string
}

/** Queued messages with the reason why they wait. */
export function Queues({ queues, carriers, at }: QueuesProps) {
  return (
    <Section title={t.queues.title} isBare>
      <Rows<Queue>
        label={t.queues.title}
        rows={queues}
        keyOf={({ carrier, lane }) => `${carrier} ${lane}`}
        empty={t.queues.empty}
        columns={[
          { label: t.queues.carrier, show: ({ carrier }) => carrierName(carrier), width: 160 },
          { label: t.queues.kind, show: ({ lane }) => t.routes.lanes[lane], width: 130 },
          {
            label: t.queues.waiting,
            show: ({ messages, more }) =>
              more ? fill(t.queues.approximate, { count: messages }) : showCount(messages),
            right: true,
            width: 110,
          },
          { label: t.queues.scheduled, show: ({ scheduled }) => showCount(scheduled), right: true, width: 170 },
          { label: t.overview.waitsSince, show: ({ oldestDueAt }) => showAge(oldestDueAt, at), width: 200 },
          {
            label: t.overview.reason,
            show: (queue) =>
              queue.messages === 0 ? t.overview.scheduledOnly : (describeCause(queue, carriers) ?? t.overview.moving),
            prose: true,
          },
        ]}
      />
    </Section>
  )
}
