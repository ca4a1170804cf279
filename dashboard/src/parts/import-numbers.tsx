import { Alert, Button, FileInput, Progress, Stack, Table, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ImportResult } from '../../../src/contract/account/consent.ts'
import type { AnswerOf, RequestOf, UploadRoute } from '../../../src/contract/console/index.ts'
import { useChange } from '../data.ts'
import { fill, t } from '../text.ts'
import { type UploadOptions, upload } from '../upload.ts'
import { FormDialog } from './dialog.tsx'
import { useDialogs } from './dialogs.ts'
import { sayDone } from './done.tsx'
import { Icon } from './icon.tsx'
import { CodeLine, Note, showCount } from './text.tsx'

/** The routes that import a file of numbers. */
type ImportRoute = {
  [Route in UploadRoute]: AnswerOf<Route> extends ImportResult ? Route : never
}[UploadRoute]

interface ImportDialogProps<Result> {
  readonly title: string
  /** Which columns the file has. */
  readonly about: string
  /** The first lines of a file. */
  readonly example: string
  readonly fileHelp?: string
  /** The list that shows the result. */
  readonly refreshes: string
  readonly close: () => unknown
  readonly submit?: string
  readonly send: (file: File, options: UploadOptions) => Promise<Result>
  /** More inputs. */
  readonly children?: ReactNode
  /** Shows the result in the dialog; without it, `done` is the message when the dialog has closed. */
  readonly show?: (result: Result) => ReactNode
  readonly done?: (result: Result) => string
  /** Shows an error in another way; null for other errors. */
  readonly showError?: (error: Error) => ReactNode
}

/** Uploads a CSV file. Mounted only while it is open. */
export function ImportDialog<Result>({
  title,
  about,
  example,
  fileHelp,
  refreshes,
  close,
  submit = t.numberFiles.import,
  send,
  children,
  show,
  done,
  showError,
}: ImportDialogProps<Result>) {
  const [file, setFile] = useState<File | null>(null)
  const [isMissing, setMissing] = useState(false)
  const [sent, setSent] = useState<number | null>(null)
  const abort = useRef<AbortController | null>(null)
  const sending = useChange(
    (chosen: File) => {
      abort.current = new AbortController()
      setSent(null)
      return send(chosen, { onProgress: setSent, signal: abort.current.signal })
    },
    {
      refreshes: [refreshes],
      onDone: async (result) => {
        if (!done) return
        await close()
        sayDone(done(result))
      },
    },
  )
  useEffect(() => () => abort.current?.abort(), [])
  const { data: result, isPending } = sending
  const isOver = show !== undefined && result !== undefined
  const shownError = sending.error && showError?.(sending.error)
  return (
    <FormDialog
      title={title}
      isOpen
      onClose={close}
      change={{ isPending, error: shownError ? null : sending.error }}
      submit={isOver ? t.numberFiles.done : submit}
      size="lg"
      isOver={isOver}
      onSubmit={(event) => {
        event.preventDefault()
        if (isOver) return void close()
        setMissing(file === null)
        if (file !== null) sending.mutate(file)
      }}
    >
      {isOver ? (
        show(result)
      ) : (
        <>
          <Note>{about}</Note>
          <CodeLine value={example} label={t.numberFiles.example} />
          <FileInput
            label={t.numberFiles.file}
            description={fileHelp}
            placeholder={t.numberFiles.chooseFile}
            accept=".csv,.txt,text/csv,text/plain"
            required
            clearable
            clearButtonProps={{ 'aria-label': fill(t.shared.clearNamed, { name: t.numberFiles.file }) }}
            disabled={isPending}
            value={file}
            error={isMissing && file === null ? t.numberFiles.fileMissing : null}
            onChange={(chosen) => {
              setFile(chosen)
              sending.reset()
            }}
          />
          {children}
          {isPending && sent !== null && <Uploading sent={sent} onStop={() => abort.current?.abort()} />}
          {shownError}
        </>
      )}
    </FormDialog>
  )
}

interface ImportNumbersProps<Route extends ImportRoute>
  extends Pick<ImportDialogProps<ImportResult>, 'title' | 'about' | 'example' | 'refreshes' | 'close'> {
  readonly route: Route
  readonly request: Pick<RequestOf<Route>, 'path'>
}

/** Imports a CSV file with numbers, and shows the result with the invalid rows. */
export const ImportNumbers = <Route extends ImportRoute>({ route, request, ...dialog }: ImportNumbersProps<Route>) => (
  <ImportDialog
    {...dialog}
    fileHelp={t.numberFiles.fileHelp}
    send={(file, options): Promise<ImportResult> => upload(route, request, file, options)}
    show={(result) => <Result result={result} />}
  />
)

function Uploading({ sent, onStop }: { readonly sent: number; readonly onStop: () => void }) {
  return (
    <Stack gap="xs">
      <Text role="status" size="sm">
        {sent < 1 ? fill(t.numberFiles.uploading, { share: Math.round(sent * 100) / 100 }) : t.numberFiles.reading}
      </Text>
      <Progress value={sent * 100} size="lg" aria-label={t.numberFiles.progress} animated />
      <Button variant="subtle" size="compact-sm" onClick={onStop} me="auto">
        {t.numberFiles.stop}
      </Button>
    </Stack>
  )
}

function Result({ result: { added, existing, invalid, invalidRows } }: { readonly result: ImportResult }) {
  const rows = invalidRows.map(({ row, number, why }) => [showCount(row), number, why])
  const title =
    rows.length < invalid
      ? fill(t.numberFiles.invalidFirst, { count: invalid, shown: rows.length })
      : fill(t.numberFiles.invalid, { count: invalid })
  return (
    <Stack gap="sm">
      <Alert color={added > 0 || invalid === 0 ? 'green' : 'yellow'} variant="light" role="status">
        {fill(t.numberFiles.result, { added, existing })}
      </Alert>
      {invalid > 0 && (
        <InvalidRows
          title={title}
          heads={[t.numberFiles.row, t.numberFiles.number, t.numberFiles.problem]}
          rows={rows}
          about={t.numberFiles.rowsAbout}
        />
      )}
    </Stack>
  )
}

interface InvalidRowsProps {
  readonly title: string
  readonly heads: readonly string[]
  /** Their cells; the first is the number of the row. */
  readonly rows: readonly (readonly string[])[]
  readonly about: string
}

export function InvalidRows({ title, heads, rows, about }: InvalidRowsProps) {
  return (
    <Stack gap="xs" role="alert">
      <Text fw={600} c="var(--mantine-color-error)">
        {title}
      </Text>
      <Table.ScrollContainer minWidth={0} mah={260}>
        <Table
          aria-label={t.numberFiles.invalidLabel}
          verticalSpacing={4}
          data={{ head: [...heads], body: rows.map((cells) => [...cells]) }}
        />
      </Table.ScrollContainer>
      <Note>{about}</Note>
    </Stack>
  )
}

/** Buttons that import and export a list of numbers. The first opens the dialog `import`. */
export function FileButtons({ mayImport, exports }: { readonly mayImport: boolean; readonly exports: string }) {
  const { open } = useDialogs()
  return (
    <>
      <Button variant="default" component="a" href={exports} download leftSection={<Icon name="download" />}>
        {t.numberFiles.export}
      </Button>
      {mayImport && (
        <Button variant="default" onClick={() => open('import')} leftSection={<Icon name="upload" />}>
          {t.numberFiles.import}
        </Button>
      )}
    </>
  )
}
