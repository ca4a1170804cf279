import { Button, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { Problem } from '../../parts/problem.tsx'
import type { Account } from '../../session.tsx'
import { fill, t } from '../../text.ts'

interface UndoProps {
  readonly account: Account
  readonly requestIds: readonly number[]
  /** By the clock of the browser, in milliseconds. */
  readonly until: number
  /** Called for each request: a later one may fail. */
  readonly onCancelled: () => void
  readonly onUndone: (cancelled: number, tooLate: number) => void
  readonly onOver: () => void
}

/** Cancels a held send while its time runs. */
export function Undo({ account, requestIds, until, onCancelled, onUndone, onOver }: UndoProps) {
  const [left, setLeft] = useState(secondsTo(until))
  const undo = useChange(
    async () => {
      let [cancelled, tooLate] = [0, 0]
      for (const request of requestIds) {
        const part = await ask('POST /v2/requests/:request/cancel', { path: { account: account.id, request } })
        onCancelled()
        cancelled += part.cancelled
        tooLate += part.tooLate
      }
      return { cancelled, tooLate }
    },
    {
      refreshes: ['messages', 'scheduled', 'balances', 'overview', 'requests'].map((part) => `${account.path}/${part}`),
      onDone: ({ cancelled, tooLate }) => onUndone(cancelled, tooLate),
    },
  )
  const isRunning = !undo.isPending && undo.error === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the callback is new on every render
  useEffect(() => {
    const timer = setInterval(() => {
      const now = secondsTo(until)
      setLeft(now)
      if (now === 0 && isRunning) onOver()
    }, 250)
    return () => clearInterval(timer)
  }, [until, isRunning])
  return (
    <>
      <Group gap="sm">
        <Button size="xs" onClick={() => undo.mutate(undefined)} loading={undo.isPending}>
          {t.send.undo}
        </Button>
        {/* A screen reader would read every second. */}
        <Text size="sm" aria-hidden className="number">
          {fill(t.send.startsIn, { seconds: left })}
        </Text>
      </Group>
      <Problem error={undo.error} />
    </>
  )
}

const secondsTo = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / 1_000))
