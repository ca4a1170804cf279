import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { Problem } from '../../parts/problem.tsx'
import type { Account } from '../../session.tsx'
import { fill, t } from '../../text.ts'

interface ReplyProps {
  readonly account: Account
  readonly phone: string
  /** The senders and numbers it can reply to, the most recent first. */
  readonly partners: readonly string[]
  readonly hasStopped: boolean
}

/** Replies as the owner of the phone, with shortcuts for STOP and START. */
export function Reply({ account, phone, partners, hasStopped }: ReplyProps) {
  const [text, setText] = useDraft(`ngoma.phone.${account.id}.${phone}`)
  const [chosen, setChosen] = useState<string | null>(null)
  const to = chosen ?? partners[0] ?? ''
  const writing = useChange(
    async (written: string) => {
      await ask('POST /accounts/:account/phones/:phone/messages', {
        path: { account: account.id, phone },
        body: { to, text: written },
      })
      // Text typed during the request stays.
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
            title={hasStopped ? t.phones.reply.startTitle : t.phones.reply.stopTitle}
          >
            {quick}
          </Button>
          {partners.length > 1 && (
            <NativeSelect
              size="xs"
              radius="xl"
              aria-label={t.phones.reply.to}
              data={partners.map((partner) => ({ value: partner, label: fill(t.phones.to, { name: partner }) }))}
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
            aria-label={t.phones.reply.message}
            placeholder={fill(t.phones.reply.placeholder, { name: to })}
            autoComplete="off"
            maxLength={1_000}
            value={text}
            onChange={({ currentTarget: { value } }) => {
              setText(value)
              // A message that arrives now must not change the recipient of the draft.
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
            {t.phones.reply.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The draft survives when its phone leaves the page. */
function useDraft(key: string) {
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '')
  useEffect(() => {
    if (text === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  }, [key, text])
  return [text, setText] as const
}
