import { useAsk } from '../../data.ts'
import { ServerSelect, type ServerSelectProps } from '../../parts/server-select.tsx'

interface AccountRow {
  readonly id: number
  readonly name: string
}

/** The prices that hold for all, as the server calls them. */
const everybody = { value: 'default', label: 'Everybody' }

interface AccountSelectProps
  extends Omit<ServerSelectProps<AccountRow>, 'path' | 'labelOf' | 'idOf' | 'always' | 'valueLabel'> {
  readonly withEverybody?: boolean
}

/** Two may have the same name. */
const accountLabel = ({ id, name }: AccountRow) => `${name} (${id})`

/** One of all accounts, found on the server by what is typed. */
export function AccountSelect({ withEverybody = false, value, ...rest }: AccountSelectProps) {
  const { data } = useAsk<AccountRow>(`/accounts/${value}`, undefined, { enabled: /^\d+$/.test(value ?? '') })
  return (
    <ServerSelect<AccountRow>
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
