import { Checkbox, FileInput, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { ask, Refused } from '../../../api.ts'
import { useChange } from '../../../data.ts'
import { FormDialog } from '../../../parts/dialog.tsx'
import { sayDone } from '../../../parts/done.ts'
import { CodeLine, showCount } from '../../../parts/text.tsx'

/** A row of a file that can't be taken; the first after the header is 1. */
interface BadRow {
  readonly row: number
  readonly reason: string
}

interface Wish {
  readonly file: File
  readonly replace: boolean
}

const example = 'product,prefix,price,account,currency,valid_from\nSMS,255,22.5,,TZS,\nSMS,25571,20,7,TZS,2030-01-31'

/** Takes a whole list of prices, or nothing of it and says what is wrong. */
export function ImportPrices({ onClose }: { readonly onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [replace, setReplace] = useState(false)
  const [missing, setMissing] = useState<string | null>(null)
  const load = useChange(
    ({ file: chosen, replace: isReplaced }: Wish) =>
      ask('POST /prices/import', { query: { replace: isReplaced } }, { file: chosen }),
    {
      refreshes: ['/prices'],
      onDone: ({ rows, removed }) => {
        sayDone(
          `${showCount(rows)} ${rows === 1 ? 'price' : 'prices'} taken${removed === 0 ? '' : `, and ${showCount(removed)} of before removed`}.`,
        )
        onClose()
      },
    },
  )
  const bad = badRowsIn(load.error)
  return (
    <FormDialog
      title="Import prices"
      isOpen
      onClose={onClose}
      // The rows say it at more length.
      change={{ isPending: load.isPending, error: bad === null ? load.error : null }}
      submit="Import prices"
      size="lg"
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(file === null ? 'Choose a file' : null)
        if (file !== null) load.mutate({ file, replace })
      }}
    >
      <Text size="sm" c="dimmed">
        A CSV file whose first line names its columns. Product, prefix and price have to be there; account (its id),
        currency and valid_from if you like. Either all of it is taken or nothing.
      </Text>
      <CodeLine value={example} label="Example" />
      <FileInput
        label="File"
        placeholder="Choose a CSV file"
        accept=".csv,text/csv"
        required
        clearable
        clearButtonProps={{ 'aria-label': 'Choose no file' }}
        value={file}
        error={missing}
        onChange={(chosen) => {
          setFile(chosen)
          load.reset()
        }}
      />
      <Checkbox
        label="Replace what is there"
        description="Prices that are there for the same products and accounts are removed, also those that begin later."
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

/** What is wrong with the file, row by row. */
function BadRows({ rows, invalid }: Bad) {
  return (
    <Stack gap="xs" role="alert">
      <Text fw={600} c="var(--mantine-color-error)">
        {showCount(invalid)} {invalid === 1 ? 'row is' : 'rows are'} wrong, so nothing was taken.
        {rows.length < invalid && ` These are the first ${showCount(rows.length)}.`}
      </Text>
      <Table.ScrollContainer minWidth={0} mah={260}>
        <Table aria-label="Rows that are wrong" verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={80}>Row</Table.Th>
              <Table.Th>What is wrong</Table.Th>
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
        Rows are counted from the first one after the names of the columns. Put them right, choose the file again, and
        import it.
      </Text>
    </Stack>
  )
}
