import type { SelectProps } from '@mantine/core'
import { useAsk } from '../../data.ts'
import { ServerSelect } from '../../parts/server-select.tsx'
import { useThisAccount } from '../../session.tsx'

interface BookSelectProps extends Pick<SelectProps, 'placeholder' | 'clearable'> {
  readonly label: string
  /** Among filters, what it says when nothing is chosen is label enough for who sees it. */
  readonly isFilter?: boolean
  readonly value: string | null
  readonly onChange: (id: string | null) => void
  readonly width: number
}

/** One address book, of which there may be thousands. */
export function BookSelect({ label, isFilter = false, value, onChange, width, ...rest }: BookSelectProps) {
  const { id: account } = useThisAccount()
  const { data: chosen } = useAsk(
    'GET /accounts/:account/books/:book',
    { path: { account, book: value ?? 0 } },
    { enabled: value !== null },
  )
  return (
    <ServerSelect
      {...rest}
      {...(isFilter ? { 'aria-label': label } : { label })}
      route="GET /accounts/:account/books"
      path={{ account }}
      idOf={({ id }) => String(id)}
      labelOf={({ name }) => name}
      value={value}
      valueLabel={chosen?.name}
      onChange={(id) => onChange(id)}
      allowDeselect={false}
      // By the keyboard too, which Mantine leaves out.
      clearButtonProps={{ 'aria-label': `Clear: ${label}`, 'aria-hidden': false, tabIndex: 0 }}
      w={{ base: '100%', xs: width }}
    />
  )
}
