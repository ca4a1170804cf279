import { Alert, Anchor, Button, FileInput, Group, Paper, Progress, Stack, Switch, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Book } from '../../../../src/contract/account/contacts.ts'
import { useAsk, useChange } from '../../data.ts'
import { useFilters } from '../../parts/filters.ts'
import { Icon } from '../../parts/icon.tsx'
import { isNumber } from '../../parts/numbers.ts'
import { useOpening } from '../../parts/opening.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { upload } from '../../upload.ts'
import { BookDialog } from './book-dialogs.tsx'
import { BookSelect } from './book-select.tsx'
import { type Preview, readPreview } from './csv-preview.ts'
import { choicesOf, columnsOf, contentOf, type MappedColumn } from './mapping.ts'
import { MappingTable } from './mapping-table.tsx'

/** The chosen file and its column mapping. */
interface Chosen {
  readonly file: File
  readonly preview: Preview
  readonly hasNames: boolean
  readonly columns: readonly MappedColumn[]
}

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
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const adding = useOpening<Book>()
  const { sent, upload: sending, start, stop } = useUpload((id) => void navigate({ to: `${path}/imports/${id}` }))
  const hasNumber = chosen?.columns.some(({ field }) => field === 'phone') ?? false

  async function take(file: File | null) {
    sending.reset()
    if (file === null) return setChosen(null)
    const preview = await readPreview(file)
    setChosen({ file, preview, hasNames: preview.hasNames, columns: columnsOf(preview, preview.hasNames) })
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
              <Button variant="default" onClick={() => adding.open()}>
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
                onChange={({ currentTarget: { checked } }) =>
                  setChosen({ ...chosen, hasNames: checked, columns: columnsOf(chosen.preview, checked) })
                }
              />
              <MappingTable columns={chosen.columns} onChange={(columns) => setChosen({ ...chosen, columns })} />
              <Warnings chosen={chosen} />
            </Stack>
            <Problem error={sending.error} />
            {sending.isPending ? (
              <Uploading sent={sent} onStop={stop} />
            ) : (
              <Group gap="sm">
                <Button
                  disabled={!hasNumber || book === null}
                  onClick={() => book !== null && start({ path: { account, book }, chosen })}
                >
                  {t.contacts.importContacts}
                </Button>
                {!hasNumber && <Text c="dimmed">{t.contacts.newImport.phoneRequired}</Text>}
              </Group>
            )}
          </>
        )}
        <BookDialog opening={adding} onSaved={({ id }) => setFilters({ book: String(id) })} />
      </Stack>
    </>
  )
}

interface Job {
  readonly path: { readonly account: number; readonly book: string }
  readonly chosen: Chosen
}

function useUpload(onDone: (importId: number) => void) {
  const [sent, setSent] = useState(0)
  const abort = useRef<AbortController | null>(null)
  const sending = useChange(
    ({ path, chosen: { file, preview, hasNames, columns } }: Job) => {
      abort.current = new AbortController()
      setSent(0)
      const query = { name: file.name.slice(0, 255), map: choicesOf(columns) }
      return upload('POST /v2/books/:book/imports', { path, query }, contentOf(file, preview, hasNames, columns), {
        onProgress: setSent,
        signal: abort.current.signal,
      })
    },
    { onDone: ({ id }) => onDone(id) },
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

/** Problems that can still be fixed before the upload. */
function Warnings({ chosen: { preview, columns } }: { readonly chosen: Chosen }) {
  const numbers = (columns.find(({ field }) => field === 'phone')?.examples ?? []).filter((text) => text.trim() !== '')
  const bad = numbers.find((text) => !isNumber(text))
  return (
    <>
      {bad !== undefined && (
        <Alert color="yellow" variant="light" icon={<Icon name="warning" />}>
          {fill(t.contacts.newImport.badNumber, { text: bad })}
        </Alert>
      )}
      {preview.hasBrokenLetters && (
        <Alert color="yellow" variant="light" icon={<Icon name="warning" />}>
          {t.contacts.newImport.badLetters}
        </Alert>
      )}
    </>
  )
}
