import { Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ask } from '../api.ts'
import { useChange } from '../data.ts'
import type { Account } from '../session.tsx'
import { fill, t } from '../text.ts'
import { FormDialog } from './dialog.tsx'
import { badNumber, isNumber, withPlus } from './numbers.ts'
import { forgetOnceKey, onceKey } from './once-key.ts'
import { usePhoneText } from './phone.tsx'
import { Segments } from './segments.tsx'
import { SenderSelect, useSenders } from './sender-select.tsx'
import { useSmartText } from './use-smart-text.ts'

interface StartDialogProps {
  readonly account: Account
  /** A stored number; undefined if the user enters one. */
  readonly to?: string
  readonly onStarted: (conversation: number) => void
  readonly onClose: () => void
}

/** Starts a conversation by SMS, or continues the one with the number. */
export function StartDialog({ account, to, onStarted, onClose }: StartDialogProps) {
  const place = `${account.path}/conversations`
  const [phone, setPhone] = useState(to === undefined ? '' : withPlus(to))
  const showPhone = usePhoneText()
  const [text, setText] = useState('')
  const [chosen, setFrom] = useState<string | null>(null)
  const { first, hasSeveral } = useSenders(account)
  const from = chosen ?? (hasSeveral ? first : null)
  const [isChecked, setChecked] = useState(false)
  const smart = useSmartText(account)
  const start = useChange(
    (body: { phone: string; text: string; from?: string }) =>
      ask('POST /v2/conversations', { path: { account: account.id }, body }, { headers: onceKey(place, body) }),
    {
      refreshes: [place, `${account.path}/numbers`],
      onDone: ({ id }) => {
        forgetOnceKey(place)
        onClose()
        onStarted(id)
      },
    },
  )
  const isComplete = isNumber(phone) && text.trim() !== ''
  return (
    <FormDialog
      title={to === undefined ? t.inbox.start : fill(t.inbox.startTo, { phone: showPhone(to) })}
      isOpen
      onClose={onClose}
      change={start}
      submit={t.inbox.startSend}
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        if (isComplete) start.mutate({ phone: phone.trim(), text, ...(from === null ? {} : { from }) })
      }}
    >
      {to === undefined && (
        <TextInput
          label={t.inbox.startPhone}
          description={t.inbox.startPhoneHelp}
          inputMode="tel"
          maxLength={40}
          data-autofocus
          value={phone}
          onChange={({ currentTarget: { value } }) => setPhone(value)}
          error={isChecked && !isNumber(phone) ? badNumber : null}
        />
      )}
      <SenderSelect account={account} value={from} onChange={setFrom} />
      <Stack gap={6}>
        <Textarea
          label={t.inbox.startText}
          {...(to === undefined ? {} : { 'data-autofocus': true })}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={4_096}
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
          error={isChecked && text.trim() === '' ? t.inbox.startIncomplete : null}
        />
        <Segments text={smart(text)} />
      </Stack>
    </FormDialog>
  )
}
