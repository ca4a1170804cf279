import { t } from '../text.ts'
import { useFilters } from './filters.ts'
import { SearchField } from './search-field.tsx'

/** Filters a list by the first digits of its numbers. */
export function PrefixFilter() {
  const [{ prefix }, setFilters] = useFilters()
  return (
    <SearchField
      label={t.shared.prefixFilter}
      example="255"
      width={220}
      mb={0}
      value={prefix}
      onChange={(text) => setFilters({ prefix: text.replace(/\D/g, '') })}
    />
  )
}
