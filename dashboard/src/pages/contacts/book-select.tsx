import type { SelectProps } from '@mantine/core'
import { useAsk } from '../../data.ts'
import { ServerSelect } from '../../parts/server-select.tsx'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'

interface BookSelectProps extends Pick<SelectProps, 'placeholder' | 'clearable'> {
  readonly label: string
  /** A filter shows its placeholder; the label is for screen readers only. */
  readonly isFilter?: boolean
  readonly value: string | null
  readonly onChange: (id: string | null) => void
  readonly width: number
}

/** Selects one address book. The server searches, because an account may have thousands. */
export function BookSelect({ label, isFilter = false, value, onChange, width, ...rest }: BookSelectProps) {
  const { id: account } = useThisAccount()
  const { data: chosen } = useAsk(
    'GET /v2/books/:book',
    { path: { account, book: value ?? 0 } },
    { enabled: value !== null },
  )
  return (
    <ServerSelect
      {...rest}
      {...(isFilter ? { 'aria-label': label } : { label })}
      route="GET /v2/books"
      path={{ account }}
      idOf={({ id }) => String(id)}
      labelOf={({ name }) => name}
      value={value}
      valueLabel={chosen?.name}
      onChange={(id) => onChange(id)}
      allowDeselect={false}
      // Mantine keeps this button out of the tab order.
      clearButtonProps={{ 'aria-label': fill(t.shared.clearNamed, { name: label }), 'aria-hidden': false, tabIndex: 0 }}
      w={{ base: '100%', xs: width }}
    />
  )
}
