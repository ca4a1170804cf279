import { Box, Button, Group, Loader, Modal, Stack, Text } from '@mantine/core'
import type { DeliveryAttempt, WebhookEvent } from '../../../../src/contract/console/webhooks.ts'
import { ask } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { sayDone } from '../../parts/done.ts'
import { Listing } from '../../parts/listing.tsx'
import { Problem } from '../../parts/problem.tsx'
import { CodeLine, Status, When } from '../../parts/text.tsx'
import { type EndpointPath, placeOf } from './endpoint-path.ts'
import { reasonOf, showDuration } from './words.ts'

/** A test is opened before anything else is known about it. */
export interface ShownEvent {
  readonly id: number
  readonly known: WebhookEvent | null
}

interface EventDialogProps {
  readonly path: EndpointPath
  readonly event: ShownEvent
  readonly mayRepeat: boolean
  readonly onClose: () => void
}

/** One event: what is sent, and every attempt at it, as they come in. */
export function EventDialog({ path, event: { id: eventId, known }, mayRepeat, onClose }: EventDialogProps) {
  const attempts = useAsk(
    'GET /accounts/:account/webhooks/:endpoint/attempts',
    { path, query: { event: eventId, limit: 1 } },
    { everySeconds: 1 },
  )
  const repeatEvent = () => ask('POST /accounts/:account/webhooks/:endpoint/repeat', { path, body: { event: eventId } })
  const repeat = useChange(repeatEvent, {
    refreshes: [placeOf(path)],
    onDone: ({ repeated }) => sayDone(repeated > 0 ? 'It is delivered again now.' : 'It is being delivered already.'),
  })
  const last = attempts.data?.data[0]
  const latest = useLatest(path, eventId, known === null)
  const body = (known ?? latest)?.body
  return (
    <Modal opened onClose={onClose} title={`Event ${eventId}`} size="xl" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap="md">
        {known?.state === 'kept' && last === undefined ? (
          <Text>It was never tried, because the endpoint was off.</Text>
        ) : (
          <Outcome last={last} />
        )}
        {body !== undefined && <CodeLine value={pretty(body)} label="What is sent" />}
        <Text size="sm" c="dimmed">
          In its header <code>webhook-id</code> stands evt_{eventId}, the same on every attempt: by it your server knows
          what it has had before.
        </Text>
        <Listing
          label="Attempts"
          route="GET /accounts/:account/webhooks/:endpoint/attempts"
          path={path}
          query={{ event: eventId }}
          keyOf={({ id }) => id}
          everySeconds={2}
          empty="No attempt yet."
          columns={[
            { label: 'Time', show: ({ at }) => <When at={at} isExact />, width: 190 },
            { label: 'Result', show: (attempt) => <Result attempt={attempt} /> },
            { label: 'Status', show: ({ status }) => status ?? 'No answer', right: true, width: 100 },
            { label: 'Took', show: ({ tookMs }) => showDuration(tookMs), right: true, width: 90 },
          ]}
        />
        <Problem error={repeat.error} />
        {mayRepeat && (
          <Group justify="flex-end">
            <Button onClick={() => repeat.mutate(undefined)} loading={repeat.isPending}>
              Repeat event
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  )
}

function useLatest(path: EndpointPath, eventId: number, enabled: boolean): WebhookEvent | undefined {
  const { data } = useAsk(
    'GET /accounts/:account/webhooks/:endpoint/events',
    { path, query: { limit: 10 } },
    { enabled },
  )
  return data?.data.find(({ id }) => id === eventId)
}

function Outcome({ last }: { readonly last: DeliveryAttempt | undefined }) {
  return (
    <Group gap="sm" role="status" wrap="nowrap">
      <Box flex="none">
        {last === undefined ? <Loader size="sm" /> : <Status value={last.problem === null ? 'delivered' : 'failed'} />}
      </Box>
      <Text>
        {last === undefined
          ? 'Waiting for your server to answer…'
          : (reasonOf(last) ?? `Your server took it in ${showDuration(last.tookMs)}.`)}
      </Text>
    </Group>
  )
}

function Result({ attempt }: { readonly attempt: DeliveryAttempt }) {
  const { problem, answer } = attempt
  return (
    <>
      <Text span inherit {...(problem === null ? {} : { c: 'var(--mantine-color-error)' })}>
        {reasonOf(attempt) ?? 'Taken'}
      </Text>
      {answer !== '' && (
        <Text size="sm" c="dimmed" className="code" lineClamp={4}>
          {answer}
        </Text>
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
