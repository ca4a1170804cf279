import { Box, Button, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { useRef } from 'react'
import type { Conversation } from '../../../../src/contract/account/conversations.ts'
import type { TimelineEntry } from '../../../../src/contract/account/timeline.ts'
import { contactVariables } from '../../../../src/values/contact-placeholders.ts'
import { Problem } from '../../parts/problem.tsx'
import { Segments } from '../../parts/segments.tsx'
import { SenderSelect, useSenders } from '../../parts/sender-select.tsx'
import { ServerSelect } from '../../parts/server-select.tsx'
import { useShortcuts } from '../../parts/shortcuts.ts'
import { useSmartText } from '../../parts/use-smart-text.ts'
import type { Account } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { AlreadyReplied } from './already-replied.tsx'
import { type Draft, fillKnown, placeholdersIn, useDraft } from './draft.ts'
import classes from './inbox.module.css'
import { NoReply } from './no-reply.tsx'
import { useNumber } from './use-number.ts'
import { useWriting } from './writing.ts'

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
  const { mode } = draft
  const text = draft[mode]
  const isSms = conversation.channel === 'sms'
  const contact = useNumber(account, conversation.phone)?.contacts[0]
  const { first } = useSenders(account)
  // Without a sender of its own, the conversation has to name one.
  const named = draft.from ?? (isSms && conversation.from === null ? first : null)
  const canReply = !conversation.optedOut && !conversation.needsTemplate
  const smart = useSmartText(account)
  const { reply, note, hasNewer } = useWriting(account, conversation, draft, named, setDraft)
  const write = (value: string) =>
    change(
      mode === 'note'
        ? { note: value }
        : {
            reply: value,
            replies: value === '' ? null : (draft.replies ?? conversation.replies),
            unanswered: null,
          },
    )
  const missing = mode === 'reply' ? placeholdersIn(text) : []
  const isReady =
    text.trim() !== '' &&
    !reply.isPending &&
    !note.isPending &&
    (mode === 'note' || (canReply && missing.length === 0 && !hasNewer))
  const submit = () => {
    if (!isReady) return
    if (mode === 'note') note.mutate(text)
    else reply.mutate(draft.replies ?? conversation.replies)
  }
  const focusOn = (next: Draft['mode']) => {
    change({ mode: next })
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
            data={[
              { value: 'reply', label: t.inbox.replyMode },
              { value: 'note', label: t.inbox.noteMode },
            ]}
            value={mode}
            onChange={(value) => change({ mode: value === 'note' ? 'note' : 'reply' })}
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
        {hasNewer && mode === 'reply' && (
          <AlreadyReplied
            entries={entries}
            isPending={reply.isPending}
            onSend={() => reply.mutate(conversation.replies)}
          />
        )}
        {mode === 'reply' && !canReply ? (
          <NoReply account={account} conversation={conversation} />
        ) : (
          <>
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
            <Problem error={mode === 'note' ? note.error : reply.error} />
            <Group justify="space-between" gap="xs" wrap="nowrap">
              <Box miw={0}>
                {mode === 'reply' && isSms && text !== '' ? (
                  <Segments text={smart(text)} isBrief />
                ) : (
                  <Text size="sm" c="dimmed" visibleFrom="md">
                    {t.inbox.sendHint}
                  </Text>
                )}
              </Box>
              <Button type="submit" flex="none" loading={reply.isPending || note.isPending} disabled={!isReady}>
                {mode === 'note' ? t.inbox.addNote : t.inbox.sendReply}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </form>
  )
}
