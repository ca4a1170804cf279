import type { Account } from '../../../src/contract/console/accounts.ts'
import { useAsk } from '../data.ts'
import { fill, t } from '../text.ts'
import { ServerSelect, type ServerSelectProps } from './server-select.tsx'

/** The API’s word for prices without an account. */
const allAccounts = { value: 'default', label: t.shared.allAccounts }

interface AccountSelectProps
  extends Omit<
    ServerSelectProps<'GET /accounts'>,
    'route' | 'path' | 'query' | 'labelOf' | 'idOf' | 'always' | 'valueLabel'
  > {
  readonly withAll?: boolean
}

/** With the ID, because names are not unique. */
const accountLabel = ({ id, name }: Account) => `${name} (${id})`

/** A choice among all accounts. The server searches for the typed text. */
export function AccountSelect({ withAll = false, value, ...rest }: AccountSelectProps) {
  const isId = /^\d+$/.test(value ?? '')
  const { data } = useAsk('GET /accounts/:account', { path: { account: value || '0' } }, { enabled: isId })
  return (
    <ServerSelect
      clearable
      clearButtonProps={{
        'aria-label': fill(t.shared.clearNamed, { name: String(rest.label) }),
        'aria-hidden': false,
        tabIndex: 0,
      }}
      {...rest}
      route="GET /accounts"
      labelOf={accountLabel}
      idOf={({ id }) => String(id)}
      always={withAll ? [allAccounts] : []}
      value={value}
      valueLabel={data && accountLabel(data)}
    />
  )
}
