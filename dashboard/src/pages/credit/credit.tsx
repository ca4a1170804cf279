import { Button, Tabs } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useFilters } from '../../parts/filters.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { useMe, useThisAccount } from '../../session.tsx'
import { Balances } from './balances.tsx'
import { Prices } from './prices.tsx'
import { Statement } from './statement.tsx'

const views = [
  ['balances', 'Balances', Balances],
  ['statement', 'Statement', Statement],
  ['prices', 'Prices', Prices],
] as const

/** What an account has, what became of it, and what things cost. */
export function CreditPage() {
  const account = useThisAccount()
  const { operator } = useMe()
  const [{ view = 'balances' }, setFilters] = useFilters()
  return (
    <>
      <PageHead
        title="Credit"
        about="Everything you send is paid from credit, which is kept apart for each product. Whoever runs this server adds it."
      >
        {operator && (
          <Button component={Link} to={`/operator/accounts/${account.id}`} variant="default">
            Add credit
          </Button>
        )}
      </PageHead>
      <Tabs
        value={views.some(([name]) => name === view) ? view : 'balances'}
        onChange={(chosen) => setFilters({ view: chosen ?? undefined })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {views.map(([name, title]) => (
            <Tabs.Tab key={name} value={name}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {views.map(([name, , View]) => (
          <Tabs.Panel key={name} value={name}>
            <View account={account} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}
