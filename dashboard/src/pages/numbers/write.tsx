import { Select } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.ts'
import { MessageText } from '../../parts/message-text.tsx'
import { withPlus } from '../../parts/numbers.ts'
import { forgetOnceKey, onceKey } from '../../parts/once-key.ts'
import { type Opening, useOnOpen } from '../../parts/opening.ts'
import { usePhoneText } from '../../parts/phone.tsx'
import type { Account } from '../../session.tsx'
import { fill, t } from '../../text.ts'

interface WriteDialogProps {
  readonly account: Account
  readonly phone: string
  readonly opening: Opening<never>
}

/** Starts a conversation by SMS. */
export function WriteDialog({ account, phone, opening: { isOpen, close } }: WriteDialogProps) {
  const shown = usePhoneText()(phone)
  const navigate = useNavigate()
  const senders = useAsk(
    'GET /v2/senders',
    { path: { account: account.id }, query: { status: 'active', limit: 100 } },
    { enabled: isOpen },
  )
  const names = [...new Set(senders.data?.data.map(({ sender }) => sender))]
  const form = useForm({
    initialValues: { text: '', from: null as string | null },
    validate: { text: (text) => (text.trim() === '' ? t.numberHistory.textMissing : null) },
  })
  const place = `${account.path}/numbers/write`
  const send = useChange(
    ({ text, from }: typeof form.values) => {
      const sender = from ?? names[0]
      const body = { phone: withPlus(phone), text, ...(sender === undefined ? {} : { from: sender }) }
      return ask('POST /v2/conversations', { path: { account: account.id }, body }, { headers: onceKey(place, body) })
    },
    {
      refreshes: [`${account.path}/numbers`, `${account.path}/conversations`],
      onDone: ({ id }) => {
        forgetOnceKey(place)
        close()
        sayDone(fill(t.numberHistory.sent, { phone: shown }))
        void navigate({ to: `${account.path}/inbox/${id}` })
      },
    },
  )
  useOnOpen(isOpen, () => {
    form.reset()
    send.reset()
  })
  return (
    <FormDialog
      title={fill(t.numberHistory.writeTo, { phone: shown })}
      isOpen={isOpen}
      onClose={close}
      change={send}
      submit={t.numberHistory.sendMessage}
      size="lg"
      onSubmit={form.onSubmit((values) => send.mutate(values))}
    >
      <MessageText
        label={t.numberHistory.text}
        required
        hasPlaceholders={false}
        value={form.values.text}
        error={form.errors.text as string | undefined}
        onChange={(text) => form.setFieldValue('text', text)}
      />
      {names.length > 1 && (
        <Select
          label={t.numberHistory.sender}
          allowDeselect={false}
          data={names}
          value={form.values.from ?? names[0] ?? null}
          onChange={(from) => form.setFieldValue('from', from)}
        />
      )}
    </FormDialog>
  )
}
