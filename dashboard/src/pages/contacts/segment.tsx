import { Button, Group, Paper, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Condition, Segment, SegmentFilter } from '../../../../src/contract/account/segments.ts'
import type { AnswerOf } from '../../../../src/contract/console/index.ts'
import { conditionsMax } from '../../../../src/values/segment-filter.ts'
import { ask, type Refused } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { useFields } from '../../parts/account-settings.ts'
import { sayDone } from '../../parts/done.tsx'
import { Icon } from '../../parts/icon.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Phone } from '../../parts/phone.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Note } from '../../parts/text.tsx'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { conditionOf, type Draft, draftOf } from './condition-draft.ts'
import { ConditionRow } from './condition-row.tsx'
import { nameOf } from './fields.ts'

export function NewSegmentPage() {
  return <SegmentForm segment={null} />
}

export function SegmentPage() {
  const { id: account } = useThisAccount()
  const { segment: id } = useParams({ strict: false }) as { segment: string }
  const { data, error, refetch } = useAsk('GET /v2/segments/:segment', { path: { account, segment: id } })
  if (data) return <SegmentForm key={data.id} segment={data} />
  return (
    <>
      <PageHead title={t.segments.edit} />
      <Problem error={error} onRetry={() => void refetch()} />
    </>
  )
}

const first: Draft = { id: 0, subject: 'city', operator: 'eq', value: '' }

/** Builds a filter, with the number of matching contacts. Everything is kept when saving fails. */
function SegmentForm({ segment }: { readonly segment: Segment | null }) {
  const { id: account, path } = useThisAccount()
  const navigate = useNavigate()
  const fields = useFields()
  const [name, setName] = useState(segment?.name ?? '')
  const [hasTried, setHasTried] = useState(false)
  const [match, setMatch] = useState<SegmentFilter['match']>(segment?.filter.match ?? 'all')
  const [drafts, setDrafts] = useState<readonly Draft[]>(segment?.filter.conditions.map(draftOf) ?? [first])
  const nextId = useRef(drafts.length)
  const save = useChange(
    (body: { name: string; filter: SegmentFilter }) =>
      segment === null
        ? ask('POST /v2/segments', { path: { account }, body })
        : ask('PUT /v2/segments/:segment', { path: { account, segment: segment.id }, body }),
    {
      refreshes: [`${path}/segments`, `${path}/contacts`],
      onDone: (saved) => {
        sayDone(fill(t.segments.saved, { name: saved.name }))
        void navigate({ to: `${path}/segments` })
      },
    },
  )
  const conditions = drafts.map((draft) => conditionOf(draft, fields))
  const isComplete = (all: (Condition | null)[]): all is Condition[] => all.every((one) => one !== null)
  const filter: SegmentFilter | null = isComplete(conditions) ? { match, conditions } : null
  const isNamed = name.trim() !== ''

  return (
    <>
      <PageHead title={segment === null ? t.segments.create : t.segments.edit} about={t.segments.about} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setHasTried(true)
          if (filter !== null && isNamed) save.mutate({ name: name.trim(), filter })
        }}
      >
        <Stack gap="lg" maw={860}>
          <TextInput
            label={t.segments.name}
            required
            maxLength={100}
            placeholder={t.segments.nameExample}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            error={hasTried && !isNamed ? t.segments.nameRequired : null}
            maw={420}
          />
          <Stack gap="sm">
            <Select
              label={t.segments.match}
              data={(['all', 'any'] as const).map((value) => ({ value, label: t.segments.matches[value] }))}
              value={match}
              onChange={(value) => setMatch(value === 'any' ? 'any' : 'all')}
              allowDeselect={false}
              w={{ base: '100%', xs: 260 }}
            />
            {drafts.map((draft, index) => (
              <ConditionRow
                key={draft.id}
                draft={draft}
                number={index + 1}
                fields={fields}
                onChange={(next) => setDrafts(drafts.map((one) => (one.id === next.id ? next : one)))}
                onRemove={drafts.length === 1 ? null : () => setDrafts(drafts.filter(({ id }) => id !== draft.id))}
              />
            ))}
            {drafts.length < conditionsMax && (
              <Group>
                <Button
                  variant="default"
                  leftSection={<Icon name="plus" />}
                  onClick={() => {
                    nextId.current += 1
                    setDrafts([...drafts, { ...first, id: nextId.current }])
                  }}
                >
                  {t.segments.add}
                </Button>
              </Group>
            )}
          </Stack>
          <Matching filter={filter} />
          <Problem error={save.error} />
          <Group>
            <Button type="submit" loading={save.isPending} disabled={filter === null}>
              {t.segments.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </>
  )
}

type Preview = AnswerOf<'POST /v2/segments/preview'>

/** The number of matching contacts and some of them, updated while the filter is edited. */
function Matching({ filter }: { readonly filter: SegmentFilter | null }) {
  const { id: account, path } = useThisAccount()
  const [body] = useDebouncedValue(filter === null ? null : JSON.stringify(filter), 400)
  const asked = useQuery<Preview, Refused>({
    queryKey: [`${path}/segments/preview`, body],
    queryFn: ({ signal }) =>
      ask('POST /v2/segments/preview', { path: { account }, body: { filter: JSON.parse(body ?? 'null') } }, { signal }),
    enabled: body !== null,
    placeholderData: (before) => before,
    gcTime: 0,
  })
  const shown = body === null ? undefined : asked.data
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="matching">
      <Title order={2} size="h5" id="matching" mb="sm">
        {t.segments.preview}
      </Title>
      {body === null && <Text c="dimmed">{t.segments.incomplete}</Text>}
      {body !== null && <Problem error={asked.error} onRetry={() => void asked.refetch()} />}
      {shown && asked.error === null && (
        <Stack gap={4}>
          <Text fw={600} role="status">
            {fill(shown.isEstimate ? t.segments.countEstimate : t.segments.count, { count: shown.count })}
          </Text>
          {shown.examples.length > 0 && <Note>{t.segments.examples}</Note>}
          {shown.examples.map((contact) => (
            <Text key={contact.id} size="sm">
              <Phone of={contact.phone} isOnForm /> {nameOf(contact)}
            </Text>
          ))}
        </Stack>
      )}
    </Paper>
  )
}
