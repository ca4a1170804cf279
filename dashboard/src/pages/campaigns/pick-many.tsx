import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { queryFor, useList } from '../../data.ts'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'

interface PickManyProps {
  readonly label: string
  readonly placeholder: string
  readonly of: 'books' | 'segments'
  readonly ids: readonly number[]
  readonly onChange: (ids: number[]) => void
}

/** Chooses several address books or segments. The server searches for the typed text. */
export function PickMany({ label, placeholder, of, ids, onChange }: PickManyProps) {
  const { id: account } = useThisAccount()
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed, 250)
  const route = of === 'books' ? 'GET /v2/books' : 'GET /v2/segments'
  const { data } = useList(route, { path: { account }, query: undefined }, { q, limit: 20 })
  const found = new Map((data?.data ?? []).map((row) => [row.id, nameOf(row)]))
  const others = useNames(
    of,
    ids.filter((id) => !found.has(id)),
  )
  return (
    <MultiSelect
      label={label}
      placeholder={ids.length === 0 ? placeholder : ''}
      data={[...new Map([...others, ...found])].map(([id, name]) => ({ value: String(id), label: name }))}
      value={ids.map(String)}
      onChange={(chosen) => onChange(chosen.map(Number))}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={t.shared.nothingFound}
      hidePickedOptions
      openOnFocus={false}
    />
  )
}

const nameOf = (row: { readonly name: string; readonly contactsCount?: number }): string =>
  row.contactsCount === undefined ? row.name : fill(t.send.bookOption, { name: row.name, count: row.contactsCount })

/** The names of chosen lists that are not among the found ones; their ids until they have loaded. */
export function useNames(of: 'books' | 'segments', ids: readonly number[]): ReadonlyMap<number, string> {
  const { id: account } = useThisAccount()
  const asked = useQueries({
    queries: ids.map((id) => ({
      ...(of === 'books'
        ? queryFor('GET /v2/books/:book', { path: { account, book: id } })
        : queryFor('GET /v2/segments/:segment', { path: { account, segment: id } })),
      staleTime: 60_000,
    })),
  })
  return new Map(
    ids.map((id, place) => {
      const row = asked[place]?.data as { readonly name: string } | undefined
      return [id, row?.name ?? String(id)]
    }),
  )
}
