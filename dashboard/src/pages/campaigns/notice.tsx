import { Alert, Button, Group, Text } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import type { Campaign } from '../../../../src/contract/account/campaigns.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { sayDone } from '../../parts/done.tsx'
import { Problem } from '../../parts/problem.tsx'
import { PageLink, When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { fill, rich, t } from '../../text.ts'
import { secondsUntil, takeStart, undoSeconds } from './status.tsx'

/** The next step for the user: take the start back, or correct the cause of a pause. */
export function Notice({ campaign }: { readonly campaign: Campaign }) {
  if (campaign.status === 'scheduled' && campaign.resendOf === null) return <Scheduled campaign={campaign} />
  if (campaign.status === 'paused') return <Paused campaign={campaign} />
  return null
}

function Scheduled({ campaign: { id, startsAt } }: { readonly campaign: Campaign }) {
  const account = useThisAccount()
  const { path } = account
  const [seconds, setSeconds] = useState(() => secondsUntil(startsAt ?? ''))
  useInterval(() => setSeconds(secondsUntil(startsAt ?? '')), 250, { autoInvoke: true })
  const isBrief = seconds <= undoSeconds
  const withdraw = useChange(
    () => ask('POST /v2/campaigns/:campaign/withdraw', { path: { account: account.id, campaign: id } }),
    {
      refreshes: [`${path}/campaigns`],
      // The page shows the draft.
      onDone: () => sayDone(t.campaign.undone),
    },
  )
  const button = useRef<HTMLButtonElement>(null)
  // Ten seconds are short: a keyboard has the button at once. A start that was scheduled earlier leaves the focus alone.
  useEffect(() => {
    if (takeStart(id) && isBrief) button.current?.focus()
  }, [id, isBrief])
  return (
    <Alert
      color="blue"
      variant="light"
      title={
        isBrief ? (
          <span role="timer">{fill(t.campaign.undoTitle, { seconds })}</span>
        ) : (
          rich(t.campaign.startsTitle, { time: <When key="time" at={startsAt} /> })
        )
      }
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm" role="status">
          {isBrief ? t.campaign.undoAbout : t.campaign.startsAbout}
        </Text>
        {mayAs(account, 'member') && (
          <Button
            ref={button}
            variant={isBrief ? 'filled' : 'default'}
            loading={withdraw.isPending}
            onClick={() => withdraw.mutate(undefined)}
          >
            {isBrief ? t.campaign.undo : t.campaign.withdraw}
          </Button>
        )}
      </Group>
      <Problem error={withdraw.error} />
    </Alert>
  )
}

/** Pages that help with a cause. */
const places = { insufficient_balance: 'credit', sender: 'senders', audience: 'books' } as const

function Paused({ campaign: { pauseReason } }: { readonly campaign: Campaign }) {
  const { path } = useThisAccount()
  if (pauseReason === null)
    return (
      <Alert color="yellow" variant="light" title={t.campaign.pausedByUser}>
        {t.campaign.pausedByUserAbout}
      </Alert>
    )
  const link = pauseReason in places ? (pauseReason as keyof typeof places) : null
  return (
    <Alert color="red" variant="light" title={t.campaign.pauseReasons[pauseReason]} role="alert">
      <Text size="sm">{t.campaign.pauseSteps[pauseReason]}</Text>
      {link !== null && <PageLink to={`${path}/${places[link]}`}>{t.campaign.pauseLinks[link]}</PageLink>}
    </Alert>
  )
}
