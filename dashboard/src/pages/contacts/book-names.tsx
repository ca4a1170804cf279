import { Text } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import type { Book } from '../../../../src/contract/console/contacts.ts'
import { queryFor } from '../../data.ts'
import { useThisAccount } from '../../session.tsx'

/** The books that these ids belong to, as far as they are known yet. A contact only says which ones it is in. */
export function useBooks(ids: readonly number[]): ReadonlyMap<number, Book> {
  const { id: account } = useThisAccount()
  const asked = useQueries({
    queries: ids.map((book) => ({
      ...queryFor('GET /accounts/:account/books/:book', { path: { account, book } }),
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
