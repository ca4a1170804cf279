import { Anchor, Button, Group, Paper, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { Link, Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Campaign } from '../../../../src/contract/account/campaigns.ts'
import { useAsk } from '../../data.ts'
import { confirm } from '../../parts/confirm.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem } from '../../parts/problem.tsx'
import { RowMenu } from '../../parts/row-menu.tsx'
import { Note } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { fill, rich, t } from '../../text.ts'
import { useDuplicate, useRemoval } from './actions.tsx'
import { Controls } from './controls.tsx'
import { Notice } from './notice.tsx'
import { Responses } from './responses.tsx'
import { Results } from './results.tsx'
import { CampaignStatus, countsOf, secondsUntil } from './status.tsx'

const isMoving = ({ status, startsAt }: Campaign) =>
  status === 'preparing' ||
  status === 'sending' ||
  (status === 'scheduled' && secondsUntil(startsAt ?? '') <= soonSeconds)

/** Clicks and replies arrive after the end too, but not every second. */
const [movingSeconds, restSeconds] = [2, 30]
/** The slow polling notices a start in time. */
const soonSeconds = 2 * restSeconds

/** The progress and the results of one campaign. */
export function CampaignPage() {
  const account = useThisAccount()
  const { campaign: id } = useParams({ strict: false }) as { campaign: string }
  const path = { account: account.id, campaign: id }
  const [isActive, setActive] = useState(true)
  const everySeconds = isActive ? movingSeconds : restSeconds
  const { data, dataUpdatedAt, error, refetch, isFetchedAfterMount } = useAsk(
    'GET /v2/campaigns/:campaign/results',
    { path },
    { everySeconds, keep: true, always: true },
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: a scheduled campaign starts soon without other data
  useEffect(() => {
    if (data !== undefined) setActive(isMoving(data.campaign))
  }, [data, dataUpdatedAt])
  // A draft that was just started is still a draft in the cache.
  if (data === undefined || (data.campaign.status === 'draft' && !isFetchedAfterMount))
    return (
      <>
        <PageHead title={t.pages.campaigns} />
        <Problem error={error} onRetry={() => void refetch()} />
        {error === null && <Waiting />}
      </>
    )
  const { campaign } = data
  // After Undo, too. Only this place leads to the draft: a second one would race with it.
  if (campaign.status === 'draft' && mayAs(account, 'member'))
    return (
      <Navigate to={`${account.path}/campaigns/new` as never} search={{ draft: id, step: 'review' } as never} replace />
    )
  return (
    <>
      <Head campaign={campaign} onChange={() => void refetch()} />
      <Stack gap="md">
        <Problem error={error} onRetry={() => void refetch()} />
        <Notice campaign={campaign} />
        <State campaign={campaign} />
        {campaign.status !== 'scheduled' && (
          <>
            <Results results={data} />
            <Responses campaign={campaign} />
          </>
        )}
      </Stack>
    </>
  )
}

function Head({ campaign, onChange }: { readonly campaign: Campaign; readonly onChange: () => void }) {
  const account = useThisAccount()
  const { path } = account
  const { name, progress, from, endedAt, resendOf } = campaign
  const { recipients: count, leftOut } = countsOf(campaign)
  const navigate = useNavigate()
  const duplicate = useDuplicate()
  const removal = useRemoval()
  const remove = () => {
    const confirmation = removal(campaign)
    confirm({
      ...confirmation,
      done() {
        void navigate({ to: `${path}/campaigns` } as never)
        return confirmation.done
      },
    })
  }
  return (
    <>
      <PageHead
        title={name}
        about={progress.recipients > 0 ? fill(t.campaign.about, { count, leftOut, sender: from }) : undefined}
      >
        {mayAs(account, 'member') && (
          <>
            <Controls campaign={campaign} onChange={onChange} />
            {resendOf === null && (
              <Button variant="default" loading={duplicate.isPending} onClick={() => duplicate.mutate(campaign)}>
                {t.campaigns.duplicate}
              </Button>
            )}
            {endedAt !== null && (
              <RowMenu
                label={fill(t.shared.actionsFor, { name })}
                actions={[{ label: t.campaigns.delete, isDangerous: true, onClick: remove }]}
              />
            )}
          </>
        )}
      </PageHead>
      <Problem error={duplicate.error} />
    </>
  )
}

/** The status, and how many recipients are processed. */
function State({ campaign }: { readonly campaign: Campaign }) {
  const { path } = useThisAccount()
  const { progress, status, resendOf, text, id, startsAt, endedAt } = campaign
  const { processed, recipients } = progress
  return (
    <Paper withBorder p="md" component="section" aria-label={t.campaign.progress}>
      <Stack gap="xs">
        <Group justify="space-between">
          <CampaignStatus of={campaign} />
          <Text size="sm" role="status">
            {status === 'preparing' && t.campaign.preparing}
            {recipients > 0 && fill(t.campaign.processed, { done: processed, total: recipients })}
          </Text>
        </Group>
        {recipients > 0 && (
          <Progress
            value={(100 * processed) / recipients}
            size="lg"
            aria-label={t.campaign.progress}
            animated={status === 'sending' && processed < recipients}
          />
        )}
        <Note style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Note>
        <Group gap="md">
          {resendOf !== null && (
            <Text size="sm">
              {rich(t.campaign.resendOf, {
                link: (part) => (
                  <Anchor component={Link} to={`${path}/campaigns/${resendOf}`} inherit>
                    {part}
                  </Anchor>
                ),
              })}
            </Text>
          )}
          {progress.queued > 0 && (
            <Anchor
              component={Link}
              to={`${path}/messages`}
              // Other campaigns may have the same name.
              search={{ campaign: campaign.name, from: startsAt ?? undefined, to: endedAt ?? undefined } as never}
              size="sm"
              key={id}
            >
              {t.campaign.viewMessages}
            </Anchor>
          )}
        </Group>
      </Stack>
    </Paper>
  )
}

function Waiting() {
  return (
    <Stack role="status" aria-label={t.campaigns.loading}>
      <Skeleton height={90} />
      <Skeleton height={84} />
      <Skeleton height={300} />
    </Stack>
  )
}
