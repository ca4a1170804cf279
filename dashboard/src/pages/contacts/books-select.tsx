import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useAsk } from '../../data.ts'
import { useThisAccount } from '../../session.tsx'
import { t } from '../../text.ts'
import { useBooks } from './book-names.tsx'

interface BooksSelectProps {
  readonly value: readonly string[]
  readonly onChange: (ids: string[]) => void
}

/** Selects the address books of a contact. */
export function BooksSelect({ value, onChange }: BooksSelectProps) {
  const { id: account } = useThisAccount()
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed, 250)
  const { data } = useAsk('GET /v2/books', { path: { account }, query: { q, limit: 20 } }, { keep: true })
  const found = new Map((data?.data ?? []).map((book) => [book.id, book]))
  const chosen = useBooks(value.map(Number).filter((id) => !found.has(id)))
  const options = [...new Map([...chosen, ...found]).values()].map(({ id, name }) => ({
    value: String(id),
    label: name,
  }))
  return (
    <MultiSelect
      label={t.contacts.books.title}
      description={t.contacts.books.noneMeansDefault}
      placeholder={value.length === 0 ? 'Default' : ''}
      data={options}
      value={[...value]}
      onChange={onChange}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options: all }) => all}
      nothingFoundMessage={t.contacts.books.notFound}
      hidePickedOptions
    />
  )
}
