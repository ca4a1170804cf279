import { FileInput, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { ServerSelect } from '../../parts/server-select.tsx'
import type { Account } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import type { Draft, Named } from './draft.ts'
import { type NumberFile, readNumberFile, readNumbers } from './numbers.ts'

interface RecipientsProps {
  readonly account: Account
  readonly draft: Draft
  readonly file: NumberFile | null
  readonly change: (part: Partial<Draft>) => void
  readonly setFile: (file: NumberFile | null) => void
}

/** The server’s limit for one request. */
const fileBytesMax = 8_000_000

/** The recipients: typed numbers, a file of numbers, an address book or a segment. */
export function Recipients({ account, draft, file, change, setFile }: RecipientsProps) {
  return (
    <Stack gap="xs">
      <div>
        <Text size="sm" fw={600} id="to-label" mb={4}>
          {t.send.to}
        </Text>
        <SegmentedControl
          className="wrapping"
          aria-labelledby="to-label"
          value={draft.to}
          onChange={(to) => change({ to: to as Draft['to'] })}
          data={[
            { value: 'numbers', label: t.send.toNumbers },
            { value: 'file', label: t.send.toFile },
            { value: 'book', label: t.send.toBook },
            { value: 'segment', label: t.send.toSegment },
          ]}
        />
      </div>
      {draft.to === 'numbers' && <Numbers text={draft.numbers} onChange={(numbers) => change({ numbers })} />}
      {draft.to === 'file' && <NumbersFile file={file} setFile={setFile} />}
      {draft.to === 'book' && <Book account={account} value={draft.book} onChange={(book) => change({ book })} />}
      {draft.to === 'segment' && (
        <Segment account={account} value={draft.segment} onChange={(segment) => change({ segment })} />
      )}
    </Stack>
  )
}

function Numbers({ text, onChange }: { readonly text: string; readonly onChange: (text: string) => void }) {
  const count = readNumbers(text).length
  return (
    <Textarea
      label={t.send.numbers}
      description={[t.send.numbersAbout, ...(count > 1 ? [fill(t.send.numbersCount, { count })] : [])].join(' ')}
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
    if (chosen.size > fileBytesMax) return setProblem(t.send.fileTooLarge)
    const read = readNumberFile(chosen.name, await chosen.text())
    if (read === null) setProblem(t.send.fileEmpty)
    setFile(read)
  }
  return (
    <Stack gap={4}>
      <FileInput
        label={t.send.file}
        description={t.send.fileAbout}
        accept=".csv,.txt,text/csv,text/plain"
        placeholder={t.send.chooseFile}
        clearable
        clearButtonProps={{ 'aria-label': fill(t.shared.clearNamed, { name: t.send.file }) }}
        onChange={(chosen) => void choose(chosen)}
        error={problem}
      />
      {file !== null && <Text size="sm">{foundText(file)}</Text>}
    </Stack>
  )
}

function foundText({ name, recipients, column }: NumberFile): string {
  const values = { count: recipients.length, file: name }
  return typeof column === 'string'
    ? fill(t.send.fileFoundNamed, { ...values, column })
    : fill(t.send.fileFound, { ...values, column })
}

interface ListProps {
  readonly account: Account
  readonly value: Named | null
  readonly onChange: (value: Named | null) => void
}

function Book({ account, value, onChange }: ListProps) {
  return (
    <ServerSelect
      label={t.send.book}
      description={fill(t.send.bookAbout, { placeholder: '{first_name}' })}
      placeholder={t.send.chooseBook}
      route="GET /v2/books"
      path={{ account: account.id }}
      labelOf={({ name, contactsCount }) => fill(t.send.bookOption, { name, count: contactsCount })}
      idOf={({ id }) => String(id)}
      value={value === null ? null : String(value.id)}
      valueLabel={value?.name}
      onChange={(_, row) => onChange(row === null ? null : { id: row.id, name: row.name })}
    />
  )
}

function Segment({ account, value, onChange }: ListProps) {
  return (
    <ServerSelect
      label={t.send.segment}
      description={fill(t.send.segmentAbout, { placeholder: '{first_name}' })}
      placeholder={t.send.chooseSegment}
      route="GET /v2/segments"
      path={{ account: account.id }}
      labelOf={({ name }) => name}
      idOf={({ id }) => String(id)}
      value={value === null ? null : String(value.id)}
      valueLabel={value?.name}
      onChange={(_, row) => onChange(row === null ? null : { id: row.id, name: row.name })}
    />
  )
}
