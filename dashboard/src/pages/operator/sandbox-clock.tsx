import { Button, Divider, Group, NumberInput, Paper, Select, Stack, Text, Title } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useState } from 'react'
import type { Simulator } from '../../../../src/contract/console/sandbox.ts'
import { ask } from '../../api.ts'
import { queryClient, useChange } from '../../data.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.ts'
import { Problem } from '../../parts/problem.tsx'
import { showDuration } from './simulator.ts'

const hour = 3_600
const day = 24 * hour
const steps = [hour, day] as const
/** More than this is asked about once more: there is no way back. */
const unaskedMax = day
const secondsMax = 366 * day

const unitSeconds: Readonly<Record<string, number>> = { minutes: 60, hours: hour, days: day }
const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' })
const times = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })

/** What time it is in the sandbox, and how to let it pass. */
export function SandboxClock({
  simulator: { now, movedSeconds },
  readAt,
}: {
  readonly simulator: Simulator
  readonly readAt: number
}) {
  const [amount, setAmount] = useState<number | string>(2)
  const [unit, setUnit] = useState('hours')
  const [asking, setAsking] = useState<number | null>(null)
  const seconds = Math.round(Number(amount) * (unitSeconds[unit] ?? 0))
  const isPossible = seconds >= 1 && seconds <= secondsMax
  const moving = useChange((by: number) => ask('POST /simulator/clock', { body: { seconds: by } }).then(() => by), {
    onDone: (by) => {
      setAsking(null)
      sayDone(`${showDuration(by)} went by.`)
      // Anything may have come to its time.
      void queryClient.invalidateQueries()
    },
  })
  const move = (by: number) => (by > unaskedMax ? setAsking(by) : moving.mutate(by))
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="clock">
      <Title order={2} size="h4" id="clock" mb="xs">
        Clock
      </Title>
      <Now at={Date.parse(now)} readAt={readAt} />
      <Text c="dimmed" mb="md">
        {movedSeconds === 0 ? 'The same as the real time.' : `${showDuration(movedSeconds)} ahead of the real time.`}
      </Text>
      <Stack gap="md">
        <Text size="sm">
          Let time pass, and what is scheduled goes out, PINs expire, and what is tried again later is tried. The clock
          goes forward only: it can’t be turned back, not even by a restart. Sign-ins and the audit log keep the real
          time.
        </Text>
        <Group gap="sm">
          {steps.map((by) => (
            <Button key={by} variant="default" disabled={moving.isPending} onClick={() => move(by)}>
              Forward {showDuration(by)}
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
              label="How far"
              w={100}
              min={1}
              max={9_999}
              decimalScale={0}
              allowNegative={false}
              value={amount}
              onChange={setAmount}
            />
            <Select
              label="Unit"
              w={130}
              data={Object.keys(unitSeconds)}
              value={unit}
              allowDeselect={false}
              onChange={(chosen) => setUnit(chosen ?? 'hours')}
            />
            <Button type="submit" loading={moving.isPending} disabled={!isPossible}>
              Fast-forward
            </Button>
          </Group>
          {seconds > secondsMax && (
            <Text size="sm" c="var(--mantine-color-error)" mt={4}>
              At most 366 days at once.
            </Text>
          )}
        </form>
        {asking === null && <Problem error={moving.error} />}
      </Stack>
      <Confirm
        title="Move the clock far ahead?"
        isOpen={asking !== null}
        onClose={() => setAsking(null)}
        change={moving}
        submit="Fast-forward"
        onConfirm={() => asking !== null && moving.mutate(asking)}
      >
        {showDuration(asking ?? 0)} will have gone by, for every account on this server. What is waiting by then may be
        too old to be sent. The clock can’t be turned back.
      </Confirm>
    </Paper>
  )
}

/** It goes on by itself, from when it was read. */
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
