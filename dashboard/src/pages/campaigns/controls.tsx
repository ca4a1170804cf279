import { Button, Group, NumberInput, Popover, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Campaign } from '../../../../src/contract/account/campaigns.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { confirm } from '../../parts/confirm.ts'
import { sayDone } from '../../parts/done.tsx'
import { showAmount } from '../../parts/formats.ts'
import { Problem } from '../../parts/problem.tsx'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'

interface ControlsProps {
  readonly campaign: Campaign
  readonly onChange: () => void
}

/** The actions that the status of a campaign allows. */
export function Controls({ campaign, onChange }: ControlsProps) {
  const { status, endedAt, results, resendOf } = campaign
  const isRunning = status === 'preparing' || status === 'sending'
  // A start that has not begun is withdrawn instead, except that of a resend.
  const isOpen = isRunning || status === 'paused' || (status === 'scheduled' && resendOf !== null)
  return (
    <>
      {isRunning && <Move to="pause" campaign={campaign} onChange={onChange} />}
      {status === 'paused' && <Move to="resume" campaign={campaign} onChange={onChange} />}
      {isOpen && <Pace key={String(campaign.pace)} campaign={campaign} onChange={onChange} />}
      {isOpen && <Cancel campaign={campaign} onChange={onChange} />}
      {endedAt !== null && results.failed > 0 && <Resend campaign={campaign} />}
    </>
  )
}

const moves = {
  pause: ['POST /v2/campaigns/:campaign/pause', t.campaign.pause, t.campaign.paused],
  resume: ['POST /v2/campaigns/:campaign/resume', t.campaign.resume, t.campaign.resumed],
} as const

function Move({ to, campaign: { id }, onChange }: ControlsProps & { readonly to: keyof typeof moves }) {
  const { id: account } = useThisAccount()
  const [route, label, done] = moves[to]
  const move = useChange(() => ask(route, { path: { account, campaign: id } }), {
    onDone: () => {
      sayDone(done)
      onChange()
    },
  })
  return (
    <>
      <Button loading={move.isPending} onClick={() => move.mutate(undefined)}>
        {label}
      </Button>
      <Problem error={move.error} />
    </>
  )
}

function Cancel({ campaign: { id, name, progress }, onChange }: ControlsProps) {
  const { id: account } = useThisAccount()
  const cancel = () =>
    confirm({
      title: fill(t.campaign.cancelTitle, { name }),
      warning: fill(t.campaign.cancelAbout, { count: progress.recipients - progress.processed }),
      submit: t.campaign.cancel,
      dismiss: t.campaign.keep,
      run: () => ask('POST /v2/campaigns/:campaign/cancel', { path: { account, campaign: id } }),
      done() {
        onChange()
        return t.campaign.cancelled
      },
    })
  return (
    <Button variant="default" onClick={cancel}>
      {t.campaign.cancel}
    </Button>
  )
}

function Pace({ campaign: { id, pace }, onChange }: ControlsProps) {
  const { id: account } = useThisAccount()
  const [isOpen, setOpen] = useState(false)
  const [wanted, setWanted] = useState(pace)
  const save = useChange(
    () => ask('PUT /v2/campaigns/:campaign', { path: { account, campaign: id }, body: { pace: wanted } }),
    {
      onDone: () => {
        setOpen(false)
        sayDone(t.campaign.paceSaved)
        onChange()
      },
    },
  )
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus returnFocus width={260} position="bottom-end">
      <Popover.Target>
        <Button variant="default" onClick={() => setOpen(!isOpen)}>
          {pace === null ? t.campaign.changePace : fill(t.composer.perMinute, { count: pace })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            save.mutate(undefined)
          }}
        >
          <Stack gap="sm">
            <NumberInput
              label={t.composer.pace}
              placeholder={t.composer.paceNone}
              min={1}
              max={1_000_000}
              allowDecimal={false}
              allowNegative={false}
              hideControls
              value={wanted ?? ''}
              onChange={(value) => setWanted(typeof value === 'number' && value >= 1 ? value : null)}
            />
            <Problem error={save.error} />
            <Group>
              <Button type="submit" loading={save.isPending}>
                {t.campaign.savePace}
              </Button>
            </Group>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Ten thousandths, in which amounts are computed. */
const scale = 10_000

/** The failed messages at the average price of the sent ones. */
function estimate({ results: { price, sent, failed } }: Campaign): string {
  const average = sent === 0 ? 0 : Number(price) / sent
  return (Math.round(average * failed * scale) / scale).toFixed(2)
}

function Resend({ campaign }: { readonly campaign: Campaign }) {
  const { id: account, path } = useThisAccount()
  const navigate = useNavigate()
  const values = { count: campaign.results.failed, cost: showAmount(estimate(campaign), campaign.currency) }
  const resend = () =>
    confirm({
      title: fill(t.campaign.resendTitle, values),
      warning: t.campaign.resendAbout,
      submit: t.campaign.resend,
      isDangerous: false,
      run: () => ask('POST /v2/campaigns/:campaign/resend', { path: { account, campaign: campaign.id } }),
      refreshes: [`${path}/campaigns`],
      done: ({ id }) => navigate({ to: `${path}/campaigns/${id}` } as never),
    })
  return <Button onClick={resend}>{t.campaign.resend}</Button>
}
