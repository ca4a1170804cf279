import { Alert, Box, Button, Group, SegmentedControl, Stack, Textarea } from '@mantine/core'
import { useRef } from 'react'
import type { Conversation } from '../../../../src/contract/account/conversations.ts'
import type { TimelineEntry } from '../../../../src/contract/account/timeline.ts'
import { contactVariables } from '../../../../src/values/contact-placeholders.ts'
import { useSmartText } from '../../parts/account-settings.ts'
import { templateBody } from '../../parts/chat-template.ts'
import { showHour } from '../../parts/formats.ts'
import { Icon } from '../../parts/icon.tsx'
import { nameOfChannel } from '../../parts/labels.ts'
import { Problem } from '../../parts/problem.tsx'
import { SenderSelect, useSenders } from '../../parts/sender-select.tsx'
import { ServerSelect } from '../../parts/server-select.tsx'
import { useShortcuts } from '../../parts/shortcuts.ts'
import { TemplateFields, useTemplates } from '../../parts/template-fields.tsx'
import { Note, When } from '../../parts/text.tsx'
import { TextSize } from '../../parts/text-size.tsx'
import type { Account } from '../../session.tsx'
import { fill, rich, t } from '../../text.ts'
import { afterChange, type Draft, fillKnown, type Message, type Mode, placeholdersIn, useDraft } from './draft.ts'
import { FileFields, mediaOf } from './file-fields.tsx'
import classes from './inbox.module.css'
import { useNumber, useWriting } from './writing.ts'

const lengthMax = { reply: 4_096, note: 4_000 }

interface ComposerProps {
  readonly account: Account
  readonly conversation: Conversation
  /** Newest first. */
  readonly entries: readonly TimelineEntry[]
}

/** Writes a reply or an internal note. */
export function Composer({ account, conversation, entries }: ComposerProps) {
  const place = `${account.path}/conversations/${conversation.id}`
  const [draft, setDraft] = useDraft(place)
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const area = useRef<HTMLTextAreaElement>(null)
  const isSms = conversation.channel === 'sms'
  const modes = modesOf(conversation)
  const mode = modes.find((one) => one === draft.mode) ?? modes[0]
  const text = mode === 'note' ? draft.note : draft.reply
  const contact = useNumber(account, conversation.phone)?.contacts[0]
  const { first } = useSenders(account)
  // Without a sender of its own, the conversation has to name one.
  const named = draft.from ?? (isSms && conversation.from === null ? first : null)
  const canReply = !conversation.optedOut
  const smart = useSmartText(account)
  const { templates } = useTemplates(account, mode === 'template')
  const media = mediaOf(draft.file)
  const template = templateBody(templates, draft.template)
  const message: Message | null =
    mode === 'template'
      ? template && { template }
      : mode === 'file'
        ? media && { media }
        : text.trim() === ''
          ? null
          : { text }
  const { reply, note, hasNewer } = useWriting(account, conversation, draft, message, named, setDraft)
  const begin = (part: Partial<Draft>) => setDraft((before) => afterChange(before, part, conversation.replies))
  const write = (value: string) => (mode === 'note' ? change({ note: value }) : begin({ reply: value }))
  const missing = mode === 'reply' ? placeholdersIn(text) : []
  const isReady =
    message !== null &&
    !reply.isPending &&
    !note.isPending &&
    (mode === 'note' || (canReply && missing.length === 0 && !hasNewer))
  const submit = () => {
    if (!isReady) return
    if (mode === 'note') note.mutate(text)
    else reply.mutate(draft.replies ?? conversation.replies)
  }
  const setMode = (next: Mode) => change({ mode: next, unanswered: null })
  const focusOn = (next: Mode) => {
    setMode(modes.includes(next) ? next : modes[0])
    // The field of the other mode is drawn first.
    requestAnimationFrame(() => area.current?.focus())
  }
  useShortcuts({ r: () => focusOn('reply'), n: () => focusOn('note') })
  /** Fills a template with the values of the contact, and selects the first placeholder that has none. */
  function insert(template: string) {
    const valueFor = contact === undefined ? () => undefined : contactVariables(contact)
    const filled = fillKnown(template, valueFor)
    const start = area.current?.selectionStart ?? text.length
    const end = area.current?.selectionEnd ?? text.length
    const next = `${text.slice(0, start)}${filled}${text.slice(end)}`
    write(next)
    const [first] = placeholdersIn(filled)
    requestAnimationFrame(() => {
      area.current?.focus()
      if (first === undefined) area.current?.setSelectionRange(start + filled.length, start + filled.length)
      else area.current?.setSelectionRange(next.indexOf(first), next.indexOf(first) + first.length)
    })
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <SegmentedControl
            size="xs"
            aria-label={t.inbox.writeAs}
            data={modes.map((value) => ({ value, label: t.inbox.modes[value] }))}
            value={mode}
            onChange={(value) => setMode(value as Mode)}
          />
          {mode === 'reply' && canReply && (
            <Group gap="xs">
              {isSms && (
                <SenderSelect
                  account={account}
                  value={named ?? conversation.from}
                  onChange={(sender) => change({ from: sender, unanswered: null })}
                  isSmall
                />
              )}
              <ServerSelect
                aria-label={t.inbox.template}
                placeholder={t.inbox.template}
                size="xs"
                w={150}
                route="GET /v2/templates"
                path={{ account: account.id }}
                labelOf={({ title }) => title}
                idOf={({ id }) => String(id)}
                value={null}
                comboboxProps={{ width: 260, position: 'top-end' }}
                onChange={(_, template) => template !== null && insert(template.text)}
              />
            </Group>
          )}
        </Group>
        {hasNewer && mode !== 'note' && (
          <AlreadyReplied
            entries={entries}
            isPending={reply.isPending}
            onSend={() => reply.mutate(conversation.replies)}
          />
        )}
        {mode === 'reply' && !canReply ? (
          <Alert color="red" variant="light" p="xs" icon={<Icon name="stop" />}>
            {t.inbox.optedOutHint}
          </Alert>
        ) : (
          <>
            {mode === 'template' && conversation.needsTemplate && (
              <Alert color="blue" variant="light" p="xs" icon={<Icon name="chat" />}>
                {fill(t.inbox.needsTemplate, { channel: nameOfChannel(conversation.channel) })}
              </Alert>
            )}
            {mode === 'template' ? (
              <TemplateFields account={account} chosen={draft.template} onChange={(template) => begin({ template })} />
            ) : mode === 'file' ? (
              <FileFields file={draft.file} onChange={(file) => begin({ file })} />
            ) : (
              <Textarea
                ref={area}
                className={mode === 'note' ? classes.noteField : ''}
                aria-label={mode === 'note' ? t.inbox.noteText : t.inbox.reply}
                placeholder={mode === 'note' ? t.inbox.noteText : t.inbox.reply}
                autosize
                minRows={2}
                maxRows={8}
                maxLength={lengthMax[mode]}
                value={text}
                error={
                  missing.length === 0
                    ? null
                    : fill(t.inbox.missing, { placeholders: missing.join(', '), count: missing.length })
                }
                onChange={({ currentTarget: { value } }) => write(value)}
                onKeyDown={(event) => {
                  if (event.key === 'Escape') event.currentTarget.blur()
                  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
                  event.preventDefault()
                  submit()
                }}
              />
            )}
            <Problem error={mode === 'note' ? note.error : reply.error} />
            <Group justify="space-between" gap="xs" wrap="nowrap">
              <Box miw={0}>
                {mode === 'reply' && isSms && text !== '' ? (
                  <TextSize text={smart(text)} isBrief />
                ) : mode !== 'note' && conversation.sessionUntil !== null ? (
                  <Note>{rich(t.inbox.replyUntil, { at: <When at={conversation.sessionUntil} /> })}</Note>
                ) : (
                  <Note visibleFrom="md">{t.inbox.sendHint}</Note>
                )}
              </Box>
              <Button type="submit" flex="none" loading={reply.isPending || note.isPending} disabled={!isReady}>
                {t.inbox.sends[mode]}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </form>
  )
}

/** By chat, a file or a template can be sent in place of a text, and only a template while no session is open. */
function modesOf({ channel, needsTemplate }: Conversation): readonly [Mode, ...Mode[]] {
  if (channel === 'sms') return ['reply', 'note']
  return needsTemplate ? ['template', 'note'] : ['reply', 'template', 'file', 'note']
}

interface AlreadyRepliedProps {
  /** Newest first. */
  readonly entries: readonly TimelineEntry[]
  readonly isPending: boolean
  readonly onSend: () => void
}

/** Another member has replied while this reply was written. */
function AlreadyReplied({ entries, isPending, onSend }: AlreadyRepliedProps) {
  const last = entries.find(({ direction, author }) => direction === 'out' && author !== null)
  return (
    <Alert
      color="yellow"
      variant="light"
      p="xs"
      title={t.inbox.repliedTitle}
      icon={<Icon name="warning" />}
      role="alert"
    >
      <Group justify="space-between" gap="xs">
        <span>
          {last === undefined
            ? t.inbox.repliedUnknown
            : rich(t.inbox.replied, { author: last.author, at: <When at={last.at} show={showHour} /> })}
        </span>
        <Button size="xs" variant="default" loading={isPending} onClick={onSend}>
          {t.inbox.sendAnyway}
        </Button>
      </Group>
    </Alert>
  )
}
