import { Button, Group, Paper, Stack, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import type { SendBody } from '../../../../src/contract/account/send.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { sayDone } from '../../parts/done.tsx'
import { keep, readKept } from '../../parts/kept.ts'
import { badNumber, isNumber } from '../../parts/numbers.ts'
import { forgetOnceKey, onceKey } from '../../parts/once-key.ts'
import { Problem } from '../../parts/problem.tsx'
import { Note } from '../../parts/text.tsx'
import type { Account } from '../../session.tsx'
import { fill, t } from '../../text.ts'

const keptNumber = 'ngoma.test-number'

interface TestMessageProps {
  readonly account: Account
  /** The message with the values of the first recipient. Null until they are known. */
  readonly message: Pick<SendBody, 'from' | 'text' | 'smartEncoding'> | null
}

/** Sends the message to the user’s own phone. */
export function TestMessage({ account, message }: TestMessageProps) {
  const [number, setNumber] = useState(() => readKept(keptNumber) ?? '')
  const place = `${account.path}/send/test`
  const test = useChange(
    (body: SendBody) =>
      ask('POST /v2/messages', { path: { account: account.id }, body }, { headers: onceKey(place, body) }),
    {
      refreshes: ['messages', 'balances', 'overview', 'requests'].map((part) => `${account.path}/${part}`),
      onDone: ({ valid }) => {
        forgetOnceKey(place)
        if (valid > 0) sayDone(fill(t.send.testSent, { number }))
      },
    },
  )
  const isRefused = test.data !== undefined && test.data.valid === 0
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="test" mt="md">
      <Title order={2} size="h5" id="test" mb="sm">
        {t.send.test}
      </Title>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (message === null) return
          keep(keptNumber, number)
          test.mutate({ ...message, to: [number] })
        }}
      >
        <Stack gap="sm">
          <Note>{t.send.testAbout}</Note>
          <Group align="flex-end" gap="sm">
            <TextInput
              flex={1}
              type="tel"
              label={t.send.testNumber}
              value={number}
              maxLength={60}
              error={isRefused ? badNumber : null}
              onChange={({ currentTarget: { value } }) => setNumber(value)}
            />
            <Button
              type="submit"
              variant="default"
              loading={test.isPending}
              disabled={message === null || !isNumber(number)}
            >
              {t.send.testSubmit}
            </Button>
          </Group>
          <Problem error={test.error} />
        </Stack>
      </form>
    </Paper>
  )
}
