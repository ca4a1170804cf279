import { Timeline as MantineTimeline, Text } from '@mantine/core'
import type { TimelineEntry } from '../../../../src/contract/account/messages.ts'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { carrierName, explainReason } from '../../parts/labels.ts'

import { Section } from '../../parts/section.tsx'
import { Note, When } from '../../parts/text.tsx'
import { fill, rich, t } from '../../text.ts'

const icons: Readonly<Record<TimelineEntry['event'], IconName>> = {
  accepted: 'check',
  scheduled: 'clock',
  queued: 'queue',
  moved: 'route',
  retrying: 'clock',
  submitted: 'tower',
  receipt: 'phone',
  ended: 'stop',
  callback: 'hook',
}

export function Timeline({ entries }: { readonly entries: readonly TimelineEntry[] }) {
  return (
    <Section title={t.messages.timeline}>
      <MantineTimeline active={entries.length - 1} bulletSize={26} lineWidth={2}>
        {entries.map((entry, place) => (
          <MantineTimeline.Item
            // biome-ignore lint/suspicious/noArrayIndexKey: past events keep their place
            key={place}
            bullet={<Icon name={hasFailed(entry) ? 'warning' : icons[entry.event]} size={14} />}
            title={t.messages.events[entry.event]}
            color={hasFailed(entry) ? 'red.8' : undefined}
          >
            <Details entry={entry} />
            <Note>
              <When at={entry.at} isExact />
            </Note>
          </MantineTimeline.Item>
        ))}
      </MantineTimeline>
    </Section>
  )
}

const hasFailed = ({ detail: { status, problem } }: TimelineEntry) =>
  status === 'UNDELIVERED' || (problem !== undefined && problem !== null)

function Details({ entry: { event, text, detail } }: { readonly entry: TimelineEntry }) {
  if (event === 'accepted') return null
  if (event === 'scheduled' && detail.for !== undefined)
    return <Text size="sm">{rich(t.messages.waitsUntil, { time: <When at={detail.for} /> })}</Text>
  const { references = [], tookMs } = detail
  return (
    <>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {describe({ event, detail }) ?? text}
      </Text>
      {event === 'retrying' && detail.for !== undefined && (
        <Text size="sm">{rich(t.messages.waitsUntil, { time: <When at={detail.for} /> })}</Text>
      )}
      {event === 'callback' && tookMs !== undefined && (
        <Text size="sm">{fill(t.messages.callTook, { ms: tookMs })}</Text>
      )}
      {event === 'submitted' && references.length > 0 && (
        <Note className="code">{fill(t.messages.carrierReference, { references: references.join(', ') })}</Note>
      )}
    </>
  )
}

/** Null for an entry without the values that its sentence needs; then the server’s English sentence is shown. */
function describe({ event, detail }: Pick<TimelineEntry, 'event' | 'detail'>): string | null {
  const { carrier, attempts, reason, explanation, status, url, problem } = detail
  if (event === 'queued')
    return carrier === undefined ? null : fill(t.messages.queuedFor, { carrier: carrierName(carrier) })
  if (event === 'moved')
    return carrier === undefined || detail.from === undefined
      ? null
      : fill(t.messages.movedTo, { from: carrierName(detail.from), carrier: carrierName(carrier) })
  if (event === 'submitted')
    return carrier === undefined ? null : fill(t.messages.takenBy, { carrier: carrierName(carrier) })
  if (event === 'retrying' && attempts === undefined) {
    const why = explainReason(reason, explanation) ?? t.messages.notDelivered
    return detail.for === undefined ? why : fill(t.messages.retryFailed, { reason: why })
  }
  if (event === 'retrying')
    return reason === 'throttled' ? t.messages.retryThrottled : fill(t.messages.retryBusy, { attempts: attempts ?? 1 })
  if (event === 'receipt' || event === 'ended') return describeEnd(detail)
  if (event !== 'callback' || url === undefined) return null
  return problem === undefined || problem === null
    ? fill(t.messages.called, { url, status: status ?? '' })
    : fill(t.messages.callFailed, { url, problem })
}

/** The end of a message, or of one segment of it. */
function describeEnd({ part, status, reason, explanation }: TimelineEntry['detail']): string {
  const isDelivered = status === 'DELIVERED'
  const why = isDelivered ? null : explainReason(reason, explanation)
  if (part === undefined) return isDelivered ? t.messages.delivered : (why ?? t.messages.notDelivered)
  const sentence = fill(isDelivered ? t.messages.partDelivered : t.messages.partNotDelivered, { part })
  return why === null ? sentence : `${sentence} ${why}`
}
