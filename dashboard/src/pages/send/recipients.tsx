import { FileInput, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { ServerSelect } from '../../parts/server-select.tsx'
import { showCount } from '../../parts/text.tsx'
import type { Account } from '../../session.tsx'
import type { Draft } from './draft.ts'
import { type NumberFile, readNumberFile, readNumbers } from './numbers.ts'

interface RecipientsProps {
  readonly account: Account
  readonly draft: Draft
  readonly file: NumberFile | null
  readonly change: (part: Partial<Draft>) => void
  readonly setFile: (file: NumberFile | null) => void
}

/** As many as the server reads without a word about its size. */
const fileBytesMax = 8_000_000

/** Who gets it: numbers that are typed or pasted, a file of them, or everybody in an address book. */
export function Recipients({ account, draft, file, change, setFile }: RecipientsProps) {
  return (
    <Stack gap="xs">
      <div>
        <Text size="sm" fw={500} id="to-label" mb={4}>
          To
        </Text>
        <SegmentedControl
          fullWidth
          aria-labelledby="to-label"
          value={draft.to}
          onChange={(to) => change({ to: to as Draft['to'] })}
          data={[
            { value: 'numbers', label: 'Numbers' },
            { value: 'file', label: 'A file' },
            { value: 'book', label: 'Address book' },
          ]}
        />
      </div>
      {draft.to === 'numbers' && <Numbers text={draft.numbers} onChange={(numbers) => change({ numbers })} />}
      {draft.to === 'file' && <NumbersFile file={file} setFile={setFile} />}
      {draft.to === 'book' && <Book account={account} book={draft.book} onChange={(book) => change({ book })} />}
    </Stack>
  )
}

function Numbers({ text, onChange }: { readonly text: string; readonly onChange: (text: string) => void }) {
  const count = readNumbers(text).length
  return (
    <Textarea
      label="Numbers"
      description={`In international format, such as 255712345678; one on each line, or separated by commas.${count > 1 ? ` ${showCount(count)} so far.` : ''}`}
      autosize
      minRows={2}
      maxRows={8}
      inputMode="tel"
      value={text}
      onChange={({ currentTarget: { value } }) => onChange(value)}
    />
  )
}

function NumbersFile({
  file,
  setFile,
}: {
  readonly file: NumberFile | null
  readonly setFile: RecipientsProps['setFile']
}) {
  const [problem, setProblem] = useState<string | null>(null)
  const choose = async (chosen: File | null) => {
    setFile(null)
    setProblem(null)
    if (chosen === null) return
    if (chosen.size > fileBytesMax)
      return setProblem('This file is too large for one send. Import it into an address book and write to that.')
    const read = readNumberFile(chosen.name, await chosen.text())
    if (read === null) setProblem('No phone numbers were found in this file.')
    setFile(read)
  }
  return (
    <Stack gap={4}>
      <FileInput
        label="File of numbers"
        description="CSV or plain text. The column with phone numbers is found by itself."
        accept=".csv,.txt,text/csv,text/plain"
        placeholder="Choose a file"
        clearable
        onChange={(chosen) => void choose(chosen)}
        error={problem}
      />
      {file !== null && (
        <Text size="sm">
          {showCount(file.numbers.length)} numbers in {file.column} of {file.name}
        </Text>
      )}
    </Stack>
  )
}

function Book({
  account,
  book,
  onChange,
}: {
  readonly account: Account
  readonly book: Draft['book']
  readonly onChange: (book: Draft['book']) => void
}) {
  return (
    <Group align="flex-end">
      <ServerSelect
        flex={1}
        label="Address book"
        description="Everybody in it gets the message. Placeholders such as {first_name} are filled in for each."
        placeholder="Choose a book"
        route="GET /accounts/:account/books"
        path={{ account: account.id }}
        labelOf={({ name, contactsCount }) => `${name} (${showCount(contactsCount)})`}
        idOf={({ id }) => String(id)}
        value={book === null ? null : String(book.id)}
        valueLabel={book?.name}
        onChange={(_, row) => onChange(row === null ? null : { id: row.id, name: row.name })}
      />
    </Group>
  )
}
