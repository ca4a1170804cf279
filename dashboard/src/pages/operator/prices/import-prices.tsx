import { Checkbox, FileInput, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { ask, Refused } from '../../../api.ts'
import { useChange } from '../../../data.ts'
import { t } from '../../../operator-text.ts'
import { FormDialog } from '../../../parts/dialog.tsx'
import { sayDone } from '../../../parts/done.tsx'
import { CodeLine, showCount } from '../../../parts/text.tsx'
import { fill } from '../../../text.ts'

/** An invalid row; the first row after the header is 1. */
interface BadRow {
  readonly row: number
  readonly reason: string
}

interface Import {
  readonly file: File
  readonly replace: boolean
}

const example = 'product,prefix,price,account,currency,valid_from\nSMS,255,22.5,,TZS,\nSMS,25571,20,7,TZS,2030-01-31'

/** Imports a whole price list, or nothing when a row is invalid. */
export function ImportPrices({ onClose }: { readonly onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [replace, setReplace] = useState(false)
  const [missing, setMissing] = useState<string | null>(null)
  const load = useChange(
    ({ file: chosen, replace: isReplaced }: Import) =>
      ask('POST /prices/import', { query: { replace: isReplaced } }, { file: chosen }),
    {
      refreshes: ['/prices'],
      onDone: ({ rows, removed }) => {
        sayDone(removed === 0 ? fill(t.prices.imported, { rows }) : fill(t.prices.importedReplaced, { rows, removed }))
        onClose()
      },
    },
  )
  const bad = badRowsIn(load.error)
  return (
    <FormDialog
      title={t.prices.importTitle}
      isOpen
      onClose={onClose}
      // The table of rows replaces the error.
      change={{ isPending: load.isPending, error: bad === null ? load.error : null }}
      submit={t.prices.importTitle}
      size="lg"
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(file === null ? t.prices.fileMissing : null)
        if (file !== null) load.mutate({ file, replace })
      }}
    >
      <Text size="sm" c="dimmed">
        {t.prices.importAbout}
      </Text>
      <CodeLine value={example} label={t.prices.example} />
      <FileInput
        label={t.prices.file}
        placeholder={t.prices.chooseFile}
        accept=".csv,text/csv"
        required
        clearable
        clearButtonProps={{ 'aria-label': t.prices.clearFile }}
        value={file}
        error={missing}
        onChange={(chosen) => {
          setFile(chosen)
          load.reset()
        }}
      />
      <Checkbox
        label={t.prices.replace}
        description={t.prices.replaceAbout}
        checked={replace}
        onChange={({ currentTarget }) => setReplace(currentTarget.checked)}
      />
      {bad && <BadRows {...bad} />}
    </FormDialog>
  )
}

interface Bad {
  readonly rows: readonly BadRow[]
  readonly invalid: number
}

function badRowsIn(error: Error | null): Bad | null {
  const answer = error instanceof Refused ? (error.answer as Partial<Bad> | null) : null
  return answer?.rows === undefined || answer.invalid === undefined
    ? null
    : { rows: answer.rows, invalid: answer.invalid }
}

/** The invalid rows with their errors. */
function BadRows({ rows, invalid }: Bad) {
  return (
    <Stack gap="xs" role="alert">
      <Text fw={600} c="var(--mantine-color-error)">
        {rows.length < invalid
          ? fill(t.prices.invalidRowsFirst, { count: invalid, shown: rows.length })
          : fill(t.prices.invalidRows, { count: invalid })}
      </Text>
      <Table.ScrollContainer minWidth={0} mah={260}>
        <Table aria-label={t.prices.invalidRowsLabel} verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={80}>{t.prices.row}</Table.Th>
              <Table.Th>{t.prices.error}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ row, reason }) => (
              <Table.Tr key={row}>
                <Table.Td className="number">{showCount(row)}</Table.Td>
                <Table.Td>{reason}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text size="sm" c="dimmed">
        {t.prices.rowsAbout}
      </Text>
    </Stack>
  )
}
