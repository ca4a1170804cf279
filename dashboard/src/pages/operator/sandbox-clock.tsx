import { Button, Divider, Group, NumberInput, Paper, Select, Stack, Text, Title } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useState } from 'react'
import type { Simulator } from '../../../../src/contract/console/sandbox.ts'
import { ask } from '../../api.ts'
import { queryClient, useChange } from '../../data.ts'
import { t } from '../../operator-text.ts'
import { confirm } from '../../parts/confirm.ts'
import { sayDone } from '../../parts/done.tsx'
import { Problem } from '../../parts/problem.tsx'
import { fill, locale } from '../../text.ts'
import { showDuration } from './simulator.ts'

const hour = 3_600
const day = 24 * hour
const steps = [hour, day] as const
/** Larger moves need a confirmation, because the clock cannot be moved back. */
const unconfirmedMax = day
const secondsMax = 366 * day

const unitSeconds = { minutes: 60, hours: hour, days: day } as const
type Unit = keyof typeof unitSeconds
const unitChoices = (Object.keys(unitSeconds) as Unit[]).map((value) => ({ value, label: t.sandbox.units[value] }))
const days = new Intl.DateTimeFormat(locale, { dateStyle: 'full' })
const times = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' })

/** The time of the sandbox, and buttons that move it forward. */
export function SandboxClock({
  simulator: { now, movedSeconds },
  readAt,
}: {
  readonly simulator: Simulator
  readonly readAt: number
}) {
  const [amount, setAmount] = useState<number | string>(2)
  const [unit, setUnit] = useState<Unit>('hours')
  const seconds = Math.round(Number(amount) * unitSeconds[unit])
  const isPossible = seconds >= 1 && seconds <= secondsMax
  const moving = useChange((by: number) => ask('POST /simulator/clock', { body: { seconds: by } }).then(() => by), {
    onDone: (by) => {
      sayDone(fill(t.sandbox.moved, { duration: showDuration(by) }))
      // Anything may be due now.
      void queryClient.invalidateQueries()
    },
  })
  const move = (by: number) =>
    by <= unconfirmedMax
      ? moving.mutate(by)
      : confirm({
          title: fill(t.sandbox.moveTitle, { duration: showDuration(by) }),
          warning: t.sandbox.moveAbout,
          submit: t.sandbox.move,
          run: () => moving.mutateAsync(by),
        })
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="clock">
      <Title order={2} size="h4" id="clock" mb="xs">
        {t.sandbox.clock}
      </Title>
      <Now at={Date.parse(now)} readAt={readAt} />
      <Text c="dimmed" mb="md">
        {movedSeconds === 0 ? t.sandbox.sameTime : fill(t.sandbox.ahead, { duration: showDuration(movedSeconds) })}
      </Text>
      <Stack gap="md">
        <Text size="sm">{t.sandbox.clockAbout}</Text>
        <Group gap="sm">
          {steps.map((by) => (
            <Button key={by} variant="default" disabled={moving.isPending} onClick={() => move(by)}>
              {fill(t.sandbox.forward, { duration: showDuration(by) })}
            </Button>
          ))}
        </Group>
        <Divider />
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (isPossible) move(seconds)
          }}
        >
          <Group align="flex-end" gap="sm">
            <NumberInput
              label={t.sandbox.amount}
              w={100}
              min={1}
              max={9_999}
              decimalScale={0}
              allowNegative={false}
              value={amount}
              onChange={setAmount}
            />
            <Select
              label={t.sandbox.unit}
              w={130}
              data={unitChoices}
              value={unit}
              allowDeselect={false}
              onChange={(chosen) => setUnit((chosen as Unit | null) ?? 'hours')}
            />
            <Button type="submit" loading={moving.isPending} disabled={!isPossible}>
              {t.sandbox.move}
            </Button>
          </Group>
          {seconds > secondsMax && (
            <Text size="sm" c="var(--mantine-color-error)" mt={4}>
              {t.sandbox.tooFar}
            </Text>
          )}
        </form>
        <Problem error={moving.error} />
      </Stack>
    </Paper>
  )
}

/** Ticks on from the time that the server answered. */
function Now({ at, readAt }: { readonly at: number; readonly readAt: number }) {
  const [real, setReal] = useState(Date.now)
  useInterval(() => setReal(Date.now()), 1_000, { autoInvoke: true })
  const now = new Date(at + Math.max(real - readAt, 0))
  return (
    <time dateTime={now.toISOString()}>
      <Text fz={40} fw={650} lh={1.1} className="number" component="span" display="block">
        {times.format(now)}
      </Text>
      <Text component="span" display="block">
        {days.format(now)}
      </Text>
    </time>
  )
}
