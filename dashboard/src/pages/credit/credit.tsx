import { Button, Tabs } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useAsk } from '../../data.ts'
import { useFilters } from '../../parts/filters.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { mayAs, useMe, useThisAccount } from '../../session.tsx'
import { t } from '../../text.ts'
import { Balances } from './balances.tsx'
import { Prices } from './prices.tsx'
import { Statement } from './statement.tsx'
import { SubAccounts } from './sub-accounts.tsx'

const views = [
  ['balances', t.credit.tabs.balances, Balances],
  ['statement', t.credit.tabs.statement, Statement],
  ['prices', t.credit.tabs.prices, Prices],
] as const

const subAccounts = ['sub-accounts', t.credit.tabs.subAccounts, SubAccounts] as const

/** The balances, statement and prices of an account. */
export function CreditPage() {
  const account = useThisAccount()
  const { operator } = useMe()
  const [{ view = 'balances' }, setFilters] = useFilters()
  const children = useAsk(
    'GET /accounts/:account/sub-accounts',
    { path: { account: account.id }, query: { limit: '1' } },
    { enabled: mayAs(account, 'owner') },
  )
  const shown = children.data && children.data.data.length > 0 ? [...views, subAccounts] : views
  return (
    <>
      <PageHead title={t.credit.title} about={t.credit.about}>
        {operator && (
          <Button component={Link} to={`/operator/accounts/${account.id}`} variant="default">
            {t.credit.add}
          </Button>
        )}
      </PageHead>
      <Tabs
        value={shown.some(([name]) => name === view) ? view : 'balances'}
        onChange={(chosen) => setFilters({ view: chosen ?? undefined })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {shown.map(([name, title]) => (
            <Tabs.Tab key={name} value={name}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {shown.map(([name, , View]) => (
          <Tabs.Panel key={name} value={name}>
            <View account={account} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}
