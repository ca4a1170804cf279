import { Button, Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import type { CampaignPreview } from '../../../../src/contract/account/campaigns.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { forgetOnceKey, onceKey } from '../../parts/once-key.ts'
import { Frame } from '../../parts/phone-frame.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Note } from '../../parts/text.tsx'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import type { Draft } from './draft.ts'
import type { Preview } from './preview.ts'
import classes from './steps.module.css'

interface PhonePreviewProps {
  readonly draft: Draft
  readonly preview: Preview
}

/** The message as one recipient after the other sees it, and a test on the user's own phone. */
export function PhonePreview({ draft, preview: { data, error, isFetching } }: PhonePreviewProps) {
  const [place, setPlace] = useState(0)
  const { settings, isSaving } = draft
  // Until the first text is saved, the messages are empty.
  const samples = settings.text === '' ? [] : (data?.samples ?? []).filter(({ text }) => text !== '')
  const at = Math.min(place, Math.max(0, samples.length - 1))
  const sample = samples[at]
  return (
    <Stack gap="sm" component="section" aria-label={t.composer.preview}>
      <Title order={3} size="h5">
        {t.composer.preview}
      </Title>
      {sample === undefined &&
        (isFetching || (isSaving && settings.text !== '') ? (
          <Skeleton height={200} />
        ) : (
          <Text c="dimmed">{t.composer.previewEmpty}</Text>
        ))}
      {settings.text !== '' && <Problem error={error} />}
      {sample !== undefined && error === null && (
        <>
          <div className={classes.phone}>
            <Frame phone={sample.phone}>
              <div className="vphone-messages">
                <div className="vphone-row" data-direction="in">
                  <span className="vphone-sender">{settings.from}</span>
                  <div className="vphone-bubble" aria-busy={isFetching || isSaving}>
                    {sample.text}
                    <span className="vphone-time">{fill(t.composer.partsOf, { count: sample.parts })}</span>
                  </div>
                </div>
              </div>
            </Frame>
          </div>
          <Group justify="space-between" gap="xs">
            <Button size="xs" variant="default" disabled={at === 0} onClick={() => setPlace(at - 1)}>
              {t.composer.previous}
            </Button>
            <Button size="xs" variant="default" disabled={at >= samples.length - 1} onClick={() => setPlace(at + 1)}>
              {t.composer.following}
            </Button>
          </Group>
          <Note role="status">{placeText(at, samples.length, data)}</Note>
          <Test draft={draft} as={sample.phone} />
        </>
      )}
    </Stack>
  )
}

function placeText(at: number, shown: number, data: CampaignPreview | undefined): string {
  const total = data?.recipients.valid ?? shown
  return shown < total
    ? fill(t.composer.previewFirst, { number: at + 1, total, shown })
    : fill(t.composer.previewOf, { number: at + 1, total })
}

/** Sends the shown message to the user's own number. */
function Test({ draft, as }: { readonly draft: Draft; readonly as: string }) {
  const account = useThisAccount()
  const [to, setTo] = useState('')
  const place = `${account.path}/campaigns/test`
  const send = useChange(
    async (number: string) => {
      const { id, text } = await draft.save()
      const body = { to: [number], as }
      const headers = onceKey(place, [id, text, body])
      const sent = await ask(
        'POST /v2/campaigns/:campaign/test',
        { path: { account: account.id, campaign: id }, body },
        { headers },
      )
      forgetOnceKey(place)
      return { number, isSent: sent.valid > 0 }
    },
    { refreshes: [`${account.path}/balances`] },
  )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (to.trim() !== '') send.mutate(to.trim())
      }}
    >
      <Stack gap="xs">
        <TextInput
          label={t.composer.testTo}
          description={t.composer.testAbout}
          type="tel"
          autoComplete="tel"
          value={to}
          onChange={({ currentTarget: { value } }) => setTo(value)}
        />
        <Group>
          <Button type="submit" variant="default" loading={send.isPending} disabled={to.trim() === ''}>
            {t.composer.testSend}
          </Button>
        </Group>
        <Text size="sm" role="status">
          {send.data && (send.data.isSent ? fill(t.composer.testSent, send.data) : t.composer.testNotSent)}
        </Text>
        <Problem error={send.error} />
      </Stack>
    </form>
  )
}
