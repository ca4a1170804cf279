import { useAskPath } from '../../data.ts'
import { PathSelect, type PathSelectProps } from '../../parts/server-select.tsx'

interface AccountRow {
  readonly id: number
  readonly name: string
}

/** The prices that hold for all, as the server calls them. */
const everybody = { value: 'default', label: 'Everybody' }

interface AccountSelectProps
  extends Omit<PathSelectProps<AccountRow>, 'path' | 'labelOf' | 'idOf' | 'always' | 'valueLabel'> {
  readonly withEverybody?: boolean
}

/** Two may have the same name. */
const accountLabel = ({ id, name }: AccountRow) => `${name} (${id})`

/** One of all accounts, found on the server by what is typed. */
export function AccountSelect({ withEverybody = false, value, ...rest }: AccountSelectProps) {
  const { data } = useAskPath<AccountRow>(`/accounts/${value}`, undefined, { enabled: /^\d+$/.test(value ?? '') })
  return (
    <PathSelect<AccountRow>
      clearable
      clearButtonProps={{ 'aria-label': `Clear: ${rest.label}` }}
      {...rest}
      path="/accounts"
      labelOf={accountLabel}
      idOf={({ id }) => String(id)}
      always={withEverybody ? [everybody] : []}
      value={value}
      valueLabel={data && accountLabel(data)}
    />
  )
}
