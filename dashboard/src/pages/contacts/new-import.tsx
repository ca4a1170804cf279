import {
  Alert,
  Anchor,
  Button,
  FileInput,
  Group,
  Paper,
  Progress,
  Radio,
  Stack,
  Switch,
  Text,
  Title,
} from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { ContactField } from '../../../../src/contract/account/contact-fields.ts'
import type { NameChoice } from '../../../../src/values/contact-columns.ts'
import { useAsk, useChange } from '../../data.ts'
import { useFields } from '../../parts/account-settings.ts'
import { useDialogs } from '../../parts/dialogs.ts'
import { useFilters } from '../../parts/filters.ts'
import { Icon } from '../../parts/icon.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Note } from '../../parts/text.tsx'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { upload } from '../../upload.ts'
import { BookDialog } from './book-dialog.tsx'
import { BookSelect } from './book-select.tsx'
import { type Preview, readPreview } from './csv-preview.ts'
import { ImportPreview, type UploadJob, useImportPreview } from './import-preview.tsx'
import { choicesOf, columnsOf, contentOf, hasNumbers, type MappedColumn } from './mapping.ts'
import { MappingTable } from './mapping-table.tsx'

/** The chosen file and its column mapping. */
interface ChosenColumns {
  readonly file: File
  readonly preview: Preview
  readonly hasNames: boolean
  readonly columns: readonly MappedColumn[]
  /** How full names are stored. */
  readonly names: NameChoice
}

/** The mapping is null until the person changes it. */
type Taken = Omit<ChosenColumns, 'columns'> & { readonly columns: ChosenColumns['columns'] | null }

/** Asks for an address book, a file and its column mapping. All of them are kept when the upload fails. */
export function NewImportPage() {
  const { id: account, path } = useThisAccount()
  const navigate = useNavigate()
  const [filters, setFilters] = useFilters()
  const { data: oldest } = useAsk('GET /v2/books', {
    path: { account },
    query: { sortBy: 'createdAt', sortOrder: 'asc', limit: 1 },
  })
  const book = filters.book ?? (oldest?.data[0] === undefined ? null : String(oldest.data[0].id))
  const [taken, setTaken] = useState<Taken | null>(null)
  const { name: dialog, open, close } = useDialogs()
  const { sent, upload: sending, start, stop } = useUpload(path, (id) => void navigate({ to: `${path}/imports/${id}` }))
  const custom = useFields()
  // The contact fields may arrive after the file was chosen.
  const chosen: ChosenColumns | null = taken && {
    ...taken,
    columns: taken.columns ?? columnsOf(taken.preview, taken.hasNames, custom),
  }
  const previewed = useImportPreview(
    account,
    book,
    chosen === null || chosen.preview.problem !== null ? null : uploadOf(chosen, custom),
  )
  const hasNumber = chosen?.columns.some(({ field }) => field === 'phone') ?? false

  async function take(file: File | null) {
    sending.reset()
    if (file === null) return setTaken(null)
    const preview = await readPreview(file)
    setTaken({ file, preview, hasNames: preview.hasNames, columns: null, names: 'split' })
  }

  return (
    <>
      <PageHead title={t.contacts.importContacts} about={t.contacts.newImport.about} />
      <Stack gap="lg" maw={860}>
        <Paper withBorder p="md">
          <Stack gap="md">
            <Group align="flex-end" gap="sm">
              <BookSelect
                label={t.contacts.addressBook}
                value={book}
                onChange={(id) => setFilters({ book: id ?? undefined })}
                width={300}
              />
              <Button variant="default" onClick={() => open('add')}>
                {t.contacts.newImport.newBook}
              </Button>
            </Group>
            <FileInput
              label={t.contacts.imports.file}
              description={t.contacts.newImport.fileHelp}
              placeholder={t.contacts.newImport.chooseFile}
              accept=".csv,.txt,.tsv,text/csv,text/plain"
              leftSection={<Icon name="page" />}
              value={chosen?.file ?? null}
              onChange={(file) => void take(file)}
              disabled={sending.isPending}
            />
            {chosen?.preview.problem && (
              <Alert color="red" variant="light" icon={<Icon name="warning" />} role="alert">
                {chosen.preview.problem}
              </Alert>
            )}
          </Stack>
        </Paper>
        {chosen !== null && chosen.preview.problem === null && (
          <>
            <Stack gap="sm">
              <Title order={2} size="h4">
                {t.contacts.newImport.mapping}
              </Title>
              <Switch
                label={t.contacts.newImport.hasNames}
                checked={chosen.hasNames}
                onChange={({ currentTarget: { checked } }) => setTaken({ ...chosen, hasNames: checked, columns: null })}
              />
              <MappingTable
                columns={chosen.columns}
                custom={custom}
                onChange={(columns) => setTaken({ ...chosen, columns })}
              />
              <LeftOut columns={chosen.columns} />
              {chosen.columns.some(({ field }) => field === 'fullName') && (
                <Radio.Group
                  label={t.contacts.newImport.names}
                  description={t.contacts.newImport.namesHelp}
                  value={chosen.names}
                  onChange={(value) => setTaken({ ...chosen, names: value === 'keep' ? 'keep' : 'split' })}
                >
                  <Group gap="lg" mt="xs">
                    <Radio value="split" label={t.contacts.newImport.split} />
                    <Radio value="keep" label={t.contacts.newImport.keep} />
                  </Group>
                </Radio.Group>
              )}
              {chosen.preview.hasBrokenLetters && (
                <Alert color="yellow" variant="light" icon={<Icon name="warning" />}>
                  {t.contacts.newImport.badLetters}
                </Alert>
              )}
            </Stack>
            {hasNumber && <ImportPreview asked={previewed} />}
            <Problem error={sending.error} />
            {sending.isPending ? (
              <Uploading sent={sent} onStop={stop} />
            ) : (
              <Group gap="sm">
                <Button
                  disabled={!hasNumber || book === null || previewed.data?.readable === 0}
                  onClick={() => book !== null && start({ path: { account, book }, ...uploadOf(chosen, custom) })}
                >
                  {t.contacts.importContacts}
                </Button>
                {!hasNumber && <Text c="dimmed">{t.contacts.newImport.phoneRequired}</Text>}
              </Group>
            )}
          </>
        )}
        {dialog === 'add' && (
          <BookDialog book={null} close={close} onSaved={({ id }) => setFilters({ book: String(id) })} />
        )}
      </Stack>
    </>
  )
}

/** Names the columns without a field, because people expect the whole file. */
function LeftOut({ columns }: { readonly columns: readonly MappedColumn[] }) {
  const names = columns
    .filter(({ name, field, isRepeated }) => field === null && !isRepeated && name.trim() !== '')
    .map(({ name }) => name)
  if (names.length === 0) return null
  return <Note lineClamp={3}>{fill(t.contacts.newImport.leftOut, { columns: names.join(', ') })}</Note>
}

interface Job extends UploadJob {
  readonly path: { readonly account: number; readonly book: string }
}

/** The file and the query of an upload. */
function uploadOf(
  { file, preview, hasNames, columns, names }: ChosenColumns,
  custom: readonly ContactField[],
): UploadJob {
  const decimals = columns
    .filter((column) => hasNumbers(column, custom))
    .map(({ name, decimals }) => `${name}:${decimals}`)
  return {
    query: { name: file.name.slice(0, 255), map: choicesOf(columns, custom), names, decimals },
    content: contentOf(file, preview, hasNames, columns),
  }
}

function useUpload(path: string, onDone: (importId: number) => void) {
  const [sent, setSent] = useState(0)
  const abort = useRef<AbortController | null>(null)
  const sending = useChange(
    ({ query, content, ...job }: Job) => {
      abort.current = new AbortController()
      setSent(0)
      return upload('POST /v2/books/:book/imports', { path: job.path, query }, content, {
        onProgress: setSent,
        signal: abort.current.signal,
      })
    },
    // New fields are created with the upload.
    { refreshes: [`${path}/contact-fields`], onDone: ({ id }) => onDone(id) },
  )
  const { isPending } = sending
  useEffect(() => {
    if (!isPending) return
    // Leaving the page would abort the upload: the browser asks first.
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isPending])
  useEffect(() => () => abort.current?.abort(), [])
  const stop = () => {
    abort.current?.abort()
    sending.reset()
  }
  return { sent, upload: sending, start: (job: Job) => sending.mutate(job), stop }
}

function Uploading({ sent, onStop }: { readonly sent: number; readonly onStop: () => void }) {
  const percent = Math.round(sent * 100)
  return (
    <Stack gap="xs">
      <Text role="status">
        {percent < 100 ? fill(t.contacts.newImport.uploading, { share: percent / 100 }) : t.contacts.newImport.reading}
      </Text>
      <Progress value={percent} size="lg" aria-label={t.contacts.newImport.uploadLabel} animated />
      <Anchor component="button" type="button" size="sm" onClick={onStop} ta="start">
        {t.contacts.newImport.stop}
      </Anchor>
    </Stack>
  )
}
