import { Box, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import type { DeliveryAttempt, WebhookEvent } from '../../../../src/contract/account/webhooks.ts'
import { ask } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { sayDone } from '../../parts/done.tsx'
import { Listing } from '../../parts/listing.tsx'
import { Problem } from '../../parts/problem.tsx'
import { CodeLine, Note, Status, When } from '../../parts/text.tsx'
import { fill, rich, t } from '../../text.ts'
import { type EndpointPath, placeOf, reasonOf, showDuration } from './labels.ts'

/** `known` is null for a test event that was just sent. */
export interface ShownEvent {
  readonly id: number
  readonly known: WebhookEvent | null
}

interface EventDialogProps {
  readonly path: EndpointPath
  readonly event: ShownEvent
  readonly mayReplay: boolean
  readonly onClose: () => void
}

/** One event with its body and its delivery attempts, updated live. */
export function EventDialog({ path, event: { id: eventId, known }, mayReplay, onClose }: EventDialogProps) {
  const attempts = useAsk(
    'GET /v2/webhooks/:endpoint/attempts',
    { path, query: { event: eventId, limit: 1 } },
    { everySeconds: 1 },
  )
  const replayEvent = () => ask('POST /v2/webhooks/:endpoint/repeat', { path, body: { event: eventId } })
  const replay = useChange(replayEvent, {
    refreshes: [placeOf(path)],
    onDone: ({ repeated }) => sayDone(repeated > 0 ? t.webhooks.dialog.replayed : t.webhooks.dialog.alreadyRunning),
  })
  const last = attempts.data?.data[0]
  const event = useLatest(path, eventId) ?? known
  return (
    <Modal
      opened
      onClose={onClose}
      title={fill(t.webhooks.dialog.title, { id: String(eventId) })}
      size="xl"
      closeButtonProps={{ 'aria-label': t.shared.close }}
    >
      <Stack gap="md">
        {event?.state === 'kept' && last === undefined ? (
          <Text>{t.webhooks.dialog.neverTried}</Text>
        ) : (
          <Outcome last={last} event={event} />
        )}
        {event !== null && <CodeLine value={pretty(event.body)} label={t.webhooks.log.body} />}
        <Note>{rich(t.webhooks.dialog.webhookId, { id: String(eventId), code: (text) => <code>{text}</code> })}</Note>
        <Listing
          label={t.webhooks.log.attempts}
          route="GET /v2/webhooks/:endpoint/attempts"
          path={path}
          query={{ event: eventId }}
          keyOf={({ id }) => id}
          everySeconds={2}
          empty={t.webhooks.dialog.noAttempts}
          columns={[
            { label: t.webhooks.log.time, show: ({ at }) => <When at={at} isExact />, width: 190 },
            { label: t.webhooks.dialog.result, show: (attempt) => <Result attempt={attempt} /> },
            {
              label: t.webhooks.dialog.status,
              show: ({ status }) => status ?? t.webhooks.dialog.noAnswer,
              right: true,
              width: 100,
            },
            { label: t.webhooks.dialog.duration, show: ({ tookMs }) => showDuration(tookMs), right: true, width: 90 },
          ]}
        />
        <Problem error={replay.error} />
        {mayReplay && (
          <Group justify="flex-end">
            <Button onClick={() => replay.mutate(undefined)} loading={replay.isPending}>
              {t.webhooks.dialog.replay}
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  )
}

/** The event as it is now, if it is one of the latest. */
function useLatest(path: EndpointPath, eventId: number): WebhookEvent | undefined {
  const { data } = useAsk('GET /v2/webhooks/:endpoint/events', { path, query: { limit: 10 } }, { everySeconds: 2 })
  return data?.data.find(({ id }) => id === eventId)
}

interface OutcomeProps {
  readonly last: DeliveryAttempt | undefined
  readonly event: WebhookEvent | null
}

function Outcome({ last, event }: OutcomeProps) {
  return (
    <Group gap="sm" role="status" wrap="nowrap">
      <Box flex="none">
        {last === undefined ? (
          <Skeleton h={20} w={70} />
        ) : (
          <Status value={last.problem === null ? 'delivered' : event?.state === 'failed' ? 'failed' : 'retrying'} />
        )}
      </Box>
      <Text>
        {last === undefined
          ? t.webhooks.dialog.waiting
          : (reasonOf(last) ?? fill(t.webhooks.dialog.accepted, { duration: showDuration(last.tookMs) }))}
      </Text>
    </Group>
  )
}

function Result({ attempt }: { readonly attempt: DeliveryAttempt }) {
  const { problem, answer } = attempt
  return (
    <>
      <Text span inherit c={problem === null ? undefined : 'var(--mantine-color-error)'}>
        {reasonOf(attempt) ?? t.webhooks.dialog.delivered}
      </Text>
      {answer !== '' && (
        <Note className="code" lineClamp={4}>
          {answer}
        </Note>
      )}
    </>
  )
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
