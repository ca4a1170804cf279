import { Button, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ask } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { nameOfChannel } from '../../parts/channel.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { forgetOnceKey, onceKey } from '../../parts/once-key.ts'
import type { Account } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { noTemplate, TemplateFields, templateBody, useTemplates } from './template-fields.tsx'

interface StartProps {
  readonly account: Account
  readonly onStarted: (conversation: number) => void
}

/** A button that starts a conversation with a template, for accounts with a channel of their own. */
export function Start({ account, onStarted }: StartProps) {
  const [isOpen, setOpen] = useState(false)
  const { data } = useAsk('GET /v2/chat/addresses', { path: { account: account.id } })
  const addresses = data?.data.filter(({ hasSessions }) => hasSessions) ?? []
  if (addresses.length === 0) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t.chat.start}</Button>
      {isOpen && (
        <StartDialog account={account} addresses={addresses} onStarted={onStarted} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

interface StartDialogProps extends StartProps {
  readonly addresses: readonly { readonly channel: string; readonly from: string }[]
  readonly onClose: () => void
}

function StartDialog({ account, addresses, onStarted, onClose }: StartDialogProps) {
  const place = `/accounts/${account.id}/chat/conversations`
  const [index, setIndex] = useState('0')
  const [to, setTo] = useState('')
  const [chosen, setChosen] = useState(noTemplate)
  const [isIncomplete, setIncomplete] = useState(false)
  const { templates } = useTemplates(account)
  const template = templateBody(templates, chosen)
  const address = addresses[Number(index)]
  const start = useChange(
    (body: { channel: string; from: string; to: string; template: NonNullable<typeof template> }) =>
      ask('POST /v2/chat/conversations', { path: { account: account.id }, body }, { headers: onceKey(place, body) }),
    {
      refreshes: [place],
      onDone: ({ id }) => {
        forgetOnceKey(place)
        onClose()
        onStarted(id)
      },
    },
  )
  return (
    <FormDialog
      title={t.chat.start}
      isOpen
      onClose={onClose}
      change={start}
      submit={t.chat.sendTemplate}
      onSubmit={(event) => {
        event.preventDefault()
        setIncomplete(address === undefined || template === null || to.trim() === '')
        if (address === undefined || template === null || to.trim() === '') return
        start.mutate({ channel: address.channel, from: address.from, to: to.trim(), template })
      }}
    >
      <Select
        label={t.chat.startFrom}
        allowDeselect={false}
        data={addresses.map(({ channel, from }, place) => ({
          value: String(place),
          label: fill(t.chat.address, { channel: nameOfChannel(channel), number: from }),
        }))}
        value={index}
        onChange={(value) => setIndex(value ?? '0')}
      />
      <TextInput
        label={t.chat.startTo}
        description={t.chat.startToHelp}
        inputMode="tel"
        maxLength={40}
        value={to}
        onChange={({ currentTarget: { value } }) => setTo(value)}
        error={isIncomplete && (to.trim() === '' || template === null) ? t.chat.startIncomplete : null}
      />
      <TemplateFields account={account} chosen={chosen} onChange={setChosen} />
    </FormDialog>
  )
}
