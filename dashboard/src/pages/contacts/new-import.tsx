import { Alert, Anchor, Button, FileInput, Group, Paper, Progress, Stack, Switch, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Book } from '../../../../src/contract/console/contacts.ts'
import { useAsk, useChange } from '../../data.ts'
import { useFilters } from '../../parts/filters.ts'
import { Icon } from '../../parts/icon.tsx'
import { isNumber } from '../../parts/numbers.ts'
import { useOpening } from '../../parts/opening.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useThisAccount } from '../../session.tsx'
import { upload } from '../../upload.ts'
import { BookDialog } from './book-dialogs.tsx'
import { BookSelect } from './book-select.tsx'
import { type Preview, readPreview } from './csv-preview.ts'
import { choicesOf, columnsOf, contentOf, type MappedColumn } from './mapping.ts'
import { MappingTable } from './mapping-table.tsx'

/** A file that was looked at, and what is to be made of it. */
interface Chosen {
  readonly file: File
  readonly preview: Preview
  readonly hasNames: boolean
  readonly columns: readonly MappedColumn[]
}

/**
 * From a file to contacts: which book, which file, which column is what. Everything stays as it is when the upload
 * fails.
 */
export function NewImportPage() {
  const { id: account, path } = useThisAccount()
  const navigate = useNavigate()
  const [filters, setFilters] = useFilters()
  const { data: oldest } = useAsk('GET /accounts/:account/books', {
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
      <PageHead
        title="Import contacts"
        about="Brings a list that you have in a spreadsheet or another program into an address book. Numbers that are there already are updated, never doubled."
      />
      <Stack gap="lg" maw={860}>
        <Paper withBorder p="md">
          <Stack gap="md">
            <Group align="flex-end" gap="sm">
              <BookSelect
                label="Into the address book"
                value={book}
                onChange={(id) => setFilters({ book: id ?? undefined })}
                width={300}
              />
              <Button variant="default" onClick={() => adding.open()}>
                New book
              </Button>
            </Group>
            <FileInput
              label="File"
              description="CSV, up to 1 GB. In a spreadsheet: File, Save as, “CSV UTF-8”."
              placeholder="Choose a file"
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
                What is in which column?
              </Title>
              <Switch
                label="The first line has the names of the columns"
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
                  Import contacts
                </Button>
                {!hasNumber && <Text c="dimmed">Say which column has the mobile number.</Text>}
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
      return upload(
        'POST /accounts/:account/books/:book/imports',
        { path, query },
        contentOf(file, preview, hasNames, columns),
        { onProgress: setSent, signal: abort.current.signal },
      )
    },
    { onDone: ({ id }) => onDone(id) },
  )
  const { isPending } = sending
  useEffect(() => {
    if (!isPending) return
    // Whoever goes away now would lose it half-way: the browser asks them first.
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
        {percent < 100
          ? `Uploading the file: ${percent} %. Stay on this page until it is there.`
          : 'The server reads the file…'}
      </Text>
      <Progress value={percent} size="lg" aria-label="Uploading" animated />
      <Anchor component="button" type="button" size="sm" onClick={onStop} ta="left">
        Stop the upload
      </Anchor>
    </Stack>
  )
}

/** What would go wrong, said while it can still be changed. */
function Warnings({ chosen: { preview, columns } }: { readonly chosen: Chosen }) {
  const numbers = (columns.find(({ field }) => field === 'phone')?.examples ?? []).filter((text) => text.trim() !== '')
  const bad = numbers.find((text) => !isNumber(text))
  return (
    <>
      {bad !== undefined && (
        <Alert color="yellow" variant="light" icon={<Icon name="warning" />}>
          “{bad}” can’t be used as a number: numbers begin with the country code, such as 255712345678. Rows like this
          one will be left out, and the report says which.
        </Alert>
      )}
      {preview.hasBrokenLetters && (
        <Alert color="yellow" variant="light" icon={<Icon name="warning" />}>
          Some letters can’t be read. Save the file as “CSV UTF-8” and choose it again, or rows with such letters will
          be left out.
        </Alert>
      )}
    </>
  )
}
