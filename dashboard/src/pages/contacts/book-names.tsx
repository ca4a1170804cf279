import { Text } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { askPath } from '../../api.ts'
import { useThisAccount } from '../../session.tsx'
import type { Book } from './types.ts'

/** The books that these ids belong to, as far as they are known yet. A contact only says which ones it is in. */
export function useBooks(ids: readonly number[]): ReadonlyMap<number, Book> {
  const { path } = useThisAccount()
  const asked = useQueries({
    queries: ids.map((id) => ({
      queryKey: [`${path}/books/${id}`, {}],
      queryFn: () => askPath<Book>(`${path}/books/${id}`),
      staleTime: 60_000,
    })),
  })
  return new Map(asked.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data] as const])))
}

const namesMax = 2

export function BookNames({ ids }: { readonly ids: readonly number[] }) {
  const shown = ids.slice(0, namesMax)
  const books = useBooks(shown)
  const names = shown.flatMap((id) => books.get(id)?.name ?? [])
  return (
    <Text component="span" inherit>
      {names.length === 0 ? '–' : names.join(', ')}
      {ids.length > namesMax && ` and ${ids.length - namesMax} more`}
    </Text>
  )
}
