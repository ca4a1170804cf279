import type { Account } from '../../../../src/contract/console/accounts.ts'
import { useAsk } from '../../data.ts'
import { ServerSelect, type ServerSelectProps } from '../../parts/server-select.tsx'

/** The prices that hold for all, as the server calls them. */
const everybody = { value: 'default', label: 'Everybody' }

interface AccountSelectProps
  extends Omit<
    ServerSelectProps<'GET /accounts'>,
    'route' | 'path' | 'query' | 'labelOf' | 'idOf' | 'always' | 'valueLabel'
  > {
  readonly withEverybody?: boolean
}

/** Two may have the same name. */
const accountLabel = ({ id, name }: Account) => `${name} (${id})`

/** One of all accounts, found on the server by what is typed. */
export function AccountSelect({ withEverybody = false, value, ...rest }: AccountSelectProps) {
  const isId = /^\d+$/.test(value ?? '')
  const { data } = useAsk('GET /accounts/:account', { path: { account: value || '0' } }, { enabled: isId })
  return (
    <ServerSelect
      clearable
      clearButtonProps={{ 'aria-label': `Clear: ${rest.label}`, 'aria-hidden': false, tabIndex: 0 }}
      {...rest}
      route="GET /accounts"
      labelOf={accountLabel}
      idOf={({ id }) => String(id)}
      always={withEverybody ? [everybody] : []}
      value={value}
      valueLabel={data && accountLabel(data)}
    />
  )
}
