import { Text, Timeline } from '@mantine/core'
import type { TimelineEntry } from '../../../../src/contract/console/messages.ts'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { Section } from '../../parts/section.tsx'
import { showCount, When } from '../../parts/text.tsx'

const kinds: Readonly<Record<TimelineEntry['event'], readonly [title: string, icon: IconName]>> = {
  accepted: ['Accepted', 'check'],
  scheduled: ['Scheduled', 'clock'],
  queued: ['Due', 'queue'],
  retrying: ['Tried again', 'clock'],
  submitted: ['Taken by the carrier', 'tower'],
  receipt: ['Delivery receipt', 'phone'],
  ended: ['Ended', 'stop'],
  callback: ['Your server was called', 'hook'],
}

/** What happened, in its order. */
export function Journey({ entries }: { readonly entries: readonly TimelineEntry[] }) {
  return (
    <Section title="What happened">
      <Timeline active={entries.length - 1} bulletSize={26} lineWidth={2}>
        {entries.map((entry, place) => {
          const [title, icon] = kinds[entry.event]
          return (
            <Timeline.Item
              // biome-ignore lint/suspicious/noArrayIndexKey: what happened stays in its place
              key={place}
              bullet={<Icon name={hasFailed(entry) ? 'warning' : icon} size={14} />}
              title={title}
              {...(hasFailed(entry) ? { color: 'red.8' } : {})}
            >
              {entry.event !== 'accepted' && (
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {entry.text}
                </Text>
              )}
              <More entry={entry} />
              <Text size="sm" c="dimmed">
                <When at={entry.at} isExact />
              </Text>
            </Timeline.Item>
          )
        })}
      </Timeline>
    </Section>
  )
}

const hasFailed = ({ detail: { status, problem } }: TimelineEntry) =>
  status === 'UNDELIVERED' || (problem !== undefined && problem !== null)

function More({ entry: { event, detail } }: { readonly entry: TimelineEntry }) {
  if (event === 'scheduled' && detail.for !== undefined)
    return (
      <Text size="sm">
        For <When at={detail.for} />.
      </Text>
    )
  if (event === 'callback' && detail.tookMs !== undefined)
    return <Text size="sm">It took {showCount(detail.tookMs)} ms.</Text>
  if (event === 'submitted' && detail.references !== undefined && detail.references.length > 0)
    return (
      <Text size="sm" c="dimmed" className="code">
        Its reference there: {detail.references.join(', ')}
      </Text>
    )
  return null
}
