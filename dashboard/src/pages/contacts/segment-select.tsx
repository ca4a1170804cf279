import { useAsk } from '../../data.ts'
import { ServerSelect } from '../../parts/server-select.tsx'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'

/** Filters a list by a segment. */
export function SegmentSelect({
  value,
  onChange,
}: {
  readonly value: string | null
  readonly onChange: (id: string | null) => void
}) {
  const { id: account } = useThisAccount()
  const { data: chosen } = useAsk(
    'GET /v2/segments/:segment',
    { path: { account, segment: value ?? 0 } },
    { enabled: value !== null },
  )
  const label = t.segments.title
  return (
    <ServerSelect
      aria-label={label}
      placeholder={t.segments.allSegments}
      route="GET /v2/segments"
      path={{ account }}
      idOf={({ id }) => String(id)}
      labelOf={({ name }) => name}
      value={value}
      valueLabel={chosen?.name}
      onChange={(id) => onChange(id)}
      allowDeselect={false}
      clearable
      clearButtonProps={{ 'aria-label': fill(t.shared.clearNamed, { name: label }), 'aria-hidden': false, tabIndex: 0 }}
      w={{ base: '100%', xs: 180 }}
    />
  )
}
