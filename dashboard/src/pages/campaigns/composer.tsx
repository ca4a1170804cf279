import { Button, Grid, Group, Paper, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { Navigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Campaign } from '../../../../src/contract/account/campaigns.ts'
import { useAsk } from '../../data.ts'
import { useFilters } from '../../parts/filters.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem, Waiting } from '../../parts/problem.tsx'

import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { AudienceStep, LiveCount } from './audience.tsx'
import { type Draft, useDraft } from './draft.ts'
import { MessageStep, useFirstSender } from './message.tsx'
import { PhonePreview } from './phone-preview.tsx'
import { usePreview } from './preview.ts'
import { Back, isStep, type Step, Steps, steps } from './steps.tsx'

/** The last steps are loaded when they are reached, with the table of time zones. */
const WhenStep = lazy(async () => ({ default: (await import('./when.tsx')).WhenStep }))
const ReviewStep = lazy(async () => ({ default: (await import('./review.tsx')).ReviewStep }))

/** Writes a campaign. The address names the draft as soon as it is saved. */
export function ComposerPage() {
  const [{ draft: id }, setFilters] = useFilters()
  const [created, setCreated] = useState<number | null>(null)
  const [generation, setGeneration] = useState(0)
  const before = useRef(id)
  // The menu opens a new campaign while another one is shown.
  useEffect(() => {
    if (before.current !== undefined && id === undefined) {
      setCreated(null)
      setGeneration((count) => count + 1)
    }
    before.current = id
  }, [id])
  if (id !== undefined && id !== String(created)) return <Existing key={id} id={id} />
  return (
    <Composer
      key={generation}
      opened={null}
      onCreated={(campaign) => {
        setCreated(campaign)
        setFilters({ draft: String(campaign) })
      }}
    />
  )
}

function Existing({ id }: { readonly id: string }) {
  const { id: account, path } = useThisAccount()
  const { data, error, refetch, isSuccess, isFetchedAfterMount } = useAsk(
    'GET /v2/campaigns/:campaign',
    { path: { account, campaign: id } },
    { always: true },
  )
  // Another member may have changed the draft since the page showed it last.
  const isCurrent = isSuccess && isFetchedAfterMount
  const [opened, setOpened] = useState<Campaign | null>(null)
  useEffect(() => {
    if (data !== undefined && isCurrent) setOpened((first) => first ?? data)
  }, [data, isCurrent])
  if (opened === null)
    return (
      <>
        <PageHead title={t.composer.editTitle} about={t.composer.about} />
        <Problem error={error} onRetry={() => void refetch()} />
        {error === null && <Skeleton height={400} role="status" aria-label={t.campaigns.loading} />}
      </>
    )
  if (opened.status !== 'draft') return <Navigate to={`${path}/campaigns/${id}` as never} replace />
  return <Composer opened={opened} onCreated={() => {}} />
}

interface ComposerProps {
  readonly opened: Campaign | null
  readonly onCreated: (id: number) => void
}

function Composer({ opened, onCreated }: ComposerProps) {
  const account = useThisAccount()
  const draft = useDraft(account, opened, onCreated)
  const preview = usePreview(account, draft)
  const { hasNone } = useFirstSender(draft)
  const [filters, setFilters] = useFilters()
  const step: Step = isStep(filters.step) ? filters.step : 'audience'
  const place = steps.indexOf(step)
  const [back, next] = [steps[place - 1], steps[place + 1]]
  const head = useRef<HTMLHeadingElement>(null)
  const go = (to: Step) => {
    setFilters({ step: to })
    head.current?.focus()
  }
  return (
    <>
      <PageHead title={opened === null ? t.composer.newTitle : t.composer.editTitle} about={t.composer.about} />
      <Group justify="space-between" align="flex-end" mb="md">
        <TextInput
          label={t.composer.nameLabel}
          description={t.composer.nameAbout}
          w={{ base: '100%', sm: 420 }}
          maxLength={255}
          value={draft.settings.name}
          onChange={({ currentTarget: { value } }) => draft.change({ name: value })}
        />
        <SaveState draft={draft} />
      </Group>
      <Paper withBorder>
        <Steps current={step} go={go} />
        <Grid gap="lg" p={{ base: 'md', sm: 'lg' }}>
          <Grid.Col span={{ base: 12, md: step === 'when' ? 12 : 7 }}>
            <Stack gap="md" maw={760}>
              <Title order={2} size="h4" ref={head} tabIndex={-1}>
                {t.composer[step]}
              </Title>
              {step === 'audience' && <AudienceStep draft={draft} />}
              {step === 'message' && <MessageStep draft={draft} hasNoSender={hasNone} />}
              <Suspense fallback={<Waiting />}>
                {step === 'when' && <WhenStep draft={draft} />}
                {step === 'review' && <ReviewStep draft={draft} preview={preview} go={go} />}
              </Suspense>
              {next !== undefined && (
                <Group justify={back === undefined ? 'flex-end' : 'space-between'}>
                  {back !== undefined && <Back onClick={() => go(back)} />}
                  <Button onClick={() => go(next)}>{fill(t.composer.next, { step: t.composer[next] })}</Button>
                </Group>
              )}
            </Stack>
          </Grid.Col>
          {step !== 'when' && (
            <Grid.Col span={{ base: 12, md: 5 }}>
              {step === 'audience' ? (
                <LiveCount draft={draft} preview={preview} />
              ) : (
                <PhonePreview draft={draft} preview={preview} />
              )}
            </Grid.Col>
          )}
        </Grid>
      </Paper>
    </>
  )
}

function SaveState({ draft: { campaign, isSaving, error } }: { readonly draft: Draft }) {
  const text =
    error !== null
      ? fill(t.composer.unsaved, { reason: error.message })
      : isSaving
        ? t.composer.saving
        : campaign === null
          ? t.composer.notYet
          : t.composer.saved
  return (
    <Text size="sm" role="status" maw={420} c={error === null ? 'dimmed' : 'var(--mantine-color-error)'}>
      {text}
    </Text>
  )
}
