import { Button, Checkbox, Grid, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { Quote, SendBody } from '../../../../src/contract/account/send.ts'
import { listPlaceholders } from '../../../../src/values/placeholders.ts'
import { ask } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { useLoadedFields } from '../../parts/account-settings.ts'
import { confirm } from '../../parts/confirm.ts'
import { showAmount, showTime, timeZone, toIso } from '../../parts/formats.ts'
import { MessageText } from '../../parts/message-text.tsx'
import { forgetOnceKey, onceKey } from '../../parts/once-key.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem } from '../../parts/problem.tsx'
import { ServerSelect } from '../../parts/server-select.tsx'
import { Note, PageLink } from '../../parts/text.tsx'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { Cost, MissingValues, type Quoted, useQuote } from './cost.tsx'
import { type Draft, useDraft } from './draft.ts'
import { MakeCampaign } from './make-campaign.tsx'
import type { NumberFile } from './numbers.ts'
import { usePrefill } from './prefill.ts'
import { Recipients } from './recipients.tsx'
import { holdSeconds, isToContacts, listUnknown, toBody, toSend } from './request.ts'
import { SentNote, type SentState } from './sent.tsx'
import { TestMessage } from './test-message.tsx'
import { UnknownPlaceholders } from './unknown-placeholders.tsx'
import { Variables } from './variables.tsx'

interface Sending {
  /** The draft when the button was pressed. */
  readonly of: Draft
  readonly file: NumberFile | null
  readonly body: SendBody
}

/** One recipient is named on the page; the number of several, and their price, are easily overlooked. */
const confirmFrom = 2

const needsConfirmation = ({ recipients, missing }: Quote) => recipients.valid >= confirmFrom || missing.length > 0

export function SendPage() {
  const account = useThisAccount()
  const { draft, file, change, setFile, clear } = useDraft(account.id)
  const [sent, setSent] = useState<SentState | null>(null)
  const [last, setLast] = useState<Sending | null>(null)
  /** A template replaces a written text only after a confirmation. */
  function offerText(text: string): void {
    if (draft.text === '' || draft.text === text) {
      change({ text })
      return
    }
    confirm({
      title: t.send.replaceTitle,
      warning: t.send.replaceAbout,
      submit: t.send.replace,
      run: async () => change({ text }),
    })
  }
  const prefillError = usePrefill(account, { change, offerText })
  const senders = useAsk('GET /v2/senders', { path: { account: account.id }, query: { status: 'active', limit: 1 } })
  const fields = useLoadedFields()
  const columns = draft.to === 'file' ? (file?.columns ?? []) : []
  const unknown = fields === undefined ? [] : listUnknown(draft, fields)
  const { data: settings } = useAsk('GET /v2/account', { path: { account: account.id } })
  const firstName = senders.data?.data[0]?.sender
  useEffect(() => {
    if (draft.sender === '' && firstName !== undefined) change({ sender: firstName })
  })
  // A file may have many recipients, so that typing must not wait for them.
  const settled = useDeferredValue(draft)
  const hasUnknown = unknown.length > 0
  const body = useMemo(() => (hasUnknown ? null : toBody(settled, file)), [hasUnknown, settled, file])
  const quoted = useQuote(account, body, settled === draft)
  const isTimeMissing = draft.isLater && toIso(draft.later) === undefined
  const place = `${account.path}/send`
  const sending = useChange(
    async (wish: Sending) => ({
      ...wish,
      answer: await ask(
        'POST /v2/messages',
        { path: { account: account.id }, body: toSend(wish.body) },
        { headers: onceKey(place, wish.body) },
      ),
    }),
    {
      refreshes: ['messages', 'scheduled', 'balances', 'overview', 'requests'].map((part) => `${account.path}/${part}`),
      onDone: ({ answer, ...wish }) => {
        const { notBefore } = wish.body
        // A repeated call gets the earlier answer, whose time may be over.
        const heldSeconds = answer.valid > 0 ? (answer.heldSeconds ?? 0) : 0
        setLast(wish)
        const undoUntil = heldSeconds > 0 ? Date.now() + heldSeconds * 1_000 : null
        setSent({ answer, notBefore, undoUntil, undone: null })
        // A request that stopped midway continues with the same key.
        if (answer.stopped !== null) return
        forgetOnceKey(place)
        if (answer.valid > 0) clear(wish.of)
      },
    },
  )
  /** Names the number of recipients, the price and missing values, where they matter. */
  function send(): void {
    if (body === null) return
    const { quote } = quoted
    const wish = { of: draft, file, body }
    if (!quote || !needsConfirmation(quote)) {
      sending.mutate(wish)
      return
    }
    const { from, notBefore } = body
    const isLater = notBefore !== undefined
    const values = { count: quote.recipients.valid, price: showAmount(quote.price, quote.currency) }
    confirm({
      title: fill(isLater ? t.send.confirmSchedule : t.send.confirmTitle, values),
      warning: (
        <Stack gap="sm">
          <Text>
            {isLater
              ? fill(t.send.confirmScheduleAbout, { sender: from, time: showTime(new Date(notBefore)) })
              : fill(t.send.confirmAbout, { sender: from, seconds: holdSeconds })}
          </Text>
          <MissingValues of={quote.missing} />
          {quote.samples[0] !== undefined && (
            <Note lineClamp={4} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {quote.samples[0].text}
            </Note>
          )}
        </Stack>
      ),
      submit: isLater ? t.send.schedule : t.send.submit,
      isDangerous: false,
      run: () => sending.mutateAsync(wish),
    })
  }
  /** The draft comes back, unless the next one has been begun. */
  const restore = () => {
    if (last === null || draft.text !== '') return
    change(last.of)
    setFile(last.file)
  }
  return (
    <>
      <PageHead title={t.pages.send} about={t.send.about} />
      <Problem error={prefillError} />
      {sent && (
        <SentNote
          account={account}
          sent={sent}
          onChange={setSent}
          // The next send must not continue after cancelled messages.
          onCancelled={() => forgetOnceKey(place)}
          onUndone={restore}
          onClose={() => setSent(null)}
        />
      )}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Paper withBorder p="md">
            <form
              onSubmit={(event) => {
                event.preventDefault()
                setSent(null)
                send()
              }}
            >
              <Stack gap="md">
                <ServerSelect
                  label={t.send.from}
                  description={t.send.fromAbout}
                  placeholder={senders.isPending ? t.send.loading : t.send.noSender}
                  route="GET /v2/senders"
                  path={{ account: account.id }}
                  query={{ status: 'active' }}
                  labelOf={({ sender }) => sender}
                  idOf={({ sender }) => sender}
                  value={draft.sender === '' ? null : draft.sender}
                  onChange={(sender) => change({ sender: sender ?? '' })}
                  allowDeselect={false}
                />
                <Problem error={senders.error} onRetry={() => void senders.refetch()} />
                <Recipients account={account} draft={draft} file={file} change={change} setFile={setFile} />
                <ServerSelect
                  label={t.send.template}
                  description={t.send.templateAbout}
                  placeholder={t.send.noTemplate}
                  route="GET /v2/templates"
                  path={{ account: account.id }}
                  labelOf={({ title }) => title}
                  idOf={({ id }) => String(id)}
                  value={null}
                  onChange={(_, template) => template !== null && offerText(template.text)}
                />
                <div>
                  <MessageText
                    label={t.send.message}
                    value={draft.text}
                    onChange={(text) => change({ text })}
                    hasPlaceholders={isToContacts(draft.to) || columns.length > 0}
                    customFields={isToContacts(draft.to) ? fields : columns}
                    hasOnlyCustom={!isToContacts(draft.to)}
                    isSmart={draft.isSmart ?? settings?.smartEncoding ?? false}
                  />
                </div>
                <UnknownPlaceholders of={unknown} text={draft.text} onChange={(text) => change({ text })} />
                <Variables draft={draft} file={file} change={change} />
                <TextInput
                  label={t.send.campaign}
                  description={t.send.campaignAbout}
                  maxLength={255}
                  value={draft.campaign}
                  onChange={({ currentTarget: { value } }) => change({ campaign: value })}
                />
                <Group align="flex-end">
                  <Checkbox
                    label={t.send.later}
                    checked={draft.isLater}
                    onChange={({ currentTarget: { checked } }) => change({ isLater: checked })}
                  />
                  {draft.isLater && (
                    <TextInput
                      type="datetime-local"
                      label={fill(t.send.time, { zone: timeZone })}
                      value={draft.later}
                      onChange={({ currentTarget: { value } }) => change({ later: value })}
                    />
                  )}
                </Group>
                <Problem error={sending.error} />
                <Group justify="space-between">
                  <Button type="submit" loading={sending.isPending} disabled={!quoted.isCurrent || isTimeMissing}>
                    {draft.isLater ? t.send.schedule : t.send.submit}
                  </Button>
                  <MakeCampaign draft={draft} file={file} />
                  <PageLink to={`${account.path}/scheduled`}>{t.send.scheduledLink}</PageLink>
                </Group>
              </Stack>
            </form>
          </Paper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Cost of={quoted} onSmart={(isSmart) => change({ isSmart })} />
          <TestMessage
            account={account}
            message={testOf(draft, body !== null && quoted.asked.error === null ? quoted : null)}
          />
        </Grid.Col>
      </Grid>
    </>
  )
}

/** The sample of the quote has its placeholders filled. Null without a sender or a text, and until the sample is known. */
function testOf({ sender, text, isSmart }: Draft, quoted: Quoted | null) {
  if (sender === '' || text === '' || quoted?.isCurrent === false) return null
  const sample = quoted?.quote?.samples[0]?.text
  if (sample === undefined && listPlaceholders(text).length > 0) return null
  return { from: sender, text: sample ?? text, smartEncoding: isSmart ?? undefined }
}
