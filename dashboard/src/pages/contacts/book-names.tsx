import { Text } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import type { Book } from '../../../../src/contract/account/contacts.ts'
import { queryFor } from '../../data.ts'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'

/** Address books by id, as soon as each has been loaded. A contact only has the ids. */
export function useBooks(ids: readonly number[]): ReadonlyMap<number, Book> {
  const { id: account } = useThisAccount()
  const asked = useQueries({
    queries: ids.map((book) => ({
      ...queryFor('GET /v2/books/:book', { path: { account, book } }),
      staleTime: 60_000,
    })),
  })
  return new Map(asked.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data] as const])))
}

const namesMax = 2

export function BookNames({ ids }: { readonly ids: readonly number[] }) {
  const shown = ids.slice(0, namesMax)
  const books = useBooks(shown)
  const names = shown.flatMap((id) => books.get(id)?.name ?? []).join(', ') || '–'
  const more = ids.length - namesMax
  return (
    <Text component="span" inherit>
      {more > 0 ? fill(t.contacts.books.andMore, { names, count: more }) : names}
    </Text>
  )
}
