import { Stack, Textarea } from '@mantine/core'
import { useAsk } from '../data.ts'
import type { Account } from '../session.tsx'
import { fill, t } from '../text.ts'
import { useSmartText } from './account-settings.ts'
import { noTemplate, templateBody } from './chat-template.ts'
import { EditDialog } from './edit-dialog.tsx'
import { nameOfChannel } from './labels.ts'
import { phoneField, withPlus } from './numbers.ts'
import { usePhoneText } from './phone.tsx'
import { SenderSelect, useSenders } from './sender-select.tsx'
import { TemplateFields, useTemplates } from './template-fields.tsx'
import { TextSize } from './text-size.tsx'

interface StartDialogProps {
  readonly account: Account
  /** A stored number; undefined if the user enters one. */
  readonly to?: string
  readonly onStarted: (conversation: number) => void
  readonly close: () => unknown
}

/** Starts a conversation, or continues the one with the number. On channels with sessions, it begins with a template. */
export function StartDialog({ account, to, onStarted, close }: StartDialogProps) {
  const showPhone = usePhoneText()
  const { data } = useAsk('GET /v2/conversations/addresses', { path: { account: account.id } })
  const addresses = data?.data ?? []
  const { templates } = useTemplates(
    account,
    addresses.some(({ hasSessions }) => hasSessions),
  )
  const { first, hasSeveral } = useSenders(account)
  const smart = useSmartText(account)
  const choices = {
    sms: nameOfChannel('sms'),
    ...Object.fromEntries(
      addresses.map(({ channel, from }, at) => [
        String(at),
        fill(t.chat.address, { channel: nameOfChannel(channel), number: from }),
      ]),
    ),
  }
  return (
    <EditDialog
      route="POST /v2/conversations"
      path={{ account: account.id }}
      title={to === undefined ? t.inbox.start : fill(t.inbox.startTo, { phone: showPhone(to) })}
      submit={t.inbox.startSend}
      values={{
        phone: to === undefined ? '' : withPlus(to),
        address: 'sms',
        from: null as string | null,
        template: noTemplate,
        text: '',
      }}
      fields={({ address, from }) => {
        const chat = addresses[Number(address)]
        const isTemplate = chat?.hasSessions === true
        return {
          phone: { ...phoneField(t.inbox.startPhone, t.inbox.startPhoneHelp), isHidden: () => to !== undefined },
          address: { label: t.inbox.channel, choices, isHidden: () => addresses.length === 0 },
          from: {
            label: '',
            input: ({ onChange }) => (
              <SenderSelect account={account} value={from ?? (hasSeveral ? first : null)} onChange={onChange} />
            ),
            isHidden: () => chat !== undefined,
          },
          template: {
            label: '',
            check: (chosen) => (templateBody(templates, chosen) === null ? t.inbox.startIncomplete : null),
            input: ({ value, onChange, error }) => (
              <TemplateFields account={account} chosen={value} onChange={onChange} isIncomplete={error !== null} />
            ),
            isHidden: () => !isTemplate,
          },
          text: {
            label: t.inbox.startText,
            missing: t.inbox.startIncomplete,
            input: ({ required: _, onChange, ...props }) => (
              <Stack gap={6}>
                <Textarea
                  {...props}
                  autosize
                  minRows={3}
                  maxRows={10}
                  maxLength={4_096}
                  onChange={({ currentTarget }) => onChange(currentTarget.value)}
                />
                {chat === undefined && <TextSize text={smart(props.value)} />}
              </Stack>
            ),
            isHidden: () => isTemplate,
          },
        }
      }}
      body={({ phone, address, from, template, text }) => {
        const chat = addresses[Number(address)]
        const filled = chat?.hasSessions ? templateBody(templates, template) : null
        return {
          phone: phone.trim(),
          channel: chat?.channel,
          from: chat?.from ?? from ?? (hasSeveral ? (first ?? undefined) : undefined),
          ...(filled === null ? { text } : { template: filled }),
        }
      }}
      problems={{ invalid_phone: 'phone' }}
      isOnce
      refreshes={[`${account.path}/numbers`]}
      close={close}
      done={({ id }) => onStarted(id)}
    />
  )
}
