import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { Problem } from '../../parts/problem.tsx'
import type { Account } from '../../session.tsx'

interface ReplyProps {
  readonly account: Account
  readonly phone: string
  /** Whom it can write to, the last first. */
  readonly partners: readonly string[]
  readonly hasStopped: boolean
}

/** What the owner of the phone would do: answer, or have enough of it. */
export function Reply({ account, phone, partners, hasStopped }: ReplyProps) {
  const [text, setText] = useKept(`ngoma.phone.${account.id}.${phone}`)
  const [chosen, setChosen] = useState<string | null>(null)
  const to = chosen ?? partners[0] ?? ''
  const writing = useChange(
    async (written: string) => {
      await ask('POST /accounts/:account/phones/:phone/messages', {
        path: { account: account.id, phone },
        body: { to, text: written },
      })
      // Not what was typed meanwhile.
      setText((typed) => (typed === written ? '' : typed))
    },
    { refreshes: ['phones', 'inbound', 'optouts'].map((part) => `${account.path}/${part}`) },
  )
  const quick = hasStopped ? 'START' : 'STOP'
  return (
    <form
      className="vphone-reply"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') writing.mutate(text)
      }}
    >
      <Stack gap={6}>
        <Problem error={writing.error} />
        <Group gap={6} justify="space-between" wrap="nowrap">
          <Button
            size="compact-sm"
            variant="default"
            radius="xl"
            flex="none"
            disabled={writing.isPending}
            onClick={() => writing.mutate(quick)}
            title={
              hasStopped ? 'Answers START: messages are wanted again' : 'Answers STOP: no more messages are wanted'
            }
          >
            {quick}
          </Button>
          {partners.length > 1 && (
            <NativeSelect
              size="xs"
              radius="xl"
              aria-label="Reply to"
              data={partners.map((partner) => ({ value: partner, label: `To ${partner}` }))}
              value={to}
              onChange={({ currentTarget: { value } }) => setChosen(value)}
            />
          )}
        </Group>
        <Group gap={6} wrap="nowrap">
          <TextInput
            size="xs"
            radius="xl"
            flex={1}
            aria-label="Message"
            placeholder={`Reply to ${to}`}
            autoComplete="off"
            maxLength={1_000}
            value={text}
            onChange={({ currentTarget: { value } }) => {
              setText(value)
              // Whoever writes meanwhile does not get what was meant for somebody else.
              setChosen(to)
            }}
          />
          <Button
            size="xs"
            px="sm"
            radius="xl"
            flex="none"
            type="submit"
            loading={writing.isPending}
            disabled={text.trim() === ''}
          >
            Reply
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** What was typed outlives a phone that leaves the screen because others got messages. */
function useKept(key: string) {
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '')
  useEffect(() => {
    if (text === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  }, [key, text])
  return [text, setText] as const
}
