import { Button, Collapse, FileInput, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { useId, useState } from 'react'
import { useChange } from '../../data.ts'
import { showCount } from '../../parts/formats.ts'
import { Problem } from '../../parts/problem.tsx'
import { Note } from '../../parts/text.tsx'
import { fill, t } from '../../text.ts'
import { type Draft, hasAudience, type Settings } from './draft.ts'
import { PickMany } from './pick-many.tsx'
import type { Preview } from './preview.ts'

interface AudienceProps {
  readonly draft: Draft
  readonly preview: Preview
}

/** The people who get the message. */
export function AudienceStep({ draft }: Pick<AudienceProps, 'draft'>) {
  const { settings, change } = draft
  const { audience } = settings
  const set = (part: Partial<Settings['audience']>) => change({ audience: { ...audience, ...part } })
  const { exclude } = audience
  const [isOpen, setOpen] = useState(exclude.bookIds.length + exclude.segmentIds.length > 0)
  const region = useId()
  return (
    <Stack gap="md">
      <Note>{t.composer.audienceAbout}</Note>
      <Lists books={t.composer.books} segments={t.composer.segments} chosen={audience} onChange={set} />
      <NumbersFile draft={draft} />
      <div>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-expanded={isOpen}
          aria-controls={region}
          onClick={() => setOpen(!isOpen)}
        >
          {t.composer.leaveOut}
        </Button>
        <Collapse expanded={isOpen} id={region}>
          <SimpleGrid cols={{ base: 1, xs: 2 }} mt="xs">
            <Lists
              books={t.composer.leaveOutBooks}
              segments={t.composer.leaveOutSegments}
              chosen={exclude}
              onChange={(part) => set({ exclude: { ...exclude, ...part } })}
            />
          </SimpleGrid>
        </Collapse>
      </div>
    </Stack>
  )
}

type ChosenAudience = Pick<Settings['audience'], 'bookIds' | 'segmentIds'>

interface ListsProps {
  /** The labels of the two fields. */
  readonly books: string
  readonly segments: string
  readonly chosen: ChosenAudience
  readonly onChange: (part: Partial<ChosenAudience>) => void
}

/** Address books and segments. */
const Lists = ({ books, segments, chosen: { bookIds, segmentIds }, onChange }: ListsProps) => (
  <>
    <PickMany
      label={books}
      placeholder={t.composer.booksPlaceholder}
      of="books"
      ids={bookIds}
      onChange={(ids) => onChange({ bookIds: ids })}
    />
    <PickMany
      label={segments}
      placeholder={t.composer.segmentsPlaceholder}
      of="segments"
      ids={segmentIds}
      onChange={(ids) => onChange({ segmentIds: ids })}
    />
  </>
)

function NumbersFile({ draft: { campaign, setFile } }: Pick<AudienceProps, 'draft'>) {
  const upload = useChange(setFile)
  const file = campaign?.file ?? null
  if (file === null)
    return (
      <>
        <FileInput
          label={t.composer.file}
          description={t.composer.fileAbout}
          accept=".csv,.txt,text/csv,text/plain"
          placeholder={t.composer.chooseFile}
          disabled={upload.isPending}
          value={null}
          onChange={(chosen) => chosen !== null && upload.mutate(chosen)}
        />
        <Problem error={upload.error} />
      </>
    )
  return (
    <div>
      <Text size="sm" fw={600}>
        {t.composer.file}
      </Text>
      <Group gap="sm">
        <Text size="sm">
          {fill(t.composer.fileFound, { rows: file.rows, file: file.name ?? '' })}{' '}
          {file.invalid > 0 && fill(t.composer.fileInvalid, { count: file.invalid })}
        </Text>
        <Button size="compact-sm" variant="default" loading={upload.isPending} onClick={() => upload.mutate(null)}>
          {t.composer.removeFile}
        </Button>
      </Group>
      <Problem error={upload.error} />
    </div>
  )
}

/** The number of recipients, and of those who get no message. */
export function LiveCount({ draft, preview: { data, error, isFetching, refetch } }: AudienceProps) {
  const { settings, campaign, isSaving } = draft
  const isChosen = hasAudience({ ...settings, file: campaign?.file ?? null })
  const isCounting = isChosen && error === null && (isSaving || isFetching || data === undefined)
  const count = data?.recipients.valid ?? 0
  return (
    <Paper withBorder p="md" role="status" aria-busy={isCounting}>
      {!isChosen && <Note>{t.composer.countNone}</Note>}
      {isChosen && (
        <Text fw={650} fz={22} className="number">
          {isCounting ? t.composer.counting : fill(t.composer.count, { count })}
        </Text>
      )}
      {isChosen && <Problem error={error} onRetry={() => void refetch()} />}
      {isChosen && !isCounting && data !== undefined && error === null && (
        <Note>
          {count === 0 && t.composer.countZero}{' '}
          {leftOutOf(data)
            .map(([name, number]) => `${name}: ${showCount(number)}`)
            .join(' · ')}
        </Note>
      )}
    </Paper>
  )
}

/** Members of the audience that get no message, by reason. */
export function leftOutOf({ recipients, excluded }: NonNullable<Preview['data']>): [name: string, count: number][] {
  const { invalid, duplicates, optedOut, doNotDisturb, noConsent } = recipients
  const all: [string, number][] = [
    [t.campaigns.excluded, excluded],
    [t.campaigns.duplicates, duplicates],
    [t.campaigns.optedOut, optedOut - doNotDisturb - noConsent],
    [t.campaigns.doNotDisturb, doNotDisturb],
    [t.campaigns.noConsent, noConsent],
    [t.campaigns.invalid, invalid],
  ]
  return all.filter(([, count]) => count > 0)
}
