import { useFilters } from './filters.ts'
import { SearchField } from './search-field.tsx'

/** Which numbers a list is about, by the digits that they begin with; it stands in the address. */
export function PrefixFilter() {
  const [{ prefix }, setFilters] = useFilters()
  return (
    <SearchField
      label="Numbers that begin with"
      example="255"
      width={220}
      mb={0}
      value={prefix}
      onChange={(text) => setFilters({ prefix: text.replace(/\D/g, '') })}
    />
  )
}
