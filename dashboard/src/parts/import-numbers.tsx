import { Alert, Button, FileInput, Progress, Stack, Table, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { ImportResult } from '../../../src/contract/account/consent.ts'
import type { AnswerOf, RequestOf, UploadRoute } from '../../../src/contract/console/index.ts'
import { useChange } from '../data.ts'
import { fill, t } from '../text.ts'
import { upload } from '../upload.ts'
import { FormDialog } from './dialog.tsx'
import { Icon } from './icon.tsx'
import { type Opening, useOnOpen } from './opening.ts'
import { CodeLine, showCount } from './text.tsx'

/** The routes that import a file of numbers. */
type ImportRoute = {
  [Route in UploadRoute]: AnswerOf<Route> extends ImportResult ? Route : never
}[UploadRoute]

interface ImportNumbersProps<Route extends ImportRoute> {
  readonly route: Route
  readonly request: Pick<RequestOf<Route>, 'path'>
  readonly title: string
  /** Which columns the file has. */
  readonly about: string
  /** The first lines of a file. */
  readonly example: string
  /** The list that shows the result. */
  readonly refreshes: string
  readonly opening: Opening<never>
}

/** Uploads a CSV file with numbers, and shows the result with the invalid rows. */
export function ImportNumbers<Route extends ImportRoute>({
  route,
  request,
  title,
  about,
  example,
  refreshes,
  opening: { isOpen, close },
}: ImportNumbersProps<Route>) {
  const [file, setFile] = useState<File | null>(null)
  const [isMissing, setMissing] = useState(false)
  const [sent, setSent] = useState(0)
  const abort = useRef<AbortController | null>(null)
  const sending = useChange(
    async (chosen: File): Promise<ImportResult> => {
      abort.current = new AbortController()
      setSent(0)
      return upload(route, request, chosen, { onProgress: setSent, signal: abort.current.signal })
    },
    { refreshes: [refreshes] },
  )
  useOnOpen(isOpen, () => {
    setFile(null)
    setMissing(false)
    sending.reset()
  })
  useEffect(() => () => abort.current?.abort(), [])
  const { data: result, isPending } = sending
  return (
    <FormDialog
      title={title}
      isOpen={isOpen}
      onClose={close}
      change={sending}
      submit={result === undefined ? t.numberFiles.import : t.numberFiles.done}
      size="lg"
      isOver={result !== undefined}
      onSubmit={(event) => {
        event.preventDefault()
        if (result !== undefined) return close()
        setMissing(file === null)
        if (file !== null) sending.mutate(file)
      }}
    >
      {result === undefined ? (
        <>
          <Text size="sm" c="dimmed">
            {about}
          </Text>
          <CodeLine value={example} label={t.numberFiles.example} />
          <FileInput
            label={t.numberFiles.file}
            description={t.numberFiles.fileHelp}
            placeholder={t.numberFiles.chooseFile}
            accept=".csv,.txt,text/csv,text/plain"
            required
            disabled={isPending}
            value={file}
            error={isMissing && file === null ? t.numberFiles.fileMissing : null}
            onChange={setFile}
          />
          {isPending && <Uploading sent={sent} onStop={() => abort.current?.abort()} />}
        </>
      ) : (
        <Result result={result} />
      )}
    </FormDialog>
  )
}

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
  return (
    <Stack gap="sm">
      <Alert color={added > 0 || invalid === 0 ? 'green' : 'yellow'} variant="light" role="status">
        {fill(t.numberFiles.result, { added, existing })}
      </Alert>
      {invalid > 0 && (
        <Stack gap="xs" role="alert">
          <Text fw={600} c="var(--mantine-color-error)">
            {invalidRows.length < invalid
              ? fill(t.numberFiles.invalidFirst, { count: invalid, shown: invalidRows.length })
              : fill(t.numberFiles.invalid, { count: invalid })}
          </Text>
          <Table.ScrollContainer minWidth={0} mah={260}>
            <Table aria-label={t.numberFiles.invalidLabel} verticalSpacing={4}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th w={80}>{t.numberFiles.row}</Table.Th>
                  <Table.Th w={170}>{t.numberFiles.number}</Table.Th>
                  <Table.Th>{t.numberFiles.problem}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {invalidRows.map(({ row, number, why }) => (
                  <Table.Tr key={row}>
                    <Table.Td className="number">{showCount(row)}</Table.Td>
                    <Table.Td className="number">{number}</Table.Td>
                    <Table.Td>{why}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
          <Text size="sm" c="dimmed">
            {t.numberFiles.rowsAbout}
          </Text>
        </Stack>
      )}
    </Stack>
  )
}

/** Buttons that import and export a list of numbers. */
export function FileButtons({
  onImport,
  exports,
}: {
  readonly onImport: (() => void) | null
  readonly exports: string
}) {
  return (
    <>
      <Button variant="default" component="a" href={exports} download leftSection={<Icon name="download" />}>
        {t.numberFiles.export}
      </Button>
      {onImport && (
        <Button variant="default" onClick={onImport} leftSection={<Icon name="upload" />}>
          {t.numberFiles.import}
        </Button>
      )}
    </>
  )
}
