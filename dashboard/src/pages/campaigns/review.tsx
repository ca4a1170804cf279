import { Alert, Anchor, Button, Group, List, Skeleton, Stack, Table, Text } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { ask } from '../../api.ts'
import { confirm } from '../../parts/confirm.ts'
import { showAmount, showCount } from '../../parts/formats.ts'
import { Problem } from '../../parts/problem.tsx'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { leftOutOf } from './audience.tsx'
import { type Draft, hasAudience, linkProblemIn } from './draft.ts'

import { useNames } from './pick-many.tsx'
import type { Preview } from './preview.ts'
import { noteStart, undoSeconds } from './status.tsx'
import { Back, type Step } from './steps.tsx'
import { isPast, zoneName } from './when.tsx'

interface ReviewProps {
  readonly draft: Draft
  readonly preview: Preview
  readonly go: (step: Step) => void
}

/** The last look: the count, the price, everything that is missing, and the button that sends. */
export function ReviewStep({ draft, preview, go }: ReviewProps) {
  const { settings, campaign, isSaving } = draft
  const { data, error, isFetching, refetch } = preview
  const { country } = useThisAccount()
  const missing = missingIn(draft, country)
  const start = useStart(draft)
  const isReady = missing.length === 0 && data !== undefined && error === null && data.recipients.valid > 0
  const isLater = settings.schedule !== null
  return (
    <Stack gap="md">
      {missing.length > 0 && (
        <Alert color="yellow" variant="light" title={t.composer.missing}>
          <List size="sm">
            {missing.map(([step, text]) => (
              <List.Item key={text}>
                <Anchor component="button" type="button" size="sm" onClick={() => go(step)}>
                  {text}
                </Anchor>
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Problem error={error} onRetry={() => void refetch()} />
      <Facts draft={draft} preview={preview} />
      {data?.missing.map(({ placeholder, messages }) => (
        <Text key={placeholder} size="sm" c="var(--mantine-color-error)">
          {fill(t.composer.gap, { messages, placeholder: `{${placeholder}}`, example: `{${placeholder}|…}` })}
        </Text>
      ))}
      {data?.enough === false && <NotEnough />}
      <Group justify="space-between">
        <Back onClick={() => go('when')} />
        <Button
          disabled={!isReady || campaign === null}
          loading={isReady && (isSaving || isFetching)}
          onClick={() => data && start(data)}
        >
          {isLater ? t.composer.schedule : t.composer.send}
        </Button>
      </Group>
    </Stack>
  )
}

function NotEnough() {
  const { path } = useThisAccount()
  return (
    <Text size="sm" c="var(--mantine-color-error)" fw={600}>
      {t.composer.notEnough}{' '}
      <Anchor component={Link} to={`${path}/credit`} inherit>
        {t.composer.addCredit}
      </Anchor>
    </Text>
  )
}

function missingIn({ settings, campaign, error }: Draft, country: string | null): [step: Step, text: string][] {
  const isChosen = hasAudience({ ...settings, file: campaign?.file ?? null })
  const link = linkProblemIn(settings.text)
  const all: [boolean, Step, string][] = [
    [!isChosen, 'audience', t.composer.missingAudience],
    [settings.text.trim() === '', 'message', t.composer.missingText],
    [settings.from === '', 'message', t.composer.missingSender],
    [link !== null, 'message', link ?? ''],
    [isPast(settings.schedule, country), 'when', t.composer.timePast],
    // The link is the likely reason.
    [error !== null && link === null, 'message', fill(t.composer.unsaved, { reason: error?.message ?? '' })],
  ]
  return all.filter(([isMissing]) => isMissing).map(([, step, text]) => [step, text])
}

function Facts({ draft, preview: { data, isFetching } }: Omit<ReviewProps, 'go'>) {
  const { settings, campaign } = draft
  const { schedule, sendWindow, pace, audience, from, text } = settings
  const { country } = useThisAccount()
  const books = useNames('books', audience.bookIds)
  const segments = useNames('segments', audience.segmentIds)
  const file = campaign?.file
  const lists = [...books.values(), ...segments.values(), ...(file ? [file.name ?? t.composer.file] : [])]
  const rows: readonly (readonly [name: string, value: string])[] = [
    [t.composer.audience, lists.join(', ') || '–'],
    ...(data === undefined
      ? []
      : [
          [t.campaigns.size, showCount(data.recipients.valid)] as const,
          ...leftOutOf(data).map(([name, count]) => [name, showCount(count)] as const),
        ]),
    [t.composer.from, from || '–'],
    [t.composer.message, text || '–'],
    [t.composer.when, schedule === null ? t.composer.now : describeStart(schedule, country)],
    ...(sendWindow === null ? [] : [[t.composer.hours, fill(t.composer.hoursBetween, sendWindow)] as const]),
    ...(pace === null ? [] : [[t.composer.pace, fill(t.composer.perMinute, { count: pace })] as const]),
    ...(data === undefined
      ? []
      : [
          [t.composer.price, showAmount(data.price, data.currency)] as const,
          [t.composer.available, showAmount(data.available, data.currency)] as const,
        ]),
  ]
  if (data === undefined && isFetching) return <Skeleton height={240} />
  return (
    <Table variant="vertical" layout="auto" aria-label={t.composer.review} aria-busy={isFetching}>
      <Table.Tbody>
        {rows.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th w="40%">{name}</Table.Th>
            <Table.Td style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

const describeStart = ({ at, zone }: { readonly at: string; readonly zone: string }, country: string | null) =>
  fill(t.composer.startsAt, { time: at.replace('T', ' ').slice(0, 16), zone: zoneName(zone, country) })

/** Names the size and the price, then starts the campaign with some seconds to undo. */
function useStart(draft: Draft): (data: NonNullable<Preview['data']>) => void {
  const { id: account, path, country } = useThisAccount()
  const navigate = useNavigate()
  const { schedule } = draft.settings
  return (data) => {
    const values = { count: data.recipients.valid, cost: showAmount(data.price, data.currency) }
    confirm({
      title: fill(schedule === null ? t.composer.confirm : t.composer.confirmLater, values),
      warning: (
        <Stack gap="sm">
          <Text>
            {schedule === null
              ? t.composer.confirmAbout
              : fill(t.composer.confirmLaterAbout, { time: describeStart(schedule, country) })}
          </Text>
          {!data.enough && <NotEnough />}
        </Stack>
      ),
      submit: schedule === null ? t.composer.send : t.composer.schedule,
      isDangerous: false,
      async run() {
        const { id: campaign } = await draft.save()
        return ask('POST /v2/campaigns/:campaign/start', {
          path: { account, campaign },
          query: { inSeconds: undoSeconds },
        })
      },
      refreshes: [`${path}/campaigns`],
      done(campaign) {
        noteStart(campaign)
        void navigate({ to: `${path}/campaigns/${campaign.id}` } as never)
      },
    })
  }
}
